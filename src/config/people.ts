import { findTimezone } from '../core/ports/clock.ts'
import type { AccessPolicy, AllowlistEntry } from '../people/access.ts'
import { clockTime, matching, oneOf, splitList, text, type VariableValues } from './kinds.ts'

// Settings for who may use the bot, and the defaults for users.

export interface PeopleConfig {
  readonly access: AccessPolicy
  /** Accounts that are allowed under every access policy. Bots are allowed only if they are splitList here. */
  readonly allowlist: readonly AllowlistEntry[]
  /** An IANA name. The time zone of users who have not set theirs. */
  readonly defaultTimezone: string
  /** HH:MM in each user's time zone. No digest is posted between these times. */
  readonly summaries: { readonly quietFrom: string; readonly quietUntil: string }
}

export const peopleVariables = {
  ACCESS: oneOf(['pairing', 'allowlist', 'open', 'workspace']).default('pairing'),
  ALLOWLIST: text
    .default('')
    .refine((value) => misread(value).length === 0, {
      error: ({ input }) =>
        `accounts such as telegram:12345 or slack:T0AB/U0CD, separated by commas, unlike ${misread(String(input)).join(', ')}`,
      abort: true,
    })
    .transform((value) => entriesOf(value).flatMap((entry) => parseAllowlist(entry) ?? [])),
  DEFAULT_TIMEZONE: text
    .refine((value) => findTimezone(value) !== undefined, { error: 'an IANA timezone, such as Europe/Paris', abort: true })
    .transform((value) => findTimezone(value) ?? 'UTC')
    .optional(),
  QUIET_HOURS: matching(new RegExp(`^${clockTime}-${clockTime}$`), 'two local times, such as 22:00-08:00').default('22:00-08:00'),
}

export function parsePeople(values: VariableValues<typeof peopleVariables>): PeopleConfig {
  const [quietFrom = '', quietUntil = ''] = values.QUIET_HOURS.split('-')
  return {
    access: values.ACCESS,
    allowlist: values.ALLOWLIST,
    defaultTimezone: values.DEFAULT_TIMEZONE ?? machineTimezone(),
    summaries: { quietFrom, quietUntil },
  }
}

const entriesOf = (value: string) => splitList(value).filter((entry) => entry !== '')

/** Returns the entries that name no account. */
const misread = (value: string) =>
  entriesOf(value)
    .filter((entry) => !parseAllowlist(entry))
    .map((entry) => JSON.stringify(entry))

/** Parses "platform:id", or "platform:tenant/id" on platforms with workspaces. */
function parseAllowlist(entry: string): AllowlistEntry | undefined {
  const [, platform, tenant, platformUserId] = /^([a-z]+):(?:([^\s:/]+)\/)?([^\s:/]+)$/.exec(entry) ?? []
  return platform && platformUserId ? { platform, platformUserId, ...(tenant && { tenant }) } : undefined
}

const machineTimezone = () => findTimezone(new Intl.DateTimeFormat('en').resolvedOptions().timeZone) ?? 'UTC'
