import { timezoneNamed } from '../core/clock.ts'
import { InputError } from '../core/errors.ts'
import type { UserId } from '../core/ids.ts'
import type { Store } from '../store/store.ts'
import type { User } from './users.ts'

export interface SettingsParts {
  readonly store: Store
  /** IANA name of the timezone of those who have not said theirs. */
  readonly defaultTimezone: string
}

/** The timezone in which a user's days are cut. */
export function timezoneOf(parts: Pick<SettingsParts, 'defaultTimezone'>, user: Pick<User, 'timezone'>): string {
  return user.timezone ?? parts.defaultTimezone
}

/**
 * Sets a user's timezone and returns its usual spelling and whether it is the first they have. Days that were cut
 * stay as they are; only after the first are they cut again (threads/relabel.ts). Throws InputError.
 */
export async function setTimezone(parts: SettingsParts, userId: UserId, name: string): Promise<{ timezone: string; first: boolean }> {
  const timezone = timezoneNamed(name)
  if (!timezone)
    throw new InputError(`There is no timezone "${name.slice(0, 60)}". Write it as Area/City, for example Europe/Paris or America/New_York.`)
  const first = await parts.store.db.$executeRaw`UPDATE users SET timezone = ${timezone} WHERE id = ${userId} AND timezone IS NULL`
  if (first === 0) await parts.store.db.user.update({ where: { id: userId }, data: { timezone } })
  return { timezone, first: first === 1 }
}

/** `setting` is on, off, or a time such as 07:30 or 7:30. Returns what was set. Throws InputError. */
export async function setDigest(parts: SettingsParts, userId: UserId, setting: string): Promise<string> {
  const text = setting.trim().toLowerCase()
  const time = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text)
  const digest = time ? `${time[1]?.padStart(2, '0')}:${time[2]}` : text
  if (!time && digest !== 'on' && digest !== 'off')
    throw new InputError(`"${setting.slice(0, 40)}" is not a setting of the digest. It takes on, off, or a time such as 07:30.`)
  await parts.store.db.user.update({ where: { id: userId }, data: { digest } })
  return digest
}
