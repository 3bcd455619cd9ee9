import type { Clock } from '../core/clock.ts'
import { InputError } from '../core/errors.ts'
import type { MessageId, SegmentId, ThreadId, TurnId } from '../core/ids.ts'
import type { Message } from '../core/messages.ts'
import type { Button } from '../core/platform.ts'
import { type User, userById } from '../people/users.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Store, Tx } from '../store/store.ts'
import { isBeingErased } from '../threads/bury.ts'
import { insertMessages, type NewMessage } from '../threads/insert.ts'
import { assertLease, type Lease } from '../threads/lease.ts'
import { isServed, type Place, placeById } from '../threads/places.ts'
import { inOrder, messageColumns } from '../threads/rows.ts'
import type { Scope } from '../threads/scope.ts'
import { lockThread } from '../threads/thread.ts'
import { clearOldReports } from './context-report.ts'
import { completeDraft, settleDraft } from './draft.ts'
import type { ConversationParts } from './parts.ts'
import { addDeliveries } from './post.ts'

/** The messages of one thread and one place that are answered together, and everything there is to know to do it. */
export interface Turn {
  readonly id: TurnId
  readonly threadId: ThreadId
  readonly user: User
  readonly place: Place
  readonly scope: Scope
  readonly messages: readonly [Message, ...Message[]]
  /** The reply as far as it was shown before the turn was interrupted. */
  readonly draftId: MessageId | null
  readonly attempts: number
}

export type TurnParts = Pick<ConversationParts, 'senders'> & { readonly store: Store; readonly clock: Clock }

/** What is owed in a thread: messages of the conversation that were not answered yet, where they can be. Relies on messages_owed_idx. */
const owedIn = ({ senders }: Pick<TurnParts, 'senders'>, threadId: ThreadId) => Prisma.sql`
  m.thread_id = ${threadId} AND m.owed AND m.kind = 'chat' AND ${isServed(senders)}
  AND EXISTS (SELECT 1 FROM continuous_threads c WHERE c.thread_id = m.thread_id) AND NOT ${isBeingErased(Prisma.sql`m.thread_id`)}`

export async function isOwed(parts: TurnParts, threadId: ThreadId): Promise<boolean> {
  return (await parts.store.db.$queryRaw<unknown[]>`SELECT 1 AS owed FROM messages m WHERE ${owedIn(parts, threadId)} LIMIT 1`).length > 0
}

/**
 * The turn to run now: one that was interrupted, or a new one with what waits in the place that has waited longest.
 * Undefined when nothing is owed, or while everything is being forgotten.
 */
export async function beginTurn(parts: TurnParts, lease: Lease, threadId: ThreadId): Promise<Turn | undefined> {
  return parts.store.transaction(async (tx) => {
    await assertLease(tx, lease)
    if (!(await lockThread(tx, threadId))) return undefined
    const interrupted = await resume(parts, tx, threadId)
    return interrupted ?? (await begin(parts, tx, threadId))
  })
}

async function resume(parts: TurnParts, tx: Tx, threadId: ThreadId): Promise<Turn | undefined> {
  // Relies on turns_running_key: there is one at most.
  const [row] = await tx.$queryRaw<TurnRow[]>`
    SELECT t.id, t.thread_id AS "threadId", t.place_id AS "placeId", t.user_id AS "userId", t.reply_id AS "replyId", t.attempts
    FROM turns t WHERE t.thread_id = ${threadId} AND t.state = 'running' AND NOT ${isBeingErased(Prisma.sql`t.thread_id`)}`
  if (!row) return undefined
  if (row.replyId) await settleDraft(parts, tx, { draftId: row.replyId as MessageId, placeId: row.placeId as Place['id'] })
  const messages = await tx.$queryRaw<Message[]>`
    SELECT ${messageColumns} FROM messages m WHERE m.turn_id = ${row.id} AND m.owed ORDER BY ${inOrder}`
  const turn = await loadTurn(tx, { ...row, attempts: row.attempts + 1 }, messages)
  if (!turn) {
    await withdraw(parts, tx, row)
    return undefined
  }
  await tx.turn.update({ where: { id: row.id }, data: { attempts: turn.attempts } })
  return turn
}

/** How a turn ends when what it was to answer was deleted: what was shown of a reply says so. */
export const withdrawn = (draftId: MessageId | null): Finish => ({
  state: 'stopped',
  kind: 'notice',
  text: draftId ? 'The message was deleted, so this is not answered.' : '',
  tools: [],
  draftId,
  error: 'What it was to answer was deleted.',
})

async function withdraw(parts: TurnParts, tx: Tx, row: TurnRow): Promise<void> {
  const { state, text, error = null, draftId } = withdrawn(row.replyId as MessageId | null)
  const at = parts.clock.now()
  if (draftId) {
    await completeDraft(tx, { draftId, role: 'system', kind: 'notice', text, sentAt: at })
    await addDeliveries(tx, parts, { messageId: draftId, placeId: row.placeId as Place['id'], text, at })
  }
  await tx.turn.update({ where: { id: row.id }, data: { state, error, finishedAt: at } })
}

async function begin(parts: TurnParts, tx: Tx, threadId: ThreadId): Promise<Turn | undefined> {
  const messages = await tx.$queryRaw<Message[]>`
    SELECT ${messageColumns} FROM messages m
    WHERE ${owedIn(parts, threadId)} AND m.place_id = (SELECT m.place_id FROM messages m WHERE ${owedIn(parts, threadId)} ORDER BY ${inOrder} LIMIT 1)
    ORDER BY ${inOrder}`
  const [first] = messages
  const owner = await tx.continuousThread.findUnique({ where: { threadId } })
  if (!first || !owner) return undefined
  const { id } = await tx.turn.create({
    data: {
      threadId,
      placeId: first.placeId,
      userId: owner.userId,
      state: 'running',
      startedAt: parts.clock.now(),
    },
  })
  await tx.message.updateMany({ where: { id: { in: messages.map((message) => message.id) } }, data: { turnId: id } })
  return loadTurn(tx, { id, threadId, placeId: first.placeId, userId: owner.userId, replyId: null, attempts: 1 }, messages)
}

interface TurnRow {
  readonly id: number
  readonly threadId: number
  readonly placeId: number
  readonly userId: number
  readonly replyId: number | null
  readonly attempts: number
}

async function loadTurn(tx: Tx, row: TurnRow, messages: readonly Message[]): Promise<Turn | undefined> {
  const [first, ...rest] = messages
  const user = await userById(tx, row.userId as User['id'])
  const place = await placeById(tx, row.placeId as Place['id'])
  if (!first || !user || !place) return undefined
  const threadId = row.threadId as ThreadId
  return {
    id: row.id as TurnId,
    threadId,
    user,
    place,
    scope: { userId: user.id, threadId, audience: place.audience },
    messages: [first, ...rest],
    draftId: row.replyId as MessageId | null,
    attempts: row.attempts,
  }
}

/** The thread's revision, read before its messages are: a reply made from an older one is not written. */
export async function revisionOf(store: Store, threadId: ThreadId): Promise<number> {
  return (await store.db.thread.findUnique({ where: { id: threadId }, select: { revision: true } }))?.revision ?? -1
}

/** For what a turn writes before it ends. Locks the thread. Throws LeaseLost, and InputError when what it rests on was edited or deleted. */
export async function mustBeUnchanged(tx: Tx, turn: Turn, { lease, revision }: { lease: Lease; revision: number }): Promise<void> {
  await assertLease(tx, lease)
  const thread = await lockThread(tx, turn.threadId)
  if (thread?.revision !== revision)
    throw new InputError('The conversation was changed meanwhile, so nothing is written down: the answer is begun again.')
}

/** The message that a reply is put after: the last of those it answers. */
export const lastOf = ({ messages }: Pick<Turn, 'messages'>): Message => messages.at(-1) ?? messages[0]

/** How a reply refers to what it answers: in a shared place, visibly. */
export const replyToOf = (turn: Turn) => (turn.place.kind === 'shared' ? { replyTo: lastOf(turn).id } : {})

interface NewDraft {
  readonly lease: Lease
  /** Of the thread, before anything was read that the reply is made from. */
  readonly revision: number
  readonly text: string
}

/** Stores a reply that is still being written, and its first part as about to be sent. Undefined when what it was made from has changed. */
export async function storeDraft(parts: TurnParts, turn: Turn, { lease, revision, text }: NewDraft): Promise<MessageId | undefined> {
  return parts.store.transaction(async (tx) => {
    await assertLease(tx, lease)
    if ((await lockThread(tx, turn.threadId))?.revision !== revision) return undefined
    const now = parts.clock.now()
    const segmentId = await segmentNow(tx, turn)
    const [draft] = await insertMessages(tx, turn.threadId, [
      replyRow(turn, { segmentId, role: 'assistant', kind: 'draft', text, sentAt: now }),
    ])
    if (!draft) throw new Error('A draft was not stored.')
    await tx.turn.update({ where: { id: turn.id }, data: { replyId: draft.id } })
    await addDeliveries(tx, parts, { messageId: draft.id, placeId: turn.place.id, text, at: now, ...replyToOf(turn) })
    await tx.delivery.updateMany({ where: { messageId: draft.id, state: 'pending' }, data: { state: 'sending', begunAt: now } })
    return draft.id
  })
}

/** The day of what is answered, read in the transaction that writes: the first timezone of a person moves messages. */
async function segmentNow(tx: Tx, turn: Turn): Promise<SegmentId> {
  const row = await tx.message.findUniqueOrThrow({ where: { id: lastOf(turn).id }, select: { segmentId: true } })
  return row.segmentId as SegmentId
}

function replyRow(turn: Turn, row: Pick<NewMessage, 'segmentId' | 'role' | 'kind' | 'text' | 'sentAt' | 'tool'>): NewMessage {
  const { placeId, audience, platformOrder, id } = lastOf(turn)
  return { placeId, audience, platformOrder, turnId: turn.id, ...(row.role === 'tool' ? {} : { replyToId: id }), ...row }
}

/** How a turn ended. */
export interface Finish {
  readonly state: 'done' | 'failed' | 'stopped'
  /** What is said: the reply, or a sentence about a fault; empty when nothing is. */
  readonly text: string
  /** `chat` for a reply, `notice` for a sentence about a fault. */
  readonly kind: 'chat' | 'notice'
  readonly buttons?: readonly Button[]
  readonly tools: readonly Pick<NewMessage, 'tool' | 'text'>[]
  readonly draftId: MessageId | null
  /** The revision of the thread that the reply was made from; without it, it is written in any case. */
  readonly revision?: number
  readonly error?: string
  /** Calls of the model, and what they took as far as its server said. */
  readonly calls?: number
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number }
  readonly model?: string
  readonly context?: object
}

/**
 * Ends a turn in one transaction: the outputs of tools, the reply with its parts, what is owed no more.
 * `changed`: something was edited or deleted since the reply was begun, and nothing was written but what it has used.
 */
export async function finishTurn(
  parts: TurnParts,
  turn: Turn,
  { lease, finish }: { lease: Lease; finish: Finish },
): Promise<'finished' | 'changed'> {
  return parts.store.transaction(async (tx) => {
    await assertLease(tx, lease)
    const thread = await lockThread(tx, turn.threadId)
    await addUsage(tx, turn, finish)
    if (!thread || (finish.revision !== undefined && finish.revision !== thread.revision)) return 'changed'
    const now = new Date(Math.max(parts.clock.now().getTime(), lastOf(turn).sentAt.getTime()))
    const segmentId = await segmentNow(tx, turn)
    if (finish.tools.length > 0)
      await insertMessages(
        tx,
        turn.threadId,
        finish.tools.map((tool) => replyRow(turn, { segmentId, role: 'tool', kind: 'chat', sentAt: now, ...tool })),
      )
    // One ms later: a draft has a lower id than the outputs of tools that it comes after.
    const replyId = await storeReply(parts, tx, {
      turn,
      finish,
      segmentId,
      sentAt: new Date(now.getTime() + (finish.tools.length > 0 ? 1 : 0)),
    })
    await tx.message.updateMany({ where: { turnId: turn.id, role: 'user' }, data: { owed: false } })
    await tx.turn.update({
      where: { id: turn.id },
      data: {
        state: finish.state,
        replyId,
        finishedAt: parts.clock.now(),
        model: finish.model ?? null,
        error: finish.error ?? null,
        ...(finish.context && { context: finish.context as Prisma.InputJsonObject }),
      },
    })
    await clearOldReports(tx, turn.threadId)
    return 'finished'
  })
}

/** Adds to what the turn has used: a reply that is thrown away and written again was paid for too. Null is unknown, which is not zero. */
async function addUsage(tx: Tx, turn: Turn, { calls, usage }: Finish): Promise<void> {
  if (!calls) return
  const { inputTokens = null, outputTokens = null } = usage ?? {}
  await tx.$executeRaw`
    UPDATE turns SET calls = COALESCE(calls, 0) + ${calls}::int,
      input_tokens = COALESCE(input_tokens + ${inputTokens}::int, ${inputTokens}::int, input_tokens),
      output_tokens = COALESCE(output_tokens + ${outputTokens}::int, ${outputTokens}::int, output_tokens)
    WHERE id = ${turn.id}`
}

interface ReplyToStore {
  readonly turn: Turn
  readonly finish: Finish
  readonly segmentId: SegmentId
  readonly sentAt: Date
}

async function storeReply(parts: TurnParts, tx: Tx, { turn, finish, segmentId, sentAt }: ReplyToStore): Promise<MessageId | null> {
  const { draftId } = finish
  // What was shown already cannot be taken back, so something must be said about it.
  const { text, kind } = finish.text || !draftId ? finish : { text: 'Stopped.', kind: 'notice' as const }
  if (!text) return null
  const row = { role: kind === 'chat' ? ('assistant' as const) : ('system' as const), kind, text, sentAt }
  const replyId = draftId ? await completeDraft(tx, { draftId, ...row }) : await insertReply(tx, turn, { segmentId, ...row })
  await addDeliveries(tx, parts, {
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
  const [reply] = await insertMessages(tx, turn.threadId, [replyRow(turn, row)])
  if (!reply) throw new Error('A reply was not stored.')
  return reply.id
}
