import { expect, test } from 'vitest'
import type { DayLabel } from '../../../src/core/domain/ids.ts'
import { findLatestDay, findNextDay } from '../../../src/threads/messages/read-messages.ts'
import { testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'

test('the next day is the first one after a day on which something was said, and the latest day the last one, of the thread alone', async () => {
  const store = await testStore()
  const [ana, ben] = [await testPerson(store, { name: 'Ana', timezone: 'UTC' }), await testPerson(store, { name: 'Ben', timezone: 'UTC' })]
  for (const day of ['2026-11-18', '2026-11-14', '2026-11-17']) await ana.say(`Said on ${day}`, `${day}T09:00:00Z`)
  await ben.say('Said by Ben', '2026-11-15T09:00:00Z')
  const next = async (after: string, { threadId } = ana) => (await findNextDay(store.db, threadId, after as DayLabel))?.dayLabel
  expect(await next('2026-11-01')).toBe('2026-11-14')
  expect(await next('2026-11-14')).toBe('2026-11-17')
  expect(await next('2026-11-16')).toBe('2026-11-17')
  expect(await next('2026-11-18')).toBeUndefined()
  expect(await next('2026-11-14', ben)).toBe('2026-11-15')
  expect((await findLatestDay(store.db, ana.threadId))?.dayLabel).toBe('2026-11-18')
  expect((await findLatestDay(store.db, ana.threadId, '2026-11-18' as DayLabel))?.dayLabel).toBe('2026-11-17')
})
