import { enterCode } from '../../accounts/enter-code.ts'
import { describeCodeEntry } from '../../accounts/link-texts.ts'
import type { InboundAction, InboundEdit, InboundMessage } from '../../core/ports/platform.ts'
import { parseLinkCode } from '../../people/link-codes.ts'
import type { AccountKey } from '../../people/users.ts'
import type { ConversationDeps } from '../deps.ts'

/** "/link K7QF-2MXD", or what a link of the bot's sends for it. */
const linkLine = /^\s*\/(?:start\s+link-|link\s+)(\S.*)$/is

/** What was given as a code to link accounts with; undefined where none was. */
export const linkCodeIn = (text: string): string | undefined => linkLine.exec(text)?.[1]?.trim()

/**
 * What a stranger is told who enters a code of somebody: undefined where they enter none, or too many, and are told what every
 * stranger is. Nothing of them is stored but who entered it.
 */
export async function redeemLinkCode(
  deps: ConversationDeps,
  key: AccountKey,
  event: InboundMessage | InboundEdit | InboundAction,
): Promise<string | undefined> {
  const { place, author } = event
  const code = parseLinkCode(linkCodeIn('action' in event ? event.action : event.text) ?? '')
  if (!code) return undefined
  const claimant = { ...key, name: author.name, address: place.address }
  const isPrivate = place.kind === 'direct'
  const entered = await enterCode(deps, { claimant, code, isPrivate })
  return isPrivate && entered.outcome !== 'too many' ? describeCodeEntry(entered) : undefined
}
