import type { AccountId, PlaceId, TurnId, UserId } from '../../core/ids.ts'
import { type LinkedAccount, linkedAccounts } from '../../people/accounts.ts'
import { userById } from '../../people/users.ts'
import type { Tx } from '../../store/store.ts'
import { fallSilent, movePlaces } from '../../threads/separate.ts'
import { findContinuousThread, lockThread } from '../../threads/thread.ts'
import { tellOwners } from '../let-in.ts'
import { tell } from '../tell.ts'
import type { LinkParts } from './tell-entrant.ts'
import { onItsOwn, separated, separatedFrom } from './wording.ts'

export interface Unlinking {
  readonly userId: UserId
  /** The one that leaves. */
  readonly accountId: AccountId
  /** The one that asks. */
  readonly by: AccountId
}

interface Separated {
  readonly account: LinkedAccount
  readonly newUser: UserId
  readonly placeIds: readonly PlaceId[]
  readonly turnId: TurnId | undefined
  readonly byOwner: boolean
}

/**
 * Makes an account of a person somebody of its own, with its direct places; what was written stays where it is. The account that
 * leaves is told, and the person where that is what asks. Undefined where they have no such account, or it cannot leave.
 */
export async function unlink(parts: LinkParts, unlinking: Unlinking): Promise<LinkedAccount | undefined> {
  const separate = await parts.store.transaction((tx) => separateIn(tx, parts, unlinking))
  if (!separate) return undefined
  const { account, newUser, placeIds, turnId, byOwner } = separate
  if (turnId) parts.broadcast.publish({ type: 'stop-turn', turnId })
  const [placeId] = placeIds
  if (unlinking.by === account.id) await tell(parts, unlinking.userId, { text: separatedFrom(account) })
  if (placeId) await tell(parts, newUser, { text: separated, placeId })
  // It may have come in by linking alone, which no owner was asked about.
  if (!byOwner) await tellOwners(parts, { text: onItsOwn(account), buttons: [{ label: 'Block', action: `/block ${newUser}` }] })
  return account
}

async function separateIn(tx: Tx, parts: LinkParts, { userId, accountId }: Unlinking): Promise<Separated | undefined> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR NO KEY UPDATE`
  const threadId = await findContinuousThread(tx, userId)
  if (threadId) await lockThread(tx, threadId)
  const account = (await linkedAccounts(tx, parts.senders, userId)).find(({ id, canLeave }) => id === accountId && canLeave)
  if (!account) return undefined
  const user = await tx.user.create({ data: { name: account.name, createdAt: parts.clock.now() } })
  const newUser = user.id as UserId
  await tx.account.update({ where: { id: accountId }, data: { userId: newUser } })
  const { platform, tenant, platformUserId } = account
  const address = parts.senders.get(platform)?.directAddress?.(platformUserId)
  const placeIds = await movePlaces(tx, { accountId, platform, tenant, address, from: userId, to: newUser })
  const turnId = threadId && (await fallSilent(tx, { threadId, placeIds }))
  return { account, newUser, placeIds, turnId, byOwner: (await userById(tx, userId))?.isOwner ?? false }
}
