// Logged channels with a past, for the benches.
import type { ChannelDeps } from '../../src/channels/deps.ts'
import { logMessage } from '../../src/channels/log/log-message.ts'
import { switchChannelOn } from '../../src/channels/manage/switch-channel.ts'
import { windowMs } from '../../src/channels/pyramid.ts'
import type { PlaceAddress, PlaceId, PlatformMessageId, ThreadId, UserId } from '../../src/core/domain/ids.ts'
import type { Audience } from '../../src/core/domain/messages.ts'
import type { PlaceRef } from '../../src/core/ports/platform.ts'
import type { Store } from '../../src/store/store.ts'
import { upsertPlace } from '../../src/threads/places.ts'

/** The messages of a window in a channel with a past. */
const messagesOfWindow = 20

export function placeOf(name: string): PlaceRef {
  return {
    platform: 'bench',
    tenant: '',
    address: `shared:${name}` as PlaceAddress,
    kind: 'shared',
    title: name,
  }
}

export interface BenchChannel {
  readonly placeId: PlaceId
  readonly threadId: ThreadId
  readonly audience: Audience
}

export async function openChannel(
  store: Store,
  place: PlaceRef,
  { userId, now }: { readonly userId: UserId; readonly now: Date },
): Promise<BenchChannel> {
  const { id: placeId, audience } = await upsertPlace(store.db, place, null)
  await store.transaction((tx) => switchChannelOn(tx, { placeId, managerId: userId, timezone: 'Etc/UTC', language: 'en', now }))
  const { threadId } = await store.db.channel.findUniqueOrThrow({ where: { placeId }, select: { threadId: true } })
  return { placeId, threadId: threadId as ThreadId, audience }
}

interface LoggedText {
  readonly number: number
  readonly text: string
  /** Now, if absent. */
  readonly sentAt?: Date
}

export function logText(deps: ChannelDeps, place: PlaceRef, { number, text, sentAt = deps.clock.now() }: LoggedText): Promise<boolean> {
  return logMessage(deps, {
    ...{ type: 'message', place, id: `${place.address}-${number}` as PlatformMessageId, order: BigInt(number), addressed: false, text },
    author: { id: `author-${number % 5}`, name: `Author ${number % 5}`, isBot: false },
    sentAt,
  })
}

/** Writes a past in large statements, with all its summaries: what is measured is not how they came in. */
export async function writePast({ db }: Store, { placeId, threadId, audience }: BenchChannel, messages: number): Promise<void> {
  const windows = Math.floor(messages / messagesOfWindow)
  await db.$executeRaw`ALTER TABLE messages DISABLE TRIGGER USER`
  const segment = await db.daySegment.create({
    data: { threadId, dayLabel: '2020-01-01', timezone: 'Etc/UTC', openedAt: new Date(), finalizedAt: new Date() },
  })
  const start = new Date(Math.floor(Date.now() / windowMs) * windowMs - (windows + 2) * windowMs)
  for (let from = 0; from < windows; from += 5_000)
    await db.$executeRaw`
      INSERT INTO messages (thread_id, segment_id, place_id, audience, role, kind, author_name, text, sent_at, platform_order, platform_message_id, change_seq)
      SELECT ${threadId}, ${segment.id}, ${placeId}, ${audience}, 'user', 'chat', 'Author', 'They talk about the garden and the price of the fence.',
        ${start}::timestamptz + w * interval '30 minutes' + n * interval '80 seconds', w * 20 + n, 'past-' || ${placeId}::int || '-' || w || '-' || n, w * 20 + n + 1
      FROM generate_series(${from}::int, ${Math.min(windows, from + 5_000) - 1}::int) w CROSS JOIN generate_series(0, ${messagesOfWindow - 1}::int) n`
  await db.$executeRaw`UPDATE threads SET change_seq = ${messages} WHERE id = ${threadId}`
  await db.$executeRaw`ALTER TABLE messages ENABLE TRIGGER USER`
  await db.$executeRaw`
    INSERT INTO channel_windows (place_id, starts_at, revision, summarized_revision)
    SELECT ${placeId}, ${start}::timestamptz + w * interval '30 minutes', w + 1, w + 1 FROM generate_series(0, ${windows - 1}::int) w`
  await db.$executeRaw`SELECT setval('channel_window_revisions', greatest(nextval('channel_window_revisions'), ${windows + 1}))`
  for (let level = 1; 2 ** (level - 1) <= windows; level++)
    await db.$executeRaw`
      INSERT INTO channel_summaries (place_id, source, level, ordinal, is_used, first_window, last_window, starts_at, ends_at, message_count, image_count,
        file_count, topics, text, model, created_at)
      SELECT ${placeId}, 'past ' || ${level}::int || ' ' || o, ${level}, o, TRUE, f, l, f, l + interval '29 minutes', ${messagesOfWindow * 2 ** (level - 1)}, 0, 0,
        ARRAY['garden'], repeat('They talk about the garden and the price of the fence. ', 10), 'past', now()
      FROM generate_series(0, ${Math.floor(windows / 2 ** (level - 1)) - 1}::int) o
      CROSS JOIN LATERAL (SELECT ${start}::timestamptz + o * ${2 ** (level - 1)}::int * interval '30 minutes' AS f,
        ${start}::timestamptz + ((o + 1) * ${2 ** (level - 1)}::int - 1) * interval '30 minutes' AS l) span`
}
