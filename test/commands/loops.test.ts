import { beforeEach, expect, test } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { type TestPerson, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { actionsOf, type CommandBench, commandBench } from './bench.ts'

let store: Store
let bench: CommandBench
let ana: TestPerson

beforeEach(async () => {
  store = await testStore()
  // Wednesday 18 November 2026, 10:00 in Paris.
  bench = commandBench(store)
  ana = await testPerson(store)
})

const only = () => store.db.openLoop.findFirstOrThrow({ include: { reminders: true } })

test('/remind takes the time and the thing in any order, confirms both, and offers to undo it', async () => {
  for (const line of ['/remind Friday at 9 call Ann', '/remind call Ann on Friday at 9', '/remind me on Friday at nine to call Ann']) {
    const answer = await bench.give(ana, line)
    const { id, text, dueDay, dueTime, reminders } = await only()
    expect({ text, dueDay, dueTime }, line).toEqual({ text: 'call Ann', dueDay: '2026-11-20', dueTime: '09:00' })
    expect(reminders).toMatchObject([{ dueAt: new Date('2026-11-20T08:00:00Z'), isTimed: true, isFixed: false }])
    expect(answer.text).toBe('I will remind you: call Ann – Fri 20 Nov, 09:00')
    expect(actionsOf(answer)).toEqual([`/loop drop ${id}`])
    await store.db.openLoop.deleteMany()
  }
})

test.each([
  ['de', '/remind Freitag um neun Ann anrufen', 'Ich erinnere dich: Ann anrufen – Fr., 20. Nov., 09:00 Uhr'],
  ['fr', '/remind vendredi à neuf heures appeler Ann', 'Je te le rappellerai : appeler Ann – ven. 20 nov. à 09:00'],
  ['es', '/remind el viernes a las nueve llamar a Ann', 'Te lo recordaré: llamar a Ann – vie, 20 nov, 09:00'],
])('/remind in %s', async (language, line, answer) => {
  const person = await testPerson(store, { language })
  expect((await bench.give(person, line)).text).toBe(answer)
})

test('a time counted from now stays when the timezone changes, and a rule is named in words', async () => {
  await bench.give(ana, '/remind in 20 minutes check the oven')
  expect(await only()).toMatchObject({ text: 'check the oven', reminders: [{ isFixed: true, dueAt: new Date('2026-11-18T09:20:00Z') }] })
  expect((await bench.give(ana, '/remind every Monday at 8 bins out')).text).toBe('I will remind you: bins out – every Monday at 08:00')
})

test('an interrupted /remind that runs again sets one reminder', async () => {
  await bench.give(ana, '/remind in 20 minutes check the oven', { id: 'same' as never })
  bench.clock.advance(60_000)
  await bench.give(ana, '/remind in 20 minutes check the oven', { id: 'same' as never })
  expect(await store.db.reminder.findMany()).toMatchObject([{ dueAt: new Date('2026-11-18T09:20:00Z') }])
})

test('/remind says what it needs', async () => {
  expect(await bench.refusal(ana, '/remind')).toMatch(/^Write when and what/)
  expect(await bench.refusal(ana, '/remind Friday at 9')).toMatch(/^Write when and what/)
  expect(await bench.refusal(ana, '/remind call Ann')).toMatch(/^I do not understand when that is/)
  expect(await bench.refusal(ana, '/remind on 31 February call Ann')).toMatch(/^I do not understand when that is/)
})

test('/loops lists what is open with its buttons, and done what was closed', async () => {
  expect((await bench.give(ana, '/loops')).text).toMatch(/^Nothing is open/)
  expect((await bench.give(ana, '/loops done')).text).toMatch(/^Nothing was closed yet/)
  await bench.give(ana, '/remind tomorrow at 9 call Ann')
  await bench.give(ana, '/remind every Monday at 8 bins out')
  const answer = await bench.give(ana, '/loops')
  expect(answer.text).toBe('**Open: 2**\n\n1. call Ann – tomorrow, 09:00\n2. bins out – every Monday at 08:00')
  const [call, bins] = await store.db.openLoop.findMany({ orderBy: { id: 'asc' } })
  expect(actionsOf(answer)).toEqual([`/loop done ${call!.id}`, `/loop show ${call!.id}`, `/loop show ${bins!.id}`])
  const done = await bench.give(ana, `/loop done ${call!.id}`)
  expect(done.text).toBe('Done: call Ann')
  expect(actionsOf(done)).toEqual([`/loop reopen ${call!.id}`])
  expect((await bench.give(ana, '/loops done')).text).toBe('**Closed: 1**\n\n1. call Ann – tomorrow, 09:00')
  expect((await bench.give(ana, `/loop done ${call!.id}`)).text).toBe('That is no longer open: call Ann – tomorrow, 09:00')
  expect((await bench.give(ana, `/loop reopen ${call!.id}`)).text).toBe('Open again: call Ann – tomorrow, 09:00')
})

test('/loop shows a loop with where it comes from, and moves, renames and drops it', async () => {
  await bench.give(ana, '/remind tomorrow at 9 call Ann')
  const { id, sourceMessageId } = await only()
  const shown = await bench.give(ana, `/loop show ${id}`)
  expect(shown.text).toMatch(new RegExp(`^call Ann – tomorrow, 09:00\n_From message #${sourceMessageId}_\n_To move or change it`))
  expect(actionsOf(shown)).toEqual([`/loop done ${id}`, `/loop snooze ${id} tomorrow`, `/loop snooze ${id} in 1 week`, `/loop drop ${id}`])
  expect((await bench.give(ana, `/loop snooze ${id} next Friday at 8`)).text).toBe('Moved: call Ann – Fri 27 Nov, 08:00')
  expect((await bench.give(ana, `/loop rename ${id} write to Ann`)).text).toBe('Changed: write to Ann – Fri 27 Nov, 08:00')
  expect(await bench.refusal(ana, `/loop rename ${id}`)).toMatch(/^Write the new text/)
  expect(await bench.refusal(ana, `/loop snooze ${id} whenever`)).toMatch(/^I do not understand when/)
  expect((await bench.give(ana, `/loop drop ${id}`)).text).toBe('Dropped: write to Ann')
  expect((await bench.give(ana, `/loop snooze ${id} tomorrow`)).text).toMatch(/^That is no longer open/)
})

test('ids of others get the answer of ids that do not exist', async () => {
  await bench.give(ana, '/remind tomorrow at 9 call Ann')
  const bo = await testPerson(store)
  const { id } = await only()
  for (const [person, number] of [
    [bo, id],
    [ana, 99_999],
    [ana, 0],
    [ana, 'x'],
  ] as const)
    for (const change of ['show', 'done', 'drop', 'reopen', 'snooze', 'back', 'rename'])
      expect(await bench.refusal(person, `/loop ${change} ${number} tomorrow`)).toBe(
        `There is nothing open with the number ${number}. /loops shows the list.`,
      )
})
