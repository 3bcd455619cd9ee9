import type { Channel } from '../../../src/channels/channel.ts'
import { switchChannelOn } from '../../../src/channels/manage/switch-channel.ts'
import type { ThreadId, UserId } from '../../../src/core/domain/ids.ts'
import type { PlaceRef } from '../../../src/core/ports/platform.ts'
import { findUserByAccount, insertUser } from '../../../src/people/users.ts'
import type { Store } from '../../../src/store/store.ts'
import { upsertPlace } from '../../../src/threads/places.ts'
import type { TestClock } from '../../support/clock.ts'

export type TestChannel = Pick<Channel, 'placeId' | 'threadId'>

interface ChannelWorld {
  readonly store: Store
  readonly clock: TestClock
}

/** Switches a place on, in UTC, by somebody who is let in. */
export async function openTestChannel({ store, clock }: ChannelWorld, place: PlaceRef, manager: string): Promise<TestChannel> {
  const now = clock.now()
  const { id: placeId } = await upsertPlace(store.db, place, null)
  const key = { platform: place.platform, tenant: place.tenant, platformUserId: manager }
  return store.transaction(async (tx) => {
    const { user } = (await findUserByAccount(tx, key)) ?? (await insertUser(tx, key, { name: manager, now }))
    await switchChannelOn(tx, { placeId, managerId: user.id as UserId, timezone: 'Etc/UTC', language: 'en', now })
    const { threadId } = await tx.channel.findUniqueOrThrow({ where: { placeId }, select: { threadId: true } })
    return { placeId, threadId: threadId as ThreadId }
  })
}

/** The log of a channel as "author: text", in order. */
export async function readLog({ store }: Pick<ChannelWorld, 'store'>, { threadId }: TestChannel): Promise<readonly string[]> {
  const where = { threadId, deletedAt: null, kind: 'chat' }
  const rows = await store.db.message.findMany({ where, orderBy: [{ sentAt: 'asc' }, { platformOrder: 'asc' }] })
  return rows.map(({ authorName, text }) => `${authorName}: ${text}`)
}
