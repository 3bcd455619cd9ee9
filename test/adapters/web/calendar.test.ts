import { expect, test } from 'vitest'
import { listWeekdays } from '../../../src/core/dates/calendar.ts'
import { catalogues } from '../../../src/core/messages/messages.ts'
import { storeLanguage } from '../../../src/people/users.ts'
import { TestClock } from '../../support/clock.ts'
import { addPerson, type Page, signIn, startPage, type Visitor, write } from './page-harness.ts'

const open = async (visitor: Visitor, path: string) => (await visitor.get(path, { accept: 'text/html' })).text()
const monthOf = async (visitor: Visitor, query: string) => (await visitor.get(`/continuous/calendar/${query}`)).json()

/** The calendar of a page, without the rest of it. */
const calendarIn = (html: string) => /<section id="calendar".*?<\/section>/s.exec(html)?.[0] ?? ''
const hrefsIn = (html: string) => Array.from(calendarIn(html).matchAll(/href="([^"]*)"/g), ([, href]) => href)

async function deleteMessage(page: Page, id: number): Promise<void> {
  await page.store.db.message.update({ where: { id }, data: { text: '', deletedAt: page.options.clock.now() } })
}

test('a month is shown without a script: its days with messages are links, and so are the months around it', async () => {
  const page = await startPage()
  await write(page, { text: 'In September', sentAt: '2026-09-30T10:00:00Z' })
  await write(page, { text: 'In October', sentAt: '2026-10-07T10:00:00Z' })
  await write(page, { text: 'Today', sentAt: '2026-11-18T08:00:00Z' })
  const visitor = await signIn(page)
  const today = await open(visitor, '/continuous/')
  expect(calendarIn(today)).toContain('>November 2026</h2>')
  expect(hrefsIn(today)).toEqual(['/continuous/?month=2026-10', '/continuous/'])
  const october = await open(visitor, '/continuous/?month=2026-10')
  expect(calendarIn(october)).toContain('>October 2026</h2>')
  expect(hrefsIn(october)).toEqual(['/continuous/?month=2026-09', '/continuous/?month=2026-11', '/continuous/day/2026-10-07/'])
  const day = await open(visitor, '/continuous/day/2026-10-07/')
  expect(calendarIn(day)).toContain('aria-label="Wednesday 7 October 2026" aria-current="page">7</a>')
  expect(hrefsIn(day)).toEqual([
    '/continuous/day/2026-10-07/?month=2026-09',
    '/continuous/day/2026-10-07/?month=2026-11',
    '/continuous/day/2026-10-07/',
  ])
  const september = await open(visitor, '/continuous/day/2026-10-07/?month=2026-09')
  expect(september).toContain('In October')
  expect(hrefsIn(september)).toEqual(['/continuous/day/2026-10-07/?month=2026-10', '/continuous/day/2026-09-30/'])
})

test('today and the day shown are marked, with messages and without', async () => {
  const page = await startPage()
  await write(page, { text: 'Before', sentAt: '2026-11-12T08:00:00Z' })
  const visitor = await signIn(page)
  expect(calendarIn(await open(visitor, '/continuous/'))).toContain(
    '<td data-day="2026-11-18" class="today"><span aria-current="page">18</span></td>',
  )
  const empty = calendarIn(await open(visitor, '/continuous/day/2026-11-04/'))
  expect(empty).toContain('<span aria-current="page">4</span>')
  expect(empty).toContain('<span aria-current="date">18</span>')
  expect(empty.match(/aria-current/g)).toHaveLength(2)
})

test('a month begins and ends in the timezone of its user', async () => {
  const clock = new TestClock('2026-11-30T23:30:00Z')
  const page = await startPage({ options: { clock } })
  const visitor = await signIn(page)
  await write(page, { text: 'After midnight in Paris', sentAt: '2026-10-31T23:30:00Z' })
  await write(page, { text: 'The last evening', sentAt: '2026-11-30T22:30:00Z' })
  expect(await monthOf(visitor, '')).toMatchObject({ month: '2026-12', days: [] })
  expect(await monthOf(visitor, '?month=2026-10')).toMatchObject({ days: [] })
  const november = await monthOf(visitor, '?month=2026-11')
  expect(november).toMatchObject({ month: '2026-11', days: ['2026-11-01', '2026-11-30'] })
  expect(hrefsIn(november.html)).toEqual(['/continuous/?month=2026-12', '/continuous/day/2026-11-01/', '/continuous/day/2026-11-30/'])
})

test('days of others, and days of which everything was deleted, have no dot and begin no month', async () => {
  const page = await startPage()
  const marta = await addPerson(page, 'Marta')
  await write(page, { text: 'Theirs', sentAt: '2026-08-11T10:00:00Z' })
  await write(page, { text: 'Theirs', sentAt: '2026-11-10T10:00:00Z' })
  const gone = [
    await write(page, { text: 'Gone', sentAt: '2026-09-11T10:00:00Z', user: marta }),
    await write(page, { text: 'Gone', sentAt: '2026-11-11T10:00:00Z', user: marta }),
  ]
  const left = await write(page, { text: 'Gone too', sentAt: '2026-11-12T10:00:00Z', user: marta })
  await write(page, { text: 'Mine', sentAt: '2026-11-12T10:05:00Z', user: marta })
  for (const { id } of [...gone, left]) await deleteMessage(page, id)
  const visitor = await signIn(page, marta.id)
  const { days, html } = await monthOf(visitor, '?month=2026-11')
  expect(days).toEqual(['2026-11-12'])
  expect(html).not.toContain('data-step="previous"')
  expect((await monthOf(visitor, '?month=2026-09')).days).toEqual([])
  expect((await monthOf(await signIn(page), '?month=2026-11')).days).toEqual(['2026-11-10'])
})

test('before the first message, the month of today is all there is', async () => {
  const visitor = await signIn(await startPage())
  const { month, days, html } = await monthOf(visitor, '')
  expect([month, days, hrefsIn(html)]).toEqual(['2026-11', [], []])
})

test('a month without messages leads back to the nearest one, and what is no month is refused with a sentence', async () => {
  const page = await startPage()
  await write(page, { text: 'The first', sentAt: '2026-09-11T10:00:00Z' })
  const visitor = await signIn(page)
  const steps = async (query: string) => hrefsIn((await monthOf(visitor, query)).html)
  expect(await steps('?month=1066-10')).toEqual(['/continuous/?month=2026-09'])
  expect(await steps('?month=0000-01')).toEqual(['/continuous/?month=2026-09'])
  expect(await steps('?month=9999-12')).toEqual(['/continuous/?month=2026-11'])
  expect(calendarIn(await open(visitor, '/continuous/day/9999-12-31/'))).toContain('>December 9999</h2>')
  for (const month of ['', '2026', '2026-13', '2026-1', '2026-00', '2026-11-18', 'x', "2026-11'--", '%00', '٢٠٢٦-١١']) {
    for (const path of ['/continuous/calendar/', '/continuous/', '/continuous/day/2026-11-18/']) {
      const refused = await visitor.get(`${path}?month=${month}`)
      expect([refused.status, (await refused.json()).error], `${path} ${month}`).toEqual([400, expect.stringContaining('is not a month')])
    }
  }
  expect(await open(visitor, '/continuous/?month=2026-13')).toContain('write it as YYYY-MM, such as 2026-11.')
  for (const query of ['?month=2026-11&month=2026-10', '?selected=x']) {
    expect((await visitor.get(`/continuous/calendar/${query}`)).status, query).toBe(400)
  }
})

test('the month is in the language of the page, and its weeks begin as they do there', async () => {
  const page = await startPage()
  await write(page, { text: 'Olá', sentAt: '2026-11-12T10:00:00Z' })
  const visitor = await signIn(page)
  await storeLanguage(page.options.store.db, page.owner.id, 'pt', 'choice')
  const portuguese = calendarIn(await open(visitor, '/continuous/'))
  expect(portuguese).toMatch(/aria-label="Calendário".*>Novembro de 2026<.*<th scope="col"><span aria-hidden="true">dom<\/span>/s)
  expect(portuguese).toContain('aria-label="quinta-feira, 12 de novembro de 2026"')
  // The first of November 2026 is a Sunday.
  expect(portuguese).toContain('<tbody><tr><td data-day="2026-11-01">')
  await storeLanguage(page.options.store.db, page.owner.id, 'de', 'choice')
  expect(calendarIn(await open(visitor, '/continuous/'))).toContain('<tbody><tr><td colspan="6"></td><td data-day="2026-11-01">')
  const firsts = Object.values(catalogues).map(({ locale }) => `${locale} ${listWeekdays(locale)[0]?.index}`)
  expect(firsts).toEqual(['en-GB 0', 'de 0', 'fr 0', 'es 0', 'it 0', 'pt-BR 6', 'ru 0', 'ja 6', 'zh-CN 0'])
})
