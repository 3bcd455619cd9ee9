import type { MessageId, SegmentId } from '../../core/domain/ids.ts'
import { translatorOf } from '../../core/messages/messages.ts'
import { buildTimezoneQuestion } from '../../people/timezone-question.ts'
import { claimTimezoneQuestion, resolveTimezone } from '../../people/users.ts'
import { Prisma } from '../../store/generated/client.ts'
import { repeatAfterConflict, type Tx } from '../../store/store.ts'
import { type DaySummaryProgress, summaryProgressSql } from '../../summaries/triggers.ts'
import { assertLease, holdSql, type Lease, releaseLease, releaseSql } from '../../threads/lease.ts'
import { completeDraft } from '../../threads/messages/drafts.ts'
import { insertMessages, insertRows, type NewMessage } from '../../threads/messages/insert-messages.ts'
import { advanceUnchanged, lockThread } from '../../threads/thread.ts'
import { trimOldReports, trimReportsSql } from '../context/report.ts'
import { type PlaceDelivery, type TakenPlace, takenPlaceSql, takePlaceSql, toPlaceDelivery, toPlaceLease } from '../deliver/next-part.ts'
import { addDeliveries, insertDeliveriesSql, isPlaceClosedSql, planDeliveries } from '../deliver/outbox.ts'
import type { ConversationDeps } from '../deps.ts'
import { hasPendingMessages, lastOf, replyToOf, type Turn } from './claim-turn.ts'
import { commitReplacement } from './replace-reply.ts'
import type { TurnEnding } from './turn-endings.ts'

interface NewDraft {
  readonly lease: Lease
  /** The thread's revision before any of its messages were read. */
  readonly revision: number
  readonly text: string
  /** What is sent: the text, or a line in its place that says what the bot is doing. */
  readonly shown: string
}

/**
 * Stores an unfinished reply, with its first part in state `sending`. Returns undefined if the thread has changed or the turn is cancelled,
 * because its place may belong to another user now.
 */
export async function storeDraft(
  deps: ConversationDeps,
  turn: Turn,
  { lease, revision, text, shown }: NewDraft,
): Promise<MessageId | undefined> {
  return deps.store.transaction(async (tx) => {
    await assertLease(tx, lease)
    if ((await lockThread(tx, turn.threadId))?.revision !== revision) return undefined
    if ((await tx.turn.count({ where: { id: turn.id, state: 'running', stopRequested: false } })) === 0) return undefined
    const now = deps.clock.now()
    const segmentId = await findCurrentSegment(tx, turn)
    const [draft] = await insertMessages(tx, turn.threadId, [
      toReplyRow(turn, { segmentId, role: 'assistant', kind: 'draft', text, sentAt: now }),
    ])
    if (!draft) throw new Error('A draft was not stored.')
    await tx.turn.update({ where: { id: turn.id }, data: { replyId: draft.id } })
    await addDeliveries(tx, deps.senders, { messageId: draft.id, placeId: turn.place.id, text: shown, at: now, ...replyToOf(turn) })
    await tx.delivery.updateMany({ where: { messageId: draft.id, state: 'pending' }, data: { state: 'sending', sendStartedAt: now } })
    return draft.id
  })
}

/**
 * Returns the current day segment of the answered message. It can change, because setting a first timezone moves messages to other days.
 */
async function findCurrentSegment(tx: Tx, turn: Turn): Promise<SegmentId> {
  const row = await tx.message.findUniqueOrThrow({ where: { id: lastOf(turn).id }, select: { segmentId: true } })
  return row.segmentId as SegmentId
}

function toReplyRow(turn: Turn, row: Pick<NewMessage, 'segmentId' | 'role' | 'kind' | 'text' | 'sentAt' | 'tool'>): NewMessage {
  const { placeId, audience, platformOrder, id } = lastOf(turn)
  return { placeId, audience, platformOrder, turnId: turn.id, ...(row.role === 'tool' ? {} : { replyToId: id }), ...row }
}

/** The follow-up work that the commit of a turn has already done. A field is absent if that work is left. */
export interface CommittedTurn {
  /** Set if the lease of the thread was released: whether there is more to answer. */
  readonly isWanted?: boolean
  /** The delivery of the reply, which has begun. */
  readonly delivery?: PlaceDelivery | undefined
  /** The progress of the day that the reply belongs to. */
  readonly progress?: DaySummaryProgress | undefined
}

/**
 * Commits a turn in one transaction: tool outputs, and the reply with its parts. Returns `changed` if messages were edited or anything was
 * deleted since the reply was started, in which case only the usage is recorded.
 */
export async function commitTurn(
  deps: ConversationDeps,
  turn: Turn,
  { lease, finish }: { lease: Lease; finish: TurnEnding },
): Promise<CommittedTurn | 'changed'> {
  const isPlain = !turn.replaced && !finish.draftId && finish.text !== '' && !mayAskTimezone(deps, turn, finish)
  const committed = isPlain ? await repeatAfterConflict(() => commitNewReply(deps, turn, { lease, finish })) : undefined
  if (committed) return committed
  return deps.store.transaction(async (tx) => {
    await assertLease(tx, lease)
    const thread = await lockThread(tx, turn.threadId)
    await addUsage(tx, turn, finish)
    if (!thread || (finish.revision !== undefined && finish.revision !== thread.revision)) return 'changed'
    const segmentId = await findCurrentSegment(tx, turn)
    const storeTools = async (sentAt: Date) => {
      if (finish.tools.length === 0) return
      const rows = finish.tools.map((tool) => toReplyRow(turn, { segmentId, role: 'tool', kind: 'chat', sentAt, ...tool }))
      await insertMessages(tx, turn.threadId, rows)
    }
    const { replaced } = turn
    const replyId =
      (replaced && (await commitReplacement(deps, tx, { turn, replaced, finish, segmentId, storeTools }))) ??
      (await storeReply(deps, tx, { turn, finish, segmentId, storeTools }))
    if (mayAskTimezone(deps, turn, finish)) await askTimezone(deps, tx, { turn, segmentId })
    await tx.turn.update({
      where: { id: turn.id },
      data: {
        state: finish.state,
        replyId,
        finishedAt: deps.clock.now(),
        model: finish.model ?? null,
        error: finish.error ?? null,
        cutOff: finish.isCutOff ?? false,
        ...(finish.context && { context: finish.context as Prisma.InputJsonObject }),
      },
    })
    await trimOldReports(tx, turn.threadId)
    return {}
  })
}

/**
 * Commits a turn whose reply was not shown yet and replaces nothing, releases its lease and begins to deliver the reply, in one statement.
 * Returns undefined, and stores nothing, if the thread is not at the revision of the reply or changes meanwhile, or if the lease is lost.
 */
async function commitNewReply(
  deps: ConversationDeps,
  turn: Turn,
  { lease, finish }: { lease: Lease; finish: TurnEnding },
): Promise<CommittedTurn | undefined> {
  const { threadId, place } = turn
  const now = new Date(Math.max(deps.clock.now().getTime(), lastOf(turn).sentAt.getTime()))
  const segmentId = lastOf(turn).segmentId
  const tools = finish.tools.map((tool) => toReplyRow(turn, { segmentId, role: 'tool', kind: 'chat', sentAt: now, ...tool }))
  // The reply is one ms later, as where it was shown before.
  const sentAt = new Date(now.getTime() + (tools.length > 0 ? 1 : 0))
  const reply = { role: roleOf(finish.kind), kind: finish.kind, text: finish.text, sentAt }
  const rows = [...tools, toReplyRow(turn, { segmentId, ...reply })]
  const isRevision = finish.revision === undefined ? Prisma.sql`TRUE` : Prisma.sql`t.revision = ${finish.revision}`
  const parts = planDeliveries(deps.senders, place, { text: finish.text, ...(finish.buttons && { buttons: finish.buttons }) })
  // A place that others write in too must not wait for the thread of one of them.
  const deliversAtOnce = Prisma.sql`${place.kind === 'direct'} AND EXISTS (SELECT 1 FROM held)`
  const startedAt = deps.clock.now()
  const [row] = await deps.store.db.$queryRaw<(TakenPlace & { isWanted: boolean | null; progress: DaySummaryProgress | null })[]>`
    WITH held AS (${holdSql(lease)}),
    ${takePlaceSql(deps, { threadId, placeId: place.id, condition: deliversAtOnce })},
    taken AS MATERIALIZED (SELECT count(*) FROM acquired),
    last AS MATERIALIZED (SELECT segment_id, platform_message_id FROM messages WHERE id = ${lastOf(turn).id}),
    ${advanceUnchanged(Prisma.sql`${threadId}`, rows.length, {
      condition: isRevision,
      // Leases are locked before threads.
      source: Prisma.sql`CROSS JOIN held CROSS JOIN taken CROSS JOIN last`,
    })},
    ${insertRows(rows, { segmentId: Prisma.sql`last.segment_id`, source: Prisma.sql`, last` })},
    reply AS (SELECT id FROM m ORDER BY change_seq DESC LIMIT 1),
    parts AS (${insertDeliveriesSql(parts, {
      messageId: Prisma.sql`reply.id`,
      isClosed: isPlaceClosedSql(Prisma.sql`${threadId}`, Prisma.sql`${place.id}`),
      replyTo: place.kind === 'shared' ? Prisma.sql`last.platform_message_id` : Prisma.sql`NULL`,
      at: sentAt,
      sending: { condition: Prisma.sql`EXISTS (SELECT 1 FROM first)`, at: startedAt },
      source: Prisma.sql`, reply, last`,
    })} RETURNING *),
    trimmed AS (${trimReportsSql(threadId, turn.id)} AND EXISTS (SELECT 1 FROM thread)),
    ended AS (
      UPDATE turns u SET ${usageSql(finish)} state = ${finish.state}, reply_id = reply.id, finished_at = ${deps.clock.now()},
        model = ${finish.model ?? null}, error = ${finish.error ?? null}, cut_off = ${finish.isCutOff ?? false},
        context = COALESCE(${finish.context ? JSON.stringify(finish.context) : null}::json, u.context)
      FROM reply WHERE u.id = ${turn.id}),
    released AS (${releaseSql(lease, Prisma.sql`EXISTS (SELECT 1 FROM reply)`)})
    SELECT (SELECT is_wanted OR ${hasPendingMessages(deps, threadId)} FROM released) AS "isWanted",
      (SELECT to_jsonb(one) FROM (${summaryProgressSql(Prisma.sql`(SELECT segment_id FROM last)`, { audience: place.audience, ...finish })}) one) AS progress,
      ${takenPlaceSql}`
  if (!row) throw new Error('The commit of a turn returned no row.')
  const { isWanted, progress, ...taken } = row
  if (isWanted !== null)
    return { isWanted, delivery: await toPlaceDelivery(deps, place.id, { ...taken, at: startedAt }), progress: progress ?? undefined }
  // The reply is written or stored again, and its delivery sends what another worker wanted to send.
  const placeLease = toPlaceLease(place.id, taken)
  if (placeLease) await releaseLease(deps.store.db, placeLease)
  return undefined
}

const roleOf = (kind: TurnEnding['kind']) => (kind === 'chat' ? ('assistant' as const) : ('system' as const))

/** Whether a reply may be followed by the question for the timezone: it went to the user alone, and the platform does not say where they are. */
const mayAskTimezone = ({ senders }: ConversationDeps, { user, place }: Turn, { state }: TurnEnding): boolean =>
  state === 'done' &&
  place.kind === 'direct' &&
  user.timezone === null &&
  !user.isTimezoneAsked &&
  !senders.get(place.platform)?.isTimezoneKnown

/**
 * Posts the question for the timezone after a reply, unless the user has a timezone or was asked before. Call it in the transaction that
 * commits the reply.
 */
async function askTimezone(deps: ConversationDeps, tx: Tx, { turn, segmentId }: { turn: Turn; segmentId: SegmentId }): Promise<void> {
  const now = deps.clock.now()
  const { user, threadId, place } = turn
  if (!(await claimTimezoneQuestion(tx, user.id, now))) return
  const { sentAt, platformOrder } = lastOf(turn)
  // The reply may be one ms later than now.
  const after = { sentAt: new Date(Math.max(now.getTime(), sentAt.getTime()) + 1), platformOrder }
  const question = buildTimezoneQuestion(translatorOf(user.language), resolveTimezone(user, deps.defaultTimezone))
  await deps.post(tx, { threadId, segmentId, placeId: place.id, kind: 'notice', after, ...question })
}

/** Adds to the turn's usage. Discarded replies count too. */
async function addUsage(tx: Tx, turn: Turn, finish: TurnEnding): Promise<void> {
  if (finish.calls) await tx.$executeRaw`UPDATE turns SET ${usageSql(finish)} state = state WHERE id = ${turn.id}`
}

/** SQL for the assignments, each with a comma, that add to the usage of a turn. Null means unknown, not zero. */
function usageSql({ calls, usage }: TurnEnding): Prisma.Sql {
  if (!calls) return Prisma.empty
  const { inputTokens = null, outputTokens = null, cachedTokens = null } = usage ?? {}
  return Prisma.sql`calls = COALESCE(calls, 0) + ${calls}::int,
    cached_tokens = CASE WHEN ${inputTokens}::int IS NULL THEN cached_tokens WHEN input_tokens IS NULL THEN ${cachedTokens}::int
      ELSE cached_tokens + ${cachedTokens}::int END,
    input_tokens = COALESCE(input_tokens + ${inputTokens}::int, ${inputTokens}::int, input_tokens),
    output_tokens = COALESCE(output_tokens + ${outputTokens}::int, ${outputTokens}::int, output_tokens),`
}

interface ReplyToStore {
  readonly turn: Turn
  readonly finish: TurnEnding
  readonly segmentId: SegmentId
  readonly storeTools: (sentAt: Date) => Promise<void>
}

/** Stores the tool outputs and the reply. */
async function storeReply(
  deps: ConversationDeps,
  tx: Tx,
  { turn, finish, segmentId, storeTools }: ReplyToStore,
): Promise<MessageId | null> {
  const now = new Date(Math.max(deps.clock.now().getTime(), lastOf(turn).sentAt.getTime()))
  await storeTools(now)
  // The reply is one ms later, because a draft has a lower id than the tool outputs it follows.
  const sentAt = new Date(now.getTime() + (finish.tools.length > 0 ? 1 : 0))
  const { draftId } = finish
  // A draft that was shown cannot be taken back, so it becomes a notice.
  const { text, kind } =
    finish.text || !draftId ? finish : { text: translatorOf(turn.user.language)('turn.stopped'), kind: 'notice' as const }
  if (!text) return null
  const row = { role: roleOf(kind), kind, text, sentAt }
  const replyId = draftId ? await completeDraft(tx, { draftId, ...row }) : await insertReply(tx, turn, { segmentId, ...row })
  await addDeliveries(tx, deps.senders, {
    messageId: replyId,
    placeId: turn.place.id,
    text,
    at: sentAt,
    ...replyToOf(turn),
    ...(finish.buttons && { buttons: finish.buttons }),
  })
  return replyId
}

async function insertReply(
  tx: Tx,
  turn: Turn,
  row: Pick<NewMessage, 'segmentId' | 'role' | 'kind' | 'text' | 'sentAt'>,
): Promise<MessageId> {
  const [reply] = await insertMessages(tx, turn.threadId, [toReplyRow(turn, row)])
  if (!reply) throw new Error('A reply was not stored.')
  return reply.id
}
