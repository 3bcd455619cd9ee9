import type { ThreadId, UserId } from '../core/domain/ids.ts'
import type { Audience } from '../core/domain/messages.ts'
import { Prisma } from '../store/generated/client.ts'
import { isBeingErased, isThreadAmong } from './thread.ts'

/** On whose behalf, in which thread and for which audience data is read. Comes from the turn or the web session, never from an argument. */
export interface Scope {
  readonly userId: UserId
  readonly threadId: ThreadId
  /** Who will see the result. */
  readonly audience: Audience
}

/**
 * SQL for the `where` of every query that reads text. This file alone decides what a turn may see. Covers the user's own thread: in a
 * direct place all of it, in a shared place only what belongs to that place. `table` is the alias of a table with the columns thread_id
 * and audience.
 */
export function visibleTo(scope: Scope, table: string): Prisma.Sql {
  return Prisma.sql`${Prisma.raw(`${table}.thread_id`)} = ${scope.threadId}${audienceCondition(scope, table)}`
}

/**
 * How a query gets to the rows of a shared place: `lookup` by ids, days or words, or `index` in the order of an index of the place. A lookup
 * hides the place from the planner, which would otherwise read all of the place for each id, because it expects few rows there.
 */
export type PlaceAccess = 'lookup' | 'index'

/**
 * Like `visibleTo`, but in a shared place it covers the threads of all members, and the channel's log while it is on. Not the threads in
 * which everything is being deleted. For what is made from messages that were said to everyone there.
 */
export function visibleInPlace(scope: Scope, table: string, access: PlaceAccess = 'lookup'): Prisma.Sql {
  if (scope.audience === 'private') return visibleTo(scope, table)
  const threadId = Prisma.raw(`${table}.thread_id`)
  return Prisma.sql`${isInPlace(scope, table, access)} AND NOT ${isBeingErased(threadId)} AND NOT ${isOfLogThatIsOff(threadId)}`
}

/** SQL for whether a thread is the log of a channel that was switched off. */
const isOfLogThatIsOff = (threadId: Prisma.Sql) =>
  isThreadAmong(threadId, Prisma.sql`SELECT off.thread_id FROM channels off WHERE NOT off.is_on`)

/**
 * Like `visibleInPlace` in a shared place, with logs that are off and the threads in which everything is being deleted. The caller excludes
 * these.
 */
export function isInPlace({ audience }: Scope, table: string, access: PlaceAccess): Prisma.Sql {
  const column = Prisma.raw(`${table}.audience`)
  // A cached plan uses a partial index of shared places only if the condition states that the audience is shared.
  return access === 'index' ? Prisma.sql`${column} = ${audience} AND ${column} <> 'private'` : Prisma.sql`(${column} || '') = ${audience}`
}

/**
 * SQL for the messages, with the alias m, that may be searched, read and quoted in a scope: what users and the bot said. In a shared place,
 * that is what anyone there said to the bot, and what it answered. Commands, tool output and notices were not said to everyone there.
 */
export const visibleChat = (scope: Scope, access: PlaceAccess = 'lookup'): Prisma.Sql =>
  Prisma.sql`${visibleInPlace(scope, 'm', access)} AND m.kind = 'chat' AND m.role IN ('user', 'assistant')`

/**
 * Like `visibleTo`, for rows that belong to a user and not to a thread. `table` is the alias of a table with the columns user_id and
 * audience.
 */
export function ownedBy(scope: Scope, table: string): Prisma.Sql {
  return Prisma.sql`${Prisma.raw(`${table}.user_id`)} = ${scope.userId}${audienceCondition(scope, table)}`
}

function audienceCondition({ audience }: Scope, table: string): Prisma.Sql {
  return audience === 'private' ? Prisma.empty : Prisma.sql` AND ${Prisma.raw(`${table}.audience`)} = ${audience}`
}
