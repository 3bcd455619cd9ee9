import { expect, test } from 'vitest'
import type { PlaceRef } from '../../../src/core/ports/platform.ts'
import { addPerson, type Page, reply, signIn, startPage, type Visitor, write } from './page-harness.ts'

const telegram: PlaceRef = { platform: 'telegram', tenant: '', address: 'tg:1' as PlaceRef['address'], kind: 'direct' }
const at = (time: string) => `2026-11-18T${time}:00Z`

/** Opens the page, and returns the message that stands below the mark. Null if there is no mark. */
async function openPage(visitor: Visitor, path = '/continuous/', headers = {}): Promise<string | null> {
  const html = await (await visitor.get(path, headers)).text()
  const timeline = html.slice(html.indexOf('id="timeline"'), html.indexOf('<template id="new-since-mark"'))
  const below = timeline.split('id="new-since"')[1]
  return below === undefined ? null : (/<div class="body prose"[^>]*><p[^>]*>([^<]*)/.exec(below)?.[1] ?? '')
}

const seqOf = async (page: Page) => (await page.store.db.thread.findFirstOrThrow()).changeSeq

test('what arrived since the page was opened is new until it is opened again', async () => {
  const page = await startPage()
  const asked = await write(page, { text: 'Hello', sentAt: at('08:00') })
  const visitor = await signIn(page)
  expect(await openPage(visitor)).toBe(null)
  await write(page, { text: 'Written here', sentAt: at('08:10') })
  expect(await openPage(visitor)).toBe(null)
  await write(page, { text: 'Also written here', sentAt: at('08:20') })
  const tool = { id: 'call', name: 'conversation_search', arguments: '{}' }
  await reply(page, asked, { text: 'Found', role: 'tool', tool, sentAt: at('08:20') })
  await reply(page, asked, { text: 'Good morning', sentAt: at('08:21') })
  await write(page, { text: 'From the bus', sentAt: at('08:30'), place: telegram })
  expect(await openPage(visitor)).toBe('Good morning')
  expect(await openPage(visitor)).toBe(null)
  await write(page, { text: 'From the train', sentAt: at('08:40'), place: telegram })
  expect(await openPage(visitor)).toBe('From the train')
})

test('an edit or a deletion makes nothing new', async () => {
  const page = await startPage()
  const { id, threadId } = await write(page, { text: 'Hello', sentAt: at('08:00'), place: telegram })
  const visitor = await signIn(page)
  await openPage(visitor)
  const { changeSeq } = await page.store.db.thread.update({ where: { id: threadId }, data: { changeSeq: { increment: 1 } } })
  await page.store.db.message.update({ where: { id }, data: { text: 'Hello you', editedAt: new Date(at('08:10')), changeSeq } })
  expect(await openPage(visitor)).toBe(null)
  const gone = await write(page, { text: 'Gone', sentAt: at('08:20'), place: telegram })
  await page.store.db.message.update({ where: { id: gone.id }, data: { text: '', deletedAt: new Date(at('08:21')) } })
  expect(await openPage(visitor)).toBe(null)
})

test('what an open page has shown is not new at the next visit, and nobody marks what others see', async () => {
  const page = await startPage()
  const asked = await write(page, { text: 'Hello', sentAt: at('08:00') })
  const visitor = await signIn(page)
  await openPage(visitor)
  await reply(page, asked, { text: 'Shown while open', sentAt: at('08:01') })
  const stranger = await signIn(page, (await addPerson(page, 'Cleo')).id)
  expect((await stranger.post('/continuous/seen/', { seq: await seqOf(page) })).status).toBe(200)
  expect((await visitor.post('/continuous/seen/', { seq: (await seqOf(page)) + 100 })).status).toBe(200)
  // A page that somebody else left open in the same browser.
  expect((await visitor.post('/continuous/seen/', { seq: await seqOf(page), account: page.owner.id + 1 })).status).toBe(409)
  expect(await openPage(visitor, '/continuous/day/2026-11-18/', { 'sec-purpose': 'prefetch' })).toBe('Shown while open')
  await visitor.post('/continuous/seen/', { seq: await seqOf(page) })
  await reply(page, asked, { text: 'Not shown yet', sentAt: at('08:02') })
  expect(await openPage(visitor)).toBe('Not shown yet')
})

test('what is new on an earlier day is not marked as seen there', async () => {
  const page = await startPage()
  await write(page, { text: 'Hello', sentAt: '2026-11-17T08:00:00Z', place: telegram })
  await write(page, { text: 'Today', sentAt: at('08:00') })
  const visitor = await signIn(page)
  await openPage(visitor)
  await write(page, { text: 'Late', sentAt: '2026-11-17T08:01:00Z', place: telegram })
  expect(await openPage(visitor, '/continuous/day/2026-11-17/')).toBe('Late')
  expect(await openPage(visitor, '/continuous/day/2026-11-17/')).toBe('Late')
  expect(await openPage(visitor)).toBe(null)
  expect(await openPage(visitor, '/continuous/day/2026-11-17/')).toBe(null)
})
