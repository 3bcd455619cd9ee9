import type { LinkParty, LinkRequest } from '../people/link-codes.ts'
import { isSameAccount } from '../people/link-codes.ts'
import type { AccountKey } from '../people/users.ts'

/** A request whose code was entered. */
export interface EnteredRequest extends LinkRequest {
  readonly claimant: NonNullable<LinkRequest['claimant']>
}

export const isEntered = (request: LinkRequest): request is EnteredRequest => request.claimant !== null

export type LinkSide = 'requester' | 'claimant'

/**
 * Returns the side that gives the final confirmation: the owner, if only one side is one, and otherwise the account that created the code.
 * The other side confirms first.
 */
export const findFinalSide = ({ requester, claimant }: EnteredRequest): LinkSide =>
  claimant.isOwner && !requester.isOwner ? 'claimant' : 'requester'

/** Returns the side whose confirmation is awaited. */
export function findAwaitedSide(request: EnteredRequest): LinkSide {
  const finalSide = findFinalSide(request)
  if (request.state === 'confirmed') return finalSide
  return finalSide === 'requester' ? 'claimant' : 'requester'
}

/** Returns the side that an account is on. */
export function findSide({ requester, claimant }: EnteredRequest, account: AccountKey): LinkSide | undefined {
  if (isSameAccount(account, requester)) return 'requester'
  return isSameAccount(account, claimant) ? 'claimant' : undefined
}

export const findOtherSide = (request: EnteredRequest, side: LinkSide): LinkParty =>
  side === 'requester' ? request.claimant : request.requester

/** Whether exactly one side has owner rights. They stay with its accounts unless it shares them. */
export const isWithOneOwner = ({ requester, claimant }: EnteredRequest): boolean => requester.isOwner !== claimant.isOwner
