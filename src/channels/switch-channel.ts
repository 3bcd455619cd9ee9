import type { PlaceId, UserId } from '../core/domain/ids.ts'
import type { LanguageCode } from '../core/domain/languages.ts'
import type { Tx } from '../store/store.ts'
import { ensureChannelThread } from '../threads/thread.ts'
import { windowMs } from './pyramid.ts'

export interface ChannelSwitch {
  readonly placeId: PlaceId
  readonly managerId: UserId
  /** IANA name. Kept if the channel was on before. */
  readonly timezone: string
  readonly language: LanguageCode
  readonly now: Date
}

/**
 * Switches a shared place on, so that what is said there is kept from now on. What was said to the bot there before belongs to the channel
 * too. Idempotent.
 */
export async function switchChannelOn(tx: Tx, { placeId, managerId, timezone, language, now }: ChannelSwitch): Promise<void> {
  // A concurrent call waits here, and then finds the channel.
  await tx.$queryRaw`SELECT id FROM places WHERE id = ${placeId} FOR NO KEY UPDATE`
  const known = await tx.channel.updateMany({ where: { placeId }, data: { isOn: true, managerId } })
  if (known.count > 0) return
  const threadId = await ensureChannelThread(tx, placeId, now)
  const times = { switchedOnAt: now, nextCascadeAt: now }
  await tx.channel.create({ data: { placeId, threadId, isOn: true, timezone, language, managerId, ...times } })
  await tx.$executeRaw`
    INSERT INTO channel_windows (place_id, starts_at)
    SELECT DISTINCT ${placeId}::int, date_bin(${windowMs} * INTERVAL '1 millisecond', m.sent_at, TIMESTAMPTZ '1970-01-01 00:00:00+00')
    FROM messages m JOIN places p ON p.id = ${placeId} AND m.audience = p.audience
    WHERE m.audience <> 'private' AND m.kind = 'chat' AND m.deleted_at IS NULL`
}
