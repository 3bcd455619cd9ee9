import { expect, test } from 'vitest'
import { createSuggest } from '../../src/commands/shared/suggest.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import type { PlaceRef } from '../../src/core/ports/platform.ts'
import { TestClock } from '../support/clock.ts'
import { directPlace, sharedPlace, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'

/** Wednesday 18 November 2026, 10:00 in Paris. */
async function bench() {
  const store = await testStore()
  const suggest = createSuggest({ store, clock: new TestClock('2026-11-18T09:00:00Z'), log: silentLog }, 'UTC')
  const ana = await testPerson(store, { name: 'ana' })
  const typing = (command: string, argument: string, text: string, platformUserId = 'ana') =>
    suggest({ platform: 'test', tenant: '', platformUserId, command, argument, text })
  return {
    store,
    ana,
    days: (text: string, who?: string) => typing('resummarize', 'day', text, who),
    find: (text: string) => typing('find', 'words', text),
    typing,
  }
}

test('typed in a shared place, messages are offered that any member sent there, and no others', async () => {
  const { store, ana } = await bench()
  const ben = await testPerson(store, { name: 'ben' })
  const place = sharedPlace('club')
  const said = await ana.say('Basil in the club.', '2026-11-17T10:00:00Z', { place })
  await ben.say('Basil alone.', '2026-11-17T10:00:00Z')
  const suggest = createSuggest({ store, clock: new TestClock('2026-11-18T09:00:00Z'), log: silentLog }, 'UTC')
  const typed = async (where: PlaceRef) => {
    const found = await suggest({
      platform: 'test',
      tenant: '',
      platformUserId: 'ben',
      command: 'find',
      argument: 'words',
      text: 'basil',
      place: where,
    })
    return found.map(({ value }) => value)
  }
  expect(await typed(place)).toEqual(['basil', `#${said.id}`])
  expect(await typed(sharedPlace('unknown'))).toEqual(['basil'])
  expect(await typed(directPlace('ben'))).toHaveLength(2)
  expect(await typed(directPlace('ben'))).not.toContain(`#${said.id}`)
})

test('days that exist are offered, the latest first', async () => {
  const { ana, days } = await bench()
  await ana.say('Oak', '2026-11-10T10:00:00Z')
  await ana.say('Pine', '2026-11-17T10:00:00Z')
  await ana.say('Beech', '2026-11-17T11:00:00Z')
  expect(await days('')).toEqual([
    { label: 'Tuesday 17 November 2026 (yesterday) · 2 messages', value: '2026-11-17' },
    { label: 'Tuesday 10 November 2026 · 1 message', value: '2026-11-10' },
  ])
})

test.each(['yesterday', 'Tues', '17 nov', '2026-11-17', ' 11-17 '])('what was typed, "%s", leaves the days it can mean', async (text) => {
  const { ana, days } = await bench()
  await ana.say('Oak', '2026-11-09T10:00:00Z')
  await ana.say('Pine', '2026-11-17T10:00:00Z')
  expect((await days(text)).map(({ value }) => value)).toEqual(['2026-11-17'])
})

test('a day named in words comes first', async () => {
  const { ana, days } = await bench()
  for (const day of ['03', '10', '17']) await ana.say('Oak', `2026-11-${day}T10:00:00Z`)
  expect((await days('last tuesday'))[0]?.value).toBe('2026-11-17')
})

test('a day that has no messages is none, and neither commands nor what was deleted are counted', async () => {
  const { store, ana, days } = await bench()
  const [command, , deleted] = [
    await ana.say('/days', '2026-11-10T10:00:00Z'),
    await ana.say('Oak', '2026-11-17T10:00:00Z'),
    await ana.say('Pine', '2026-11-17T11:00:00Z'),
  ]
  await store.db.message.update({ where: { id: command.id }, data: { kind: 'command' } })
  await store.db.message.update({ where: { id: deleted.id }, data: { text: '', deletedAt: new Date() } })
  expect(await days('')).toEqual([{ label: 'Tuesday 17 November 2026 (yesterday) · 1 message', value: '2026-11-17' }])
})

test('a day with messages is found behind however many without', async () => {
  const { store, ana, days } = await bench()
  await ana.say('Oak', '2025-01-07T10:00:00Z')
  await store.db.$executeRaw`
    INSERT INTO day_segments (thread_id, day_label, timezone, opened_at)
    SELECT ${ana.threadId}, to_char(date '2025-01-08' + day, 'YYYY-MM-DD'), 'UTC', now() FROM generate_series(0, 449) day`
  expect((await days('')).map(({ value }) => value)).toEqual(['2025-01-07'])
})

test('never more than can be shown', async () => {
  const { ana, days } = await bench()
  for (let day = 1; day <= 30; day++) await ana.say('Oak', `2026-10-${String(day).padStart(2, '0')}T10:00:00Z`)
  expect(await days('')).toHaveLength(25)
})

test('words are offered as they are, then the messages that have them, each as its number', async () => {
  const { ana, find } = await bench()
  const said = await ana.say(`The table for Marta is made of oak${' and so on'.repeat(30)}.`, '2026-11-17T10:00:00Z')
  const found = await find('marta table')
  expect(found[0]).toEqual({ label: 'marta table', value: 'marta table' })
  expect(found[1]?.value).toBe(`#${said.id}`)
  expect(found[1]?.label).toMatch(/^yesterday: .*table for Marta/)
  for (const { label, value } of found) {
    expect(label.length).toBeLessThanOrEqual(100)
    expect(value.length).toBeLessThanOrEqual(100)
  }
})

test('an unfinished search is suggested as it is typed', async () => {
  const { ana, find } = await bench()
  await ana.say('oak table', '2026-11-17T10:00:00Z')
  expect(await find('-oak')).toEqual([{ label: '-oak', value: '-oak' }])
})

test('one letter is not searched for', async () => {
  const { ana, find } = await bench()
  await ana.say('a', '2026-11-17T10:00:00Z')
  expect(await find('a')).toEqual([])
})

test('strangers, other people, unknown commands and arguments get nothing of it', async () => {
  const { store, ana, days, typing } = await bench()
  await ana.say('Oak', '2026-11-10T10:00:00Z')
  await testPerson(store, { name: 'bo' })
  expect(await days('', 'mallory')).toEqual([])
  expect(await days('', 'bo')).toEqual([])
  expect(await typing('nonsense', 'day', '')).toEqual([])
  expect(await typing('resummarize', 'nonsense', '')).toEqual([])
  expect(await typing('digest', 'setting', '')).toEqual([])
})
