import type { AccountId, PlaceAddress, PlatformMessageId, SegmentId, ThreadId, UserId } from '../../core/domain/ids.ts'
import type { Message } from '../../core/domain/messages.ts'
import { dayLabelOf } from '../../core/ports/clock.ts'
import type { CallTurn, InboundCall, PlatformName } from '../../core/ports/platform.ts'
import type { Db, Tx } from '../../store/store.ts'
import { ensureSegment, type SegmentResult } from '../days/day-segment.ts'
import type { MessageDeps } from '../deps.ts'
import { type Place, upsertPlace } from '../places.ts'
import { ensureContinuousThread, lockThread } from '../thread.ts'
import { findAccountOwner } from './append-message.ts'
import { insertMessages } from './insert-messages.ts'

/** A finished call of a known user. */
export interface CallInput extends Pick<InboundCall, 'id' | 'startedAt' | 'seconds' | 'turns'> {
  readonly userId: UserId
  readonly accountId: AccountId
  readonly authorName: string
  /** The user's current timezone (IANA name). */
  readonly timezone: string
  readonly platform: PlatformName
  /** Whether the caller is still known to be the user. Asked again under the lock, because access may have ended meanwhile. */
  isStillKnown(tx: Tx): Promise<boolean>
}

export interface AppendedCall {
  readonly threadId: ThreadId
  /** The days that the call is part of. */
  readonly days: readonly SegmentResult[]
}

/** Returns those of the given calls that are stored. Relies on calls_platform_call_id_key. */
export async function listStoredCalls(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.phoneCall.findMany({ where: { platformCallId: { in: [...ids] } }, select: { platformCallId: true } })
  return new Set(rows.map(({ platformCallId }) => platformCallId))
}

/**
 * Stores the turns of a call once, in the user's continuous thread, in one transaction. Returns undefined if the call is stored already, or
 * if the caller is no longer known to be the user.
 */
export async function appendCall(deps: MessageDeps, input: CallInput): Promise<AppendedCall | undefined> {
  const threadId = await ensureContinuousThread(deps.store, input.userId, deps.clock.now())
  return deps.store.transaction(async (tx) => {
    if (!(await lockThread(tx, threadId)) || (await findAccountOwner(tx, input.accountId))?.threadId !== threadId) return undefined
    if (!(await input.isStillKnown(tx))) return undefined
    const ref = { platform: input.platform, tenant: '', address: `user:${input.userId}` as PlaceAddress, kind: 'direct' as const }
    // Without a time of activity, because nothing can be sent there.
    const place = await upsertPlace(tx, ref, input.userId)
    const { id: platformCallId, startedAt, seconds = null } = input
    const call = { placeId: place.id, platformCallId, startedAt, seconds }
    if ((await tx.phoneCall.createMany({ data: call, skipDuplicates: true })).count === 0) return undefined
    return { threadId, days: await insertTurns(tx, { ...input, threadId, place, now: deps.clock.now() }) }
  })
}

interface CallTask extends CallInput {
  readonly threadId: ThreadId
  readonly place: Place
  readonly now: Date
}

/** Inserts the turns day by day, because the day of a turn depends on the earlier messages of the user. */
async function insertTurns(tx: Tx, task: CallTask): Promise<SegmentResult[]> {
  const { threadId, timezone, now } = task
  const days: SegmentResult[] = []
  for (const turns of splitByDay(timeTurns(task), timezone)) {
    const first = turns.find(({ role }) => role === 'user') ?? turns[0]
    if (!first) continue
    const day = await ensureSegment(tx, { threadId, sentAt: first.sentAt, timezone, now })
    await insertMessages(
      tx,
      threadId,
      turns.map((turn) => toMessage(task, turn, day.segment.id)),
    )
    days.push(day)
  }
  return days
}

interface TimedTurn extends CallTurn {
  readonly index: number
  readonly sentAt: Date
}

/** Gives each turn its time. A turn never comes before an earlier one, however the service counts. */
function timeTurns({ startedAt, turns }: CallTask): TimedTurn[] {
  let latest = 0
  return turns.map((turn, index) => {
    latest = Math.max(latest, turn.offset)
    return { ...turn, index, sentAt: new Date(startedAt.getTime() + latest * 1_000) }
  })
}

/** Splits turns where a turn of the user begins another date. What the bot says belongs to the day of what it answers. */
function splitByDay(turns: readonly TimedTurn[], timezone: string): TimedTurn[][] {
  const days: TimedTurn[][] = []
  let label: string | undefined
  for (const turn of turns) {
    const own = dayLabelOf(turn.sentAt, timezone)
    const last = days.at(-1)
    if (last && (turn.role !== 'user' || label === undefined || own === label)) last.push(turn)
    else days.push([turn])
    // The greeting before the first words of the user belongs to their day.
    if (turn.role === 'user') label = own
  }
  return days
}

const toMessage = ({ place, id, accountId, authorName }: CallTask, { role, text, index, sentAt }: TimedTurn, segmentId: SegmentId) => ({
  segmentId,
  placeId: place.id,
  audience: place.audience,
  role,
  kind: 'chat' as const,
  text,
  sentAt,
  platformOrder: BigInt(index),
  platformMessageId: `${id}:${index}` as PlatformMessageId,
  ...(role === 'user' && { authorAccountId: accountId, authorName }),
})

/** Returns the id that a call would have in which a message was said. Undefined for what cannot have been said in one. */
export const callOf = (id: PlatformMessageId | null): string | undefined => id?.match(/^(.+):\d+$/)?.[1]

/** Returns the length in seconds of the calls whose turns are among some messages, by the ids of the calls. */
export async function loadCallLengths(
  db: Db,
  messages: readonly Pick<Message, 'platformMessageId'>[],
): Promise<ReadonlyMap<string, number | null>> {
  const ids = [...new Set(messages.flatMap(({ platformMessageId }) => callOf(platformMessageId) ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db.phoneCall.findMany({ where: { platformCallId: { in: ids } }, select: { platformCallId: true, seconds: true } })
  return new Map(rows.map(({ platformCallId, seconds }) => [platformCallId, seconds]))
}
