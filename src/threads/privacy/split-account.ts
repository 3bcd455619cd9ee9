import type { AccountId, PlaceAddress, PlaceId, UserId } from '../../core/domain/ids.ts'
import type { Tx } from '../../store/store.ts'

/** An account that moves to another user. */
export interface AccountMove {
  readonly accountId: AccountId
  readonly platform: string
  readonly tenant: string
  /** The address of the account's direct place, on platforms that know it before the first message. */
  readonly address: PlaceAddress | undefined
  /** The user whose direct places move, and the user who gets them. */
  readonly from: UserId
  readonly to: UserId
}

/**
 * Moves the direct places of an account: those it wrote in, and the one at its direct address. Returns their ids, most recently active
 * first.
 */
export async function moveAccountPlaces(tx: Tx, { accountId, platform, tenant, address, from, to }: AccountMove): Promise<PlaceId[]> {
  // Relies on places_user_id_idx and messages_place_id_platform_message_id_thread_id_key.
  const moved = await tx.$queryRaw<{ id: PlaceId; at: Date | null }[]>`
    UPDATE places p SET user_id = ${to}
    WHERE p.user_id = ${from} AND p.kind = 'direct' AND p.platform = ${platform} AND p.tenant = ${tenant}
      AND (p.address = ${address ?? null}::text
        OR EXISTS (SELECT 1 FROM messages m WHERE m.place_id = p.id AND m.author_account_id = ${accountId}))
    RETURNING p.id, p.last_active_at AS at`
  return moved.sort((a, b) => (b.at?.getTime() ?? 0) - (a.at?.getTime() ?? 0)).map(({ id }) => id)
}

/** Moves direct places from one user to another. Places that have moved elsewhere stay there. */
export async function movePlaces(
  tx: Tx,
  { placeIds, from, to }: { readonly placeIds: readonly PlaceId[]; readonly from: UserId; readonly to: UserId },
): Promise<void> {
  await tx.place.updateMany({ where: { id: { in: [...placeIds] }, userId: from, kind: 'direct' }, data: { userId: to } })
}
