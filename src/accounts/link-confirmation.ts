import type { LinkParty, LinkRequest, LinkSide } from '../people/link-codes.ts'
import { isSameAccount } from '../people/link-codes.ts'
import type { AccountKey } from '../people/users.ts'

/** A request whose code was entered. */
export interface EnteredRequest extends LinkRequest {
  readonly claimant: NonNullable<LinkRequest['claimant']>
}

export const isEntered = (request: LinkRequest): request is EnteredRequest => request.claimant !== null

const other = (side: LinkSide): LinkSide => (side === 'requester' ? 'claimant' : 'requester')

/**
 * Returns the side that gives the final confirmation: the one that did not confirm first. Before that, it is the owner, if only one side is
 * one, and otherwise the account that created the code.
 */
export function findFinalSide({ confirmedBy, requester, claimant }: EnteredRequest): LinkSide {
  if (confirmedBy) return other(confirmedBy)
  return claimant.isOwner && !requester.isOwner ? 'claimant' : 'requester'
}

/** Returns the side whose confirmation is awaited. */
export function findAwaitedSide(request: EnteredRequest): LinkSide {
  const finalSide = findFinalSide(request)
  return request.state === 'confirmed' ? finalSide : other(finalSide)
}

/**
 * Whether the two accounts may be linked by the final confirmation. Rights may have changed since the code was created: the side that
 * decides must have owner rights if the other one has them.
 */
export function mayBeLinked(request: EnteredRequest): boolean {
  const { requester, claimant } = request
  const [final, first] = findFinalSide(request) === 'requester' ? [requester, claimant] : [claimant, requester]
  return requester.mayLink && claimant.mayLink && (final.isOwner || !first.isOwner)
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
