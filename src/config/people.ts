import { timezoneNamed } from '../core/clock.ts'
import { clockTime, matching, oneOf, text, type Values } from './kinds.ts'

// Who may talk to the bot, and what holds for those who have set nothing else.

export interface PeopleConfig {
  readonly access: 'pairing' | 'open'
  /** IANA name of the timezone of those who have not said theirs. */
  readonly defaultTimezone: string
  /** HH:MM, local to each person: between these no summary is posted. */
  readonly summaries: { readonly quietFrom: string; readonly quietUntil: string }
}

export const peopleVariables = {
  ACCESS: oneOf(['pairing', 'open']).default('pairing'),
  DEFAULT_TIMEZONE: text
    .refine((value) => timezoneNamed(value) !== undefined, { error: 'an IANA timezone, such as Europe/Paris', abort: true })
    .transform((value) => timezoneNamed(value) ?? 'UTC')
    .optional(),
  QUIET_HOURS: matching(new RegExp(`^${clockTime}-${clockTime}$`), 'two local times, such as 22:00-08:00').default('22:00-08:00'),
}

export function peopleOf(values: Values<typeof peopleVariables>): PeopleConfig {
  const [quietFrom = '', quietUntil = ''] = values.QUIET_HOURS.split('-')
  return {
    access: values.ACCESS,
    defaultTimezone: values.DEFAULT_TIMEZONE ?? machineTimezone(),
    summaries: { quietFrom, quietUntil },
  }
}

const machineTimezone = () => timezoneNamed(new Intl.DateTimeFormat('en').resolvedOptions().timeZone) ?? 'UTC'
