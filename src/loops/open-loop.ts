import type { Due } from '../core/dates/due.ts'
import type { DayLabel, LoopId, MessageId } from '../core/domain/ids.ts'
import type { LoopOwner } from '../core/domain/loops.ts'
import type { Audience } from '../core/domain/messages.ts'
import { Prisma } from '../store/generated/client.ts'
import { type Db, inMs, planOnce } from '../store/store.ts'
import { ownedBy, type Scope } from '../threads/scope.ts'

/** The maximum number of open loops in a context. */
export const mostOpenLoops = 20

/** The maximum length of a loop's text, in characters. */
export const maxLoopChars = 300

export const loopStates = ['open', 'done', 'dropped'] as const
export type LoopState = (typeof loopStates)[number]

/** Who noted or closed a loop: the user with a request, or a session in which it was said. */
export type LoopOrigin = 'request' | 'session'

/** Something that somebody promised or still has to do. */
export interface OpenLoop {
  readonly id: LoopId
  readonly owner: LoopOwner
  /** Who owes it, if somebody else and known. */
  readonly ownerName: string | null
  readonly text: string
  readonly state: LoopState
  /** In the user's timezone. */
  readonly due: Due | null
  readonly sourceMessageId: MessageId | null
  /** The message that shows that it is done. */
  readonly closingMessageId: MessageId | null
  readonly createdAt: Date
  readonly closedAt: Date | null
}

/** When a loop is due, and whether that was counted from an instant, as in "in two hours". */
export type LoopDue = Due & { readonly isFixed?: boolean }

/** On whose behalf a loop is written, when, and in which timezone its due time is. */
export interface LoopWriteContext {
  readonly scope: Scope
  readonly now: Date
  /** IANA name. */
  readonly timezone: string
}

/** A loop as `loopColumns` reads it. Times are in ms since 1970, because a combined statement returns no dates. */
interface LoopRow extends Omit<OpenLoop, 'due' | 'createdAt' | 'closedAt'> {
  readonly dueDay: DayLabel | null
  readonly dueTime: string | null
  readonly repeat: string | null
  readonly createdAt: number
  readonly closedAt: number | null
}

const loopColumns = Prisma.sql`l.id, l.owner, l.owner_name AS "ownerName", l.text, l.state, l.due_day AS "dueDay", l.due_time AS "dueTime", l.repeat,
  l.source_message_id AS "sourceMessageId", l.closing_message_id AS "closingMessageId", ${inMs(Prisma.sql`l.created_at`)} AS "createdAt",
  ${inMs(Prisma.sql`l.closed_at`)} AS "closedAt"`

function toOpenLoop({ dueDay, dueTime, repeat, createdAt, closedAt, ...loop }: LoopRow): OpenLoop {
  const due = dueDay && { day: dueDay, ...(dueTime && { time: dueTime }), ...(repeat && { repeat }) }
  return { ...loop, due, createdAt: new Date(createdAt), closedAt: closedAt === null ? null : new Date(closedAt) }
}

/** Returns undefined if there is no loop with this id that the scope may see. */
export async function loadLoop(db: Db, scope: Scope, id: LoopId): Promise<OpenLoop | undefined> {
  const [row] = await db.$queryRaw<LoopRow[]>`SELECT ${loopColumns} FROM open_loops l WHERE l.id = ${id} AND ${ownedBy(scope, 'l')}`
  return row && toOpenLoop(row)
}

export interface LoopFilter {
  readonly state: LoopState
  readonly limit: number
  /** Only loops that are due on this day or before. */
  readonly dueUntil?: DayLabel
  /** Only loops of this audience. A private scope sees those of shared places too. */
  readonly audience?: Audience
}

/** The loops of a filter, and how many there are without its limit. */
export interface LoopList {
  readonly loops: readonly OpenLoop[]
  readonly total: number
}

/**
 * Lists loops. Open ones with a due day come first, the earliest first, then the newest. Closed ones are listed by when they were closed,
 * the latest first. Relies on open_loops_user_id_state_id_idx.
 */
export async function listLoops(db: Db, scope: Scope, { state, limit, dueUntil, audience }: LoopFilter): Promise<LoopList> {
  const rows = await db.$queryRaw<(LoopRow & { total: number })[]>(planOnce`
    SELECT ${loopColumns}, (count(*) OVER ())::int AS total FROM open_loops l
    WHERE ${ownedBy(scope, 'l')} AND l.state = ${state} AND (${dueUntil ?? null}::text IS NULL OR l.due_day <= ${dueUntil ?? null}::text)
      AND (${audience ?? null}::text IS NULL OR l.audience = ${audience ?? null}::text)
    ORDER BY l.closed_at DESC NULLS LAST, l.due_day NULLS LAST, l.due_time NULLS LAST, l.id DESC LIMIT ${limit}::int`)
  return { loops: rows.map(({ total: _, ...row }) => toOpenLoop(row)), total: rows[0]?.total ?? 0 }
}

/** Returns loops by id, in no particular order. The caller has checked who may see them. */
export async function loadLoopsById(db: Db, ids: readonly LoopId[]): Promise<OpenLoop[]> {
  const rows = await db.$queryRaw<LoopRow[]>`SELECT ${loopColumns} FROM open_loops l WHERE l.id = ANY(${[...ids]}::int[])`
  return rows.map(toOpenLoop)
}

/** How many loops are open, which the usefulness of a tool depends on. */
interface OpenLoopCount {
  readonly openLoops: number
}

/** Whether there is anything to close or postpone. */
export const hasOpenLoops = ({ openLoops }: OpenLoopCount): boolean => openLoops > 0

/** Whether there are more open loops than a context shows. */
export const hasUnshownLoops = ({ openLoops }: OpenLoopCount): boolean => openLoops > mostOpenLoops
