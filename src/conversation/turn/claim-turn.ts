import { InputError } from '../../core/domain/errors.ts'
import type { DayLabel, MessageId, ThreadId, TurnId } from '../../core/domain/ids.ts'
import type { Message } from '../../core/domain/messages.ts'
import { findUserById, type User, userJsonSql } from '../../people/users.ts'
import { Prisma } from '../../store/generated/client.ts'
import { repeatAfterConflict, type Tx } from '../../store/store.ts'
import { acquireSql, assertLease, holdSql, type Lease, leaseName } from '../../threads/lease.ts'
import { completeDraft } from '../../threads/messages/drafts.ts'
import { messageColumns, oldestFirst } from '../../threads/messages/message-columns.ts'
import { claimMessages, claimMessagesSql } from '../../threads/messages/pending-messages.ts'
import { fromReferencesJson, type ReferencesJson, referencesSql } from '../../threads/messages/references.ts'
import { findPlaceById, isServed, type Place, placeJsonSql } from '../../threads/places.ts'
import type { Scope } from '../../threads/scope.ts'
import { isBeingErased, loadTranslator, lockThread, lockUnchanged } from '../../threads/thread.ts'
import type { MessageToAnswer } from '../context/rows.ts'
import type { ClaimedFacts, ContextTurn } from '../context/section.ts'
import { addDeliveries, isPlaceClosedSql } from '../deliver/outbox.ts'
import type { ConversationDeps } from '../deps.ts'
import { replyTokensSql, startOfLimitDay } from '../limits.ts'
import { resolveUnconfirmedDraft } from './draft.ts'
import { loadReplacedRows, type ReplacedRows, takeOverReply } from './replaced-reply.ts'
import { createWithdrawnEnding } from './turn-endings.ts'

/** SQL for the pending messages of a thread in places where this process can answer. Relies on messages_pending_idx. */
const pendingIn = ({ senders }: ConversationDeps, threadId: ThreadId) => Prisma.sql`
  m.thread_id = ${threadId} AND m.pending AND m.kind = 'chat' AND ${isServed(senders)}
  AND EXISTS (SELECT 1 FROM continuous_threads c WHERE c.thread_id = m.thread_id) AND NOT ${isBeingErased(Prisma.sql`m.thread_id`)}
  AND NOT ${isPlaceClosedSql()}`

/** SQL for whether a thread has pending messages, to be answered for the first time or again. */
export const hasPendingMessages = (deps: ConversationDeps, threadId: ThreadId) =>
  Prisma.sql`EXISTS (SELECT 1 FROM messages m WHERE ${pendingIn(deps, threadId)})`

/** SQL for whether a thread has messages to answer or a turn that was interrupted. */
const isTurnPending = (deps: ConversationDeps, threadId: ThreadId) => Prisma.sql`(
  ${hasPendingMessages(deps, threadId)} OR EXISTS (SELECT 1 FROM turns t WHERE t.thread_id = ${threadId} AND t.state = 'running'))`

/** SQL for the messages that a turn has left to answer. The alias is m. Relies on messages_turn_id_idx. */
const isLeftIn = (turnId: number) => Prisma.sql`m.turn_id = ${turnId} AND m.role = 'user' AND m.deleted_at IS NULL`

/** A lease, and the turn that was claimed with it. */
export interface BegunTurn {
  readonly lease: Lease
  /** Undefined if `claimTurn` must look for one: it was interrupted, or something changed meanwhile. */
  readonly turn: Turn | undefined
}

/**
 * Acquires the lease of a thread that has messages to answer or an interrupted turn, and claims the messages, in one statement. Returns
 * undefined if there is nothing to do, or if another worker holds the lease.
 */
export async function beginTurn(deps: ConversationDeps, threadId: ThreadId): Promise<BegunTurn | undefined> {
  const name = leaseName('thread', threadId)
  const rows = await repeatAfterConflict(
    () => deps.store.db.$queryRaw<(LeftJoined<ClaimedMessage> & { epoch: number; isHeld: boolean })[]>`
      WITH ${acquireSql(deps, name, isTurnPending(deps, threadId))}, ${claimSql(deps, threadId, Prisma.sql`begun`)}
      SELECT a.epoch, a.is_wanted AS "isHeld", c.* FROM acquired a LEFT JOIN claimed c ON TRUE ORDER BY "sentAt", "platformOrder", id`,
  )
  const [first] = rows
  if (!first || first.isHeld) return undefined
  const claimed = rows.flatMap(({ epoch: _, isHeld: __, ...row }) => (row.id === null ? [] : (row as ClaimedMessage)))
  return { lease: { name, epoch: first.epoch }, turn: toTurn(claimed, threadId) }
}

/** A row of which all columns are null if there is none. */
type LeftJoined<Row> = { readonly [Column in keyof Row]: Row[Column] | null }

/**
 * Claims the next turn: an interrupted one, or a new one with the pending messages of the place that has waited longest.
 * Returns undefined if nothing is pending, or while everything is being deleted.
 */
export async function claimTurn(deps: ConversationDeps, lease: Lease, threadId: ThreadId): Promise<Turn | undefined> {
  return deps.store.transaction(async (tx) => {
    await assertLease(tx, lease)
    if (!(await lockThread(tx, threadId))) return undefined
    const interrupted = await resumeTurn(deps, tx, threadId)
    // The thread is locked now, so this claims nothing only if there are no new messages, or those to answer again come first.
    return interrupted ?? (await claimNewMessages(deps, tx, { lease, threadId })) ?? (await startAgain(deps, tx, threadId))
  })
}

async function claimNewMessages(
  deps: ConversationDeps,
  tx: Tx,
  { lease, threadId }: { readonly lease: Lease; readonly threadId: ThreadId },
): Promise<Turn | undefined> {
  const claimed = await tx.$queryRaw<ClaimedMessage[]>`
    WITH held AS (${holdSql(lease)}), ${claimSql(deps, threadId, Prisma.sql`held`)}
    SELECT * FROM claimed ORDER BY "sentAt", "platformOrder", id`
  return toTurn(claimed, threadId)
}

interface ClaimedMessage extends Message {
  readonly turn: TurnId
  readonly revision: number
  readonly user: User
  readonly place: Place
  readonly hasFiles: boolean
  readonly dayLabel: DayLabel
  readonly tokensToday: number | null
  readonly hasTopic: boolean
  readonly references: ReferencesJson
}

/**
 * SQL for CTEs that start a turn with messages that were not answered before. `claimed` has them. It is empty, and nothing is claimed, if
 * there are none, if a turn was interrupted, if the thread changes meanwhile, or if the CTE named `holder` has no row.
 */
const claimSql = (deps: ConversationDeps, threadId: ThreadId, holder: Prisma.Sql): Prisma.Sql => Prisma.sql`
  oldest AS MATERIALIZED (
    SELECT m.place_id, m.turn_id FROM messages m WHERE ${pendingIn(deps, threadId)} ORDER BY ${oldestFirst} LIMIT 1),
  ${lockUnchanged(Prisma.sql`${threadId}`, { source: Prisma.sql`CROSS JOIN ${holder}` })},
  turn AS (
    INSERT INTO turns (thread_id, place_id, state, started_at)
    SELECT thread.id, o.place_id, 'running', ${deps.clock.now()}
    FROM thread, oldest o, continuous_threads c, places p
    WHERE c.thread_id = thread.id AND p.id = o.place_id AND o.turn_id IS NULL AND (p.kind <> 'direct' OR p.user_id = c.user_id)
      AND NOT EXISTS (SELECT 1 FROM turns r WHERE r.thread_id = thread.id AND r.state = 'running')
    RETURNING id, place_id),
  m AS (${claimMessagesSql(Prisma.sql`${pendingIn(deps, threadId)} AND m.place_id = turn.place_id AND m.turn_id IS NULL`)}),
  claimed AS (
    SELECT ${messageColumns}, ${referencesSql} AS "references", turn.id AS turn, thread.revision, thread.fresh_seq > 0 AS "hasTopic", ${userJsonSql(Prisma.sql`c.user_id`)} AS "user",
      ${placeJsonSql(Prisma.sql`turn.place_id`)} AS place, EXISTS (SELECT 1 FROM attachments a WHERE a.message_id = m.id) AS "hasFiles",
      (SELECT d.day_label FROM day_segments d WHERE d.id = m.segment_id) AS "dayLabel",
      ${deps.settings.tokensPerDay > 0 ? replyTokensSql(Prisma.sql`thread.id`, startOfLimitDay(deps)) : Prisma.sql`NULL::float8`} AS "tokensToday"
    FROM m, turn, thread, continuous_threads c WHERE c.thread_id = thread.id)`

function toTurn(claimed: readonly ClaimedMessage[], threadId: ThreadId): Turn | undefined {
  const [first, ...rest] = claimed.map(
    ({ turn, revision, user, place, hasFiles, dayLabel, tokensToday, hasTopic, references, ...message }) =>
      withReferences(message, references),
  )
  const [row] = claimed
  if (!row || !first) return undefined
  const { user, place } = row
  return {
    id: row.turn,
    threadId,
    user,
    place,
    scope: { userId: user.id, threadId, audience: place.audience },
    messages: [first, ...rest],
    draftId: null,
    attempts: 1,
    ...(!claimed.some(({ hasFiles }) => hasFiles) && {
      asClaimed: {
        revision: row.revision,
        today: claimed.at(-1)?.dayLabel ?? row.dayLabel,
        tokensToday: row.tokensToday,
        hasTopic: row.hasTopic,
      },
    }),
  }
}

async function resumeTurn(deps: ConversationDeps, tx: Tx, threadId: ThreadId): Promise<Turn | undefined> {
  // Relies on turns_running_key: a thread has at most one running turn.
  const [row] = await tx.$queryRaw<TurnRow[]>`
    SELECT t.id, t.thread_id AS "threadId", t.place_id AS "placeId", c.user_id AS "userId", t.attempts,
      CASE r.kind WHEN 'draft' THEN r.id END AS "draftId", CASE WHEN r.kind <> 'draft' THEN r.id END AS "replacedId"
    FROM turns t JOIN continuous_threads c ON c.thread_id = t.thread_id LEFT JOIN messages r ON r.id = t.reply_id
    WHERE t.thread_id = ${threadId} AND t.state = 'running' AND NOT ${isBeingErased(Prisma.sql`t.thread_id`)}`
  if (!row) return undefined
  if (row.draftId) await resolveUnconfirmedDraft(deps, tx, { draftId: row.draftId, placeId: row.placeId as Place['id'] })
  const messages = await tx.$queryRaw<Message[]>`
    SELECT ${messageColumns} FROM messages m WHERE ${isLeftIn(row.id)} ORDER BY ${oldestFirst}`
  const turn = await loadTurn(tx, { ...row, attempts: row.attempts + 1 }, messages)
  if (!turn) {
    await withdrawTurn(deps, tx, row)
    return undefined
  }
  // An earlier version left them pending until they were answered.
  await claimMessages(tx, turn.messages, turn.id)
  await tx.turn.update({ where: { id: row.id }, data: { attempts: turn.attempts } })
  return turn
}

async function withdrawTurn(deps: ConversationDeps, tx: Tx, row: TurnRow): Promise<void> {
  const { state, text, error = null, draftId } = createWithdrawnEnding(row.draftId, await loadTranslator(tx, row.threadId as ThreadId))
  const at = deps.clock.now()
  if (draftId) {
    await completeDraft(tx, { draftId, role: 'system', kind: 'notice', text, sentAt: at })
    await addDeliveries(tx, deps.senders, { messageId: draftId, placeId: row.placeId as Place['id'], text, at })
  }
  await tx.turn.update({ where: { id: row.id }, data: { state, error, finishedAt: at } })
}

/** Starts a turn that answers the messages of an earlier one again, apart from others. Returns undefined if none of them come first. */
async function startAgain(deps: ConversationDeps, tx: Tx, threadId: ThreadId): Promise<Turn | undefined> {
  const messages = await tx.$queryRaw<Message[]>`
    WITH oldest AS (SELECT m.place_id, m.turn_id FROM messages m WHERE ${pendingIn(deps, threadId)} ORDER BY ${oldestFirst} LIMIT 1)
    SELECT ${messageColumns} FROM messages m JOIN oldest o ON m.place_id = o.place_id AND m.turn_id = o.turn_id
    WHERE ${pendingIn(deps, threadId)} ORDER BY ${oldestFirst}`
  const [first] = messages
  const owner = await tx.continuousThread.findUnique({ where: { threadId } })
  if (!first || first.turnId === null || !owner) return undefined
  const { id } = await tx.turn.create({ data: { threadId, placeId: first.placeId, state: 'running', startedAt: deps.clock.now() } })
  const row = { id, threadId, placeId: first.placeId, userId: owner.userId, draftId: null, attempts: 1 }
  const replacedId = await takeOverReply(deps, tx, { from: first.turnId, to: id as TurnId })
  if (replacedId === null) await claimMessages(tx, messages, id as TurnId)
  return loadTurn(tx, { ...row, replacedId }, messages)
}

interface TurnRow {
  readonly id: number
  readonly threadId: number
  readonly placeId: number
  readonly userId: number
  readonly draftId: MessageId | null
  /** The earlier reply that the turn replaces. */
  readonly replacedId: MessageId | null
  readonly attempts: number
}

async function loadTurn(tx: Tx, row: TurnRow, messages: readonly Message[]): Promise<Turn | undefined> {
  const [first, ...rest] = messages
  const user = await findUserById(tx, row.userId as User['id'])
  const place = await findPlaceById(tx, row.placeId as Place['id'])
  // A blocked user gets no answer, not even to what a turn had already claimed.
  if (!first || !user || user.isBlocked || !place) return undefined
  // The place was unlinked. A direct place receives only content of its own user's thread.
  if (place.kind === 'direct' && place.userId !== user.id) return undefined
  const threadId = row.threadId as ThreadId
  return {
    id: row.id as TurnId,
    threadId,
    user,
    place,
    scope: { userId: user.id, threadId, audience: place.audience },
    messages: [first, ...rest],
    draftId: row.draftId,
    attempts: row.attempts,
    ...(row.replacedId !== null && { replaced: await loadReplacedRows(tx, row.id as TurnId, row.replacedId) }),
  }
}

/** Reloads the messages to answer, which may have been edited or deleted since the turn started. Returns undefined if none is left. */
export async function reloadIncoming(deps: ConversationDeps, turn: Turn): Promise<ContextTurn['messagesToAnswer'] | undefined> {
  const rows = await deps.store.db.$queryRaw<{ id: MessageId; text: string; references: ReferencesJson }[]>`
    SELECT m.id, m.text, ${referencesSql} AS "references" FROM messages m
    WHERE ${isLeftIn(turn.id)}`
  const current = new Map(rows.map((row) => [row.id, row]))
  const [first, ...rest] = turn.messages.flatMap((message) => {
    const row = current.get(message.id)
    return row ? withReferences({ ...message, text: row.text }, row.references) : []
  })
  return first && [first, ...rest]
}

const withReferences = (message: Message, references: ReferencesJson): MessageToAnswer =>
  references ? { ...message, references: fromReferencesJson(references) } : message

/** Messages of one thread and one place that are answered together, with their context. */
export interface Turn {
  readonly id: TurnId
  readonly threadId: ThreadId
  readonly user: User
  readonly place: Place
  readonly scope: Scope
  readonly messages: readonly [MessageToAnswer, ...MessageToAnswer[]]
  /** The unfinished reply that was shown before the turn was interrupted. */
  readonly draftId: MessageId | null
  readonly attempts: number
  /** The earlier reply that this turn replaces, if its messages are answered again. */
  readonly replaced?: ReplacedRows
  /** What was read together with the messages. Absent if they have files or were claimed before, so that all is read again. */
  readonly asClaimed?: ClaimedFacts
}

/**
 * Guards what a turn writes before it ends. Locks the thread. Throws LeaseLostError, or InputError if messages were edited or anything was
 * deleted.
 */
export async function assertUnchanged(tx: Tx, turn: Turn, { lease, revision }: { lease: Lease; revision: number }): Promise<void> {
  await assertLease(tx, lease)
  const thread = await lockThread(tx, turn.threadId)
  if (thread?.revision !== revision)
    throw new InputError('The conversation has changed, so nothing was stored. The reply is being started again.')
}

/** Returns the message that the reply follows: the last one it answers. */
export const lastOf = ({ messages }: Pick<Turn, 'messages'>): Message => messages.at(-1) ?? messages[0]

/** In a shared place, the reply refers to the message it answers. */
export const replyToOf = (turn: Turn) => (turn.place.kind === 'shared' ? { replyTo: lastOf(turn).id } : {})
