import type { ThreadId, UserId } from '../core/domain/ids.ts'
import type { Audience } from '../core/domain/messages.ts'
import { Prisma } from '../store/generated/client.ts'

/** On whose behalf, in which thread and in front of whom something is read. Comes from the turn or the web session, never from an argument. */
export interface Scope {
  readonly userId: UserId
  readonly threadId: ThreadId
  /** Who will see the outcome. */
  readonly audience: Audience
}

/**
 * The one place that decides what a turn may see: SQL for the `where` of every query on text.
 * Alone with its user, everything in the user's own thread; in a shared place, only what was said there.
 * `table` is the alias of a table with the columns thread_id and audience.
 */
export function visibleTo(scope: Scope, table: string): Prisma.Sql {
  return Prisma.sql`${Prisma.raw(`${table}.thread_id`)} = ${scope.threadId}${audienceCondition(scope, table)}`
}

/** The same for what belongs to a person and to no thread. `table` is the alias of a table with the columns user_id and audience. */
export function ownedBy(scope: Scope, table: string): Prisma.Sql {
  return Prisma.sql`${Prisma.raw(`${table}.user_id`)} = ${scope.userId}${audienceCondition(scope, table)}`
}

function audienceCondition({ audience }: Scope, table: string): Prisma.Sql {
  return audience === 'private' ? Prisma.empty : Prisma.sql` AND ${Prisma.raw(`${table}.audience`)} = ${audience}`
}
