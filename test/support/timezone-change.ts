import { moveRemindersToTimezone } from '../../src/loops/reminders/schedule-reminder.ts'
import type { TimezoneDeps } from '../../src/threads/deps.ts'

/** Moves the reminders of a user whose timezone changes, as src/app.ts does. */
export const movesReminders: TimezoneDeps['onTimezoneChange'] = moveRemindersToTimezone
