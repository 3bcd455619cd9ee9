import { expect, test } from 'vitest'
import { setTimezone } from '../../../src/threads/days/set-timezone.ts'
import { listDays } from '../../../src/threads/messages/read-messages.ts'
import { TestClock } from '../../support/clock.ts'
import { testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'

test('the first timezone cuts past days again, replies with what they answer, and leaves today open', async () => {
  const store = await testStore()
  const clock = new TestClock('2026-11-01T03:55:00Z')
  const person = await testPerson(store, { timezone: 'UTC' })
  const late = await person.say('late on the 29th in New York', '2026-10-30T02:00:00Z')
  await person.answer(late, 'an answer after midnight there', { at: new Date('2026-10-30T04:10:00Z') })
  await person.say('noon on the 30th', '2026-10-30T16:00:00Z')
  const tonight = await person.say('tonight', '2026-11-01T03:50:00Z')
  await store.db.user.update({ where: { id: person.userId }, data: { timezone: null } })
  await setTimezone({ store, clock, defaultTimezone: 'UTC', onTimezoneChange: async () => {} }, person.userId, 'America/New_York')
  const days = await listDays(store.db, person.threadId, { limit: 10 })
  expect(days.map((day) => [day.dayLabel, day.messages, day.finalizedAt !== null])).toEqual([
    ['2026-10-31', 1, false],
    ['2026-10-30', 1, true],
    ['2026-10-29', 2, true],
  ])
  // What moved counts as changed, so that no summary covers it.
  const moved = await store.db.message.findUniqueOrThrow({ where: { id: tonight.id } })
  expect(moved.changeSeq).toBeGreaterThan(tonight.changeSeq)
})
