import { InputError } from '../core/domain/errors.ts'
import type { UserId } from '../core/domain/ids.ts'
import type { Db } from '../store/store.ts'
import type { User } from './users.ts'

/** Returns the timezone that decides where a user's days begin and end. */
export function resolveTimezone(user: Pick<User, 'timezone'>, defaultTimezone: string): string {
  return user.timezone ?? defaultTimezone
}

/** Sets a user's timezone, an IANA name. True when it is the first they have; threads/timezone.ts sees to what follows from that. */
export async function storeTimezone(db: Db, userId: UserId, timezone: string): Promise<boolean> {
  const first = await db.$executeRaw`UPDATE users SET timezone = ${timezone} WHERE id = ${userId} AND timezone IS NULL`
  if (first === 0) await db.$executeRaw`UPDATE users SET timezone = ${timezone} WHERE id = ${userId}`
  return first === 1
}

/** `setting` is on, off, or a time such as 07:30 or 7:30. Returns what was set. Throws InputError. */
export async function setDigest(db: Db, userId: UserId, setting: string): Promise<string> {
  const text = setting.trim().toLowerCase()
  const time = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text)
  const digest = time ? `${time[1]?.padStart(2, '0')}:${time[2]}` : text
  if (!time && digest !== 'on' && digest !== 'off')
    throw new InputError(`"${setting.slice(0, 40)}" is not a setting of the digest. It takes on, off, or a time such as 07:30.`)
  await db.user.update({ where: { id: userId }, data: { digest } })
  return digest
}
