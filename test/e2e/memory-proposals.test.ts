import { expect, test } from 'vitest'
import type { ThreadId, UserId } from '../../src/core/domain/ids.ts'
import { addMemory } from '../../src/memory/items/add-memory.ts'
import { idle, testBot } from '../support/bot.ts'
import { ScriptedModel } from '../support/scripted-model.ts'

const facts = ['Lives in Lyon.', 'Plays the violin.', 'Sails on Sundays.', 'Has a cat called Miez.', 'The cat is grey.']

test('on Telegram, suggestions are announced, accepted by button, and taken back by button', { timeout: 60_000 }, async () => {
  const proposals: object[] = []
  const summary = new ScriptedModel(() => ({ text: JSON.stringify({ proposals }) }))
  const bot = await testBot({ access: 'open', summary, chat: new ScriptedModel([{ text: 'I see.' }]) })
  const { telegram, clock, app } = bot
  const { db } = app.store
  const ada = await bot.owner()
  await bot.ask(ada, 'My cat is grey.')
  const { userId, threadId } = await db.continuousThread.findFirstOrThrow()
  const scope = { userId: userId as UserId, threadId: threadId as ThreadId, audience: 'private' as const }
  const ids: number[] = []
  for (const content of facts) {
    const { item } = await app.store.transaction((tx) => addMemory(tx, { scope, now: clock.now() }, { type: 'fact', content }))
    ids.push(item.id)
  }
  const [lyon, , , cat, grey] = ids
  proposals.push(
    { kind: 'merge', items: [cat, grey], text: 'Has a grey cat called Miez.', reason: 'One cat.' },
    { kind: 'archive', items: [lyon], reason: 'It was long ago.' },
  )
  const active = async () => {
    const items = await db.memoryItem.findMany({ where: { status: 'active' }, orderBy: { id: 'asc' } })
    return items.map(({ content }) => content)
  }
  const press = async (label: string) => {
    const before = telegram.botTexts(ada).length
    telegram.pressButton({ from: ada, label })
    await telegram.waitFor(() => telegram.botTexts(ada).length > before, `what "${label}" does`)
    await idle(bot)
    return telegram.botTexts(ada).slice(before).join('\n')
  }

  clock.jumpTo('2026-11-26T09:00:00Z')
  const before = telegram.botTexts(ada).length
  await app.handlers['review-memories']({}, { signal: new AbortController().signal, attempt: 1, last: true })
  await telegram.waitFor(() => telegram.botTexts(ada).length > before, 'the notice')
  expect(telegram.botTexts(ada).at(-1)).toContain('2 suggestions')

  const list = await press('Review suggestions')
  for (const part of ['Merge these memories?', 'Has a grey cat called Miez.', 'One cat.', 'Archive this memory?', 'It was long ago.'])
    expect(list).toContain(part)
  expect(await active()).toEqual(facts)

  expect(await press('Accept 1')).toContain('Has a grey cat called Miez.')
  expect(await active()).toEqual(['Lives in Lyon.', 'Plays the violin.', 'Sails on Sundays.', 'Has a grey cat called Miez.'])
  expect(await press('Accept 1')).toContain('You have already decided on this suggestion.')
  await press('Undo')
  expect(await active()).toEqual(facts)

  expect(await press('Accept 2')).toContain('Lives in Lyon.')
  expect(await active()).toEqual(facts.slice(1))
  await press('Undo')
  expect(await active()).toEqual(facts)
  expect((await db.memoryProposal.findMany()).map(({ state, resultId }) => [state, resultId])).toEqual([
    ['declined', null],
    ['declined', null],
  ])
})
