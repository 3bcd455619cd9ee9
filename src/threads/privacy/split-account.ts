import type { AccountId, PlaceAddress, PlaceId, ThreadId, TurnId, UserId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'

/** An account that becomes another person's. */
export interface AccountMove {
  readonly accountId: AccountId
  readonly platform: string
  readonly tenant: string
  /** Where it is written to before it has written, on platforms that know. */
  readonly address: PlaceAddress | undefined
  /** Whose its direct places were, and whose they are from now on. */
  readonly from: UserId
  readonly to: UserId
}

/** The direct places of an account go with it: those it wrote in, and the one it is written to in. The one last written in comes first. */
export async function moveAccountPlaces(tx: Tx, { accountId, platform, tenant, address, from, to }: AccountMove): Promise<PlaceId[]> {
  // Relies on places_user_id_last_active_at_idx and messages_place_id_platform_message_id_idx.
  const moved = await tx.$queryRaw<{ id: PlaceId; at: Date | null }[]>`
    UPDATE places p SET user_id = ${to}
    WHERE p.user_id = ${from} AND p.kind = 'direct' AND p.platform = ${platform} AND p.tenant = ${tenant}
      AND (p.address = ${address ?? null}::text
        OR EXISTS (SELECT 1 FROM messages m WHERE m.place_id = p.id AND m.author_account_id = ${accountId}))
    RETURNING p.id, p.last_active_at AS at`
  return moved.sort((a, b) => (b.at?.getTime() ?? 0) - (a.at?.getTime() ?? 0)).map(({ id }) => id)
}

/** Nothing of a thread is answered or sent any more in these places. Returns the turn there that is to stop. */
export async function cancelPendingWork(
  tx: Tx,
  { threadId, placeIds }: { readonly threadId: ThreadId; readonly placeIds: readonly PlaceId[] },
): Promise<TurnId | undefined> {
  const inPlaces = Prisma.sql`m.thread_id = ${threadId} AND m.place_id = ANY(${[...placeIds]}::int[])`
  await tx.$executeRaw`
    UPDATE messages m SET pending = FALSE, invocation = NULL WHERE ${inPlaces} AND m.pending`
  await tx.$executeRaw`
    UPDATE deliveries d SET state = 'failed', invocation = NULL, error = 'The account was made somebody of its own before this was sent.'
    FROM messages m WHERE m.id = d.message_id AND ${inPlaces} AND d.state = 'pending'`
  const [turn] = await tx.$queryRaw<{ id: TurnId }[]>`
    UPDATE turns SET stop_requested = TRUE WHERE thread_id = ${threadId} AND state = 'running' AND place_id = ANY(${[...placeIds]}::int[]) RETURNING id`
  return turn?.id
}
