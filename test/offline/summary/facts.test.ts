import { expect, test } from 'vitest'
import { bot, type Said, summaryOf, under } from '../../support/offline-summary.ts'

const narrativeOf = async (said: readonly Said[], language = 'en') =>
  under(await summaryOf(said, { language }), language === 'en' ? 'Summary' : 'Zusammenfassung').join('\n')

test('numbers, names, dates and codes are kept, each with its message', async () => {
  const narrative = await narrativeOf([
    'Priya from number 12 offered larch for 95 a metre.',
    bot('Noted.'),
    'The gate code is 4471.',
    bot('Ok.'),
    'Household policy HR-55-2093 covers the move until 14 November.',
    bot('Good.'),
  ])
  expect(narrative).toBe(
    'Priya from number 12 offered larch for 95 a metre. [#1] The gate code is 4471. [#3] Household policy HR-55-2093 covers the move until 14 November. [#5]',
  )
})

test('small talk, praise and thanks are not', async () => {
  const narrative = await narrativeOf(['Wow, that is so sweet of you, Nate!', bot('Thanks!'), 'The boiler costs 900.', bot('Ok.')])
  expect(narrative).toBe('The boiler costs 900. [#3]')
})

test('a question is told with its answer', async () => {
  const narrative = await narrativeOf(['How long do I boil eggs from the fridge?', bot('Seven minutes from the moment they go in.')])
  expect(narrative).toBe('How long do I boil eggs from the fridge? – Seven minutes from the moment they go in. [#1] [#2]')
})

test('what the assistant adds is marked as such, and the lists of a long answer are left out', async () => {
  const said = ['The quote is 14 spreads.', bot('At 340 a spread that makes 4,760 before tax.')]
  expect(await narrativeOf(said)).toContain('Assistant: At 340 a spread that makes 4,760 before tax. [#2]')
  expect(await narrativeOf(said, 'de')).toContain('Assistent: At 340')
  const list = Array.from({ length: 40 }, (_, index) => `- **Film ${index}** (20${index + 10}): a warm story about friendship.`)
  expect(await narrativeOf(['I like films from 1999.', bot(`Here are some films.\n${list.join('\n')}`)])).not.toContain('Film')
})

test('a sentence that continues another one is told with it', async () => {
  const narrative = await narrativeOf(['Jonas found two flats. One on Rue Tramassac, 61 square metres.', bot('Ok.')])
  expect(narrative).toBe('Jonas found two flats. One on Rue Tramassac, 61 square metres. [#1]')
})

test('the numbers in what is asked are kept, without the request', async () => {
  const narrative = await narrativeOf([
    'My kids Francis and Michelle love films, so can you help me find one, considering Francis is 2 and Michelle is 6?',
    bot('Sure.'),
  ])
  expect(narrative).toBe('My kids Francis and Michelle love films, considering Francis is 2 and Michelle is 6. [#1]')
})

test('the first and the last hour of a long day are both there, however often it was summarized', async () => {
  let soFar = await summaryOf(['The first code is 1001.', bot('Ok.')])
  for (let part = 2; part <= 40; part++)
    soFar = await summaryOf([`Meter reading number ${part} was ${part * 37}.`, bot('Ok.')], { soFar, firstId: part * 10 })
  expect(soFar).toContain('The first code is 1001. [#1]')
  expect(soFar).toContain('[#400]')
  expect(under(soFar, 'Summary').join('').length).toBeLessThan(2_000)
})

test('a heading in a message does not end a section', async () => {
  const markdown = await summaryOf(['Notes of 9 May:\n## Goals\n- The budget is 400.\n```\n## Decisions\n- none\n```', bot('Ok.')])
  expect(markdown.match(/^## /gm)).toHaveLength(5)
})
