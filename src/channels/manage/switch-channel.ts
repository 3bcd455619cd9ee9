import type { PlaceId, UserId } from '../../core/domain/ids.ts'
import type { LanguageCode } from '../../core/domain/languages.ts'
import type { InboundDeparture } from '../../core/ports/platform.ts'
import type { Tx } from '../../store/store.ts'
import { ensureChannelThread, lockThread } from '../../threads/thread.ts'
import type { Channel } from '../channel.ts'
import type { LogDeps } from '../log/log-message.ts'
import { windowMs } from '../pyramid.ts'

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
 * too. Idempotent. Returns false if it was on already.
 */
export async function switchChannelOn(tx: Tx, { placeId, managerId, timezone, language, now }: ChannelSwitch): Promise<boolean> {
  // A concurrent call waits here, and then finds the channel.
  await tx.$queryRaw`SELECT id FROM places WHERE id = ${placeId} FOR NO KEY UPDATE`
  const known = await tx.channel.findUnique({ where: { placeId }, select: { isOn: true } })
  if (known) {
    const again = known.isOn ? {} : { switchedOnAt: now, historyFloor: now, historyUntil: null, historySince: null, historyNext: null }
    await tx.channel.update({ where: { placeId }, data: { isOn: true, managerId, goneAt: null, ...again } })
    return !known.isOn
  }
  const threadId = await ensureChannelThread(tx, placeId, now)
  const times = { switchedOnAt: now, nextCascadeAt: now }
  await tx.channel.create({ data: { placeId, threadId, isOn: true, timezone, language, managerId, ...times } })
  await tx.$executeRaw`
    INSERT INTO channel_windows (place_id, starts_at)
    SELECT DISTINCT ${placeId}::int, date_bin(${windowMs} * INTERVAL '1 millisecond', m.sent_at, TIMESTAMPTZ '1970-01-01 00:00:00+00')
    FROM messages m JOIN places p ON p.id = ${placeId} AND m.audience = p.audience
    WHERE m.audience <> 'private' AND m.kind = 'chat' AND m.deleted_at IS NULL`
  return true
}

/** Switches a channel off. What was logged stays. Nothing is logged once this has returned. */
export async function switchChannelOff(tx: Tx, { placeId, threadId }: Pick<Channel, 'placeId' | 'threadId'>): Promise<void> {
  // Messages are logged under this lock.
  await lockThread(tx, threadId)
  await tx.channel.update({ where: { placeId }, data: { isOn: false, historySince: null, historyNext: null, historyDueAt: null } })
}

/** Switches a channel off after the bot was removed from it. If the place is gone, its log is deleted some time later. Idempotent. */
export async function leavePlace({ store, clock }: LogDeps, { place, isDeleted }: InboundDeparture): Promise<void> {
  const { platform, tenant, address } = place
  const channels = await store.db.channel.findMany({
    where: { place: { platform, tenant, address } },
    select: { placeId: true, threadId: true, goneAt: true },
  })
  for (const { placeId, threadId, goneAt } of channels)
    await store.transaction(async (tx) => {
      await switchChannelOff(tx, { placeId, threadId } as Channel)
      if (isDeleted && goneAt === null) await tx.channel.update({ where: { placeId }, data: { goneAt: clock.now() } })
    })
}
