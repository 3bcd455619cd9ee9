import type { Clock } from '../../src/core/ports/clock.ts'
import { moveRemindersToTimezone } from '../../src/loops/reminders/schedule-reminder.ts'
import type { TimezoneDeps } from '../../src/threads/deps.ts'

/** Moves the reminders of a user whose timezone changes, as src/app.ts does. */
export const movesReminders =
  (clock: Clock): TimezoneDeps['onTimezoneChange'] =>
  (tx, change) =>
    moveRemindersToTimezone(tx, { ...change, now: clock.now() })
