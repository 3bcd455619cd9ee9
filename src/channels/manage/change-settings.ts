import type { PlaceId } from '../../core/domain/ids.ts'
import { LocalizedInputError } from '../../core/messages/input-error.ts'
import { findTimezone } from '../../core/ports/clock.ts'
import type { Db } from '../../store/store.ts'

/** Sets after how many days raw messages of a channel are deleted. 0 keeps them. */
export async function setKeepDays(db: Db, placeId: PlaceId, days: number): Promise<void> {
  await db.channel.update({ where: { placeId }, data: { keepDays: days === 0 ? null : days } })
}

/** Sets the timezone of a channel, and returns its canonical name. Throws LocalizedInputError for an unknown one. */
export async function setChannelTimezone(db: Db, placeId: PlaceId, name: string): Promise<string> {
  const timezone = findTimezone(name)
  if (!timezone) throw new LocalizedInputError('timezone.unknown', { name: name.slice(0, 60) })
  await db.channel.update({ where: { placeId }, data: { timezone } })
  return timezone
}
