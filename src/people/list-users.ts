import type { UserId } from '../core/domain/ids.ts'
import type { PlatformName } from '../core/ports/platform.ts'
import type { Db } from '../store/store.ts'
import { hasOwnerAccount } from './users.ts'

/** A user as shown to owners, without any content. */
export interface UserListItem {
  readonly id: UserId
  readonly name: string
  readonly isOwner: boolean
  readonly isBlocked: boolean
  readonly accounts: readonly { readonly platform: PlatformName; readonly name: string }[]
  /** When they last wrote. Null if never. */
  readonly lastActiveAt: Date | null
}

export interface UserList {
  readonly users: readonly UserListItem[]
  /** The total number of users, listed or not. */
  readonly total: number
}

/** Lists at most `limit` users, most recently active first. Relies on messages_thread_id_sent_at_platform_order_id_idx. */
export async function listUsers(db: Db, limit: number): Promise<UserList> {
  const users = await db.$queryRaw<UserListItem[]>`
    SELECT u.id, u.name, ${hasOwnerAccount} AS "isOwner", u.blocked_at IS NOT NULL AS "isBlocked", last.sent_at AS "lastActiveAt",
      (SELECT COALESCE(json_agg(json_build_object('platform', a.platform, 'name', a.name) ORDER BY a.id), '[]'::json)
        FROM accounts a WHERE a.user_id = u.id) AS accounts
    FROM users u
    LEFT JOIN LATERAL (
      SELECT m.sent_at FROM continuous_threads c JOIN messages m ON m.thread_id = c.thread_id
      WHERE c.user_id = u.id AND m.role = 'user'
      ORDER BY m.sent_at DESC LIMIT 1) last ON TRUE
    ORDER BY last.sent_at DESC NULLS LAST, u.id DESC LIMIT ${limit}`
  return { users, total: await db.user.count() }
}
