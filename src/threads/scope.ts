import type { ThreadId, UserId } from '../core/domain/ids.ts'
import type { Audience } from '../core/domain/messages.ts'
import { Prisma } from '../store/generated/client.ts'

/** On whose behalf, in which thread and for which audience data is read. Comes from the turn or the web session, never from an argument. */
export interface Scope {
  readonly userId: UserId
  readonly threadId: ThreadId
  /** Who will see the result. */
  readonly audience: Audience
}

/**
 * SQL for the `where` of every query that reads text, and the only place that decides what a turn may see. In a direct place, that is
 * everything in the user's own thread. In a shared place, it is only the messages of that place. `table` is the alias of a table with the
 * columns thread_id and audience.
 */
export function visibleTo(scope: Scope, table: string): Prisma.Sql {
  return Prisma.sql`${Prisma.raw(`${table}.thread_id`)} = ${scope.threadId}${audienceCondition(scope, table)}`
}

/** Like `visibleTo`, but in a shared place it also covers what the other members said to the bot there, and what it answered. */
export function visibleInPlace(scope: Scope, table: string): Prisma.Sql {
  return scope.audience === 'private' ? visibleTo(scope, table) : Prisma.sql`${Prisma.raw(`${table}.audience`)} = ${scope.audience}`
}

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
