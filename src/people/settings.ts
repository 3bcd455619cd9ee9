import { InputError } from '../core/domain/errors.ts'
import type { UserId } from '../core/domain/ids.ts'
import type { Db, Store } from '../store/store.ts'
import type { User } from './users.ts'

export interface SettingsParts {
  readonly store: Store
  /** IANA name of the timezone of those who have not said theirs. */
  readonly defaultTimezone: string
}

/** The timezone in which a user's days are cut. */
export function resolveTimezone(parts: Pick<SettingsParts, 'defaultTimezone'>, user: Pick<User, 'timezone'>): string {
  return user.timezone ?? parts.defaultTimezone
}

/** Sets a user's timezone, an IANA name. True when it is the first they have; threads/timezone.ts sees to what follows from that. */
export async function storeTimezone(db: Db, userId: UserId, timezone: string): Promise<boolean> {
  const first = await db.$executeRaw`UPDATE users SET timezone = ${timezone} WHERE id = ${userId} AND timezone IS NULL`
  if (first === 0) await db.$executeRaw`UPDATE users SET timezone = ${timezone} WHERE id = ${userId}`
  return first === 1
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
