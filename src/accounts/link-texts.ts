import type { DayLabel } from '../core/domain/ids.ts'
import { plainName, platformInWords } from '../core/domain/text.ts'
import { formatDay } from '../core/ports/clock.ts'
import type { Button } from '../core/ports/platform.ts'
import { type LinkParty, type LinkSide, type NamedAccount, noRightsToLinkText } from '../people/link-codes.ts'
import type { MergeId } from '../people/user-merges.ts'
import { type EnteredRequest, findAwaitedSide, findFinalSide, findOtherSide, isWithOneOwner } from './link-confirmation.ts'

/** The result of entering a code. */
export type CodeEntryResult =
  /** Both sides are asked to confirm, one after the other. */
  | { readonly outcome: 'pending'; readonly request: EnteredRequest }
  | { readonly outcome: 'wrong'; readonly attemptsLeft: number }
  /** The code was not checked. */
  | { readonly outcome: 'too many' }
  | { readonly outcome: 'own' }
  /** Only an account with owner rights may be linked. The code stays valid. */
  | { readonly outcome: 'no rights' }

/** Returns, for example, "Ann on Telegram". */
export function describeAccount({ name, platform }: NamedAccount): string {
  return `${plainName(name) || 'Someone'} on ${platformInWords(platform)}`
}

/** The same text for unknown, used, expired and invalidated codes. */
const wrongCodeText =
  'That code does not work: it is wrong, already used, or older than 10 minutes. Send /link on your other account to get a new one.'

const lastWrongCodeText = `${wrongCodeText} That was the last attempt I accept within an hour.`

const tooManyAttemptsText = 'You have entered too many wrong codes. Try again in an hour.'

const ownCodeText = 'That code is for this conversation, which you are already in. Enter it on the account that you want to add.'

export const rightsChangedText =
  'The owner rights of one of these accounts have changed, or it was linked to an owner, so nothing was linked. Get a new code with /link.'

export const directOnlyText = 'Accounts are linked in private only. Send /link to me in a direct message.'

export const exposedCodeText = `${directOnlyText} Others may have seen that code, so it no longer works. Get a new one.`

/** A text and the buttons below it. */
export interface LinkMessage {
  readonly text: string
  readonly buttons?: readonly Button[]
}

/** Describes one side to the other, for example: **Ann** (`@ann_92`) on Telegram, known to me since 3 March 2026. */
function describeParty({ name, handle, platform, knownSince }: LinkParty): string {
  const handleText = handle.replace(/[`\s]/g, '')
  const since = knownSince === null ? 'new to me' : `known to me since ${formatDay(knownSince.slice(0, 10) as DayLabel)}`
  return `**${plainName(name) || 'Someone'}**${handleText && ` (\`@${handleText}\`)`} on ${platformInWords(platform)}, ${since}`
}

const consequenceText = 'If both accounts confirm, they share one conversation, and each can read all of it.'

/** Asks one side to confirm, showing it the other. The request is in the state in which that side's confirmation is awaited. */
export function buildLinkQuestion(request: EnteredRequest, side: LinkSide): LinkMessage {
  const party = describeParty(findOtherSide(request, side))
  const isFinal = findFinalSide(request) === side
  const sharesRights = isFinal && isWithOneOwner(request)
  const lines = [
    side === 'requester' ? `${party}, entered your code. **Is that you?**` : `This code was created by ${party}. **Is that you?**`,
    `${consequenceText} ${isFinal ? 'The other account has confirmed, so your answer decides.' : 'If you confirm, I ask the other account too.'}`,
    ...(isWithOneOwner(request) ? [describeOwnership(isFinal)] : []),
    'You have 10 minutes. If it is not you, choose No.',
  ]
  return {
    text: lines.join(' '),
    buttons: [
      { label: 'Yes, that’s me', action: `/linking agree ${request.id}` },
      ...(sharesRights ? [{ label: 'Yes, with owner rights', action: `/linking agree-as-owner ${request.id}` }] : []),
      { label: 'No', action: `/linking refuse ${request.id}` },
    ],
  }
}

// Of an owner and somebody else, the owner confirms last.
const describeOwnership = (isOwner: boolean) =>
  isOwner
    ? 'You are an owner of this bot. The other account gets no owner rights, unless you choose to share yours.'
    : 'The other account is an owner of this bot. It decides, and you get no owner rights unless it shares them.'

/** Builds what a side is sent when a code was entered: the question, or that the other side is asked first. */
export function buildSideMessage(request: EnteredRequest, side: LinkSide): LinkMessage {
  if (findAwaitedSide(request) === side) return buildLinkQuestion(request, side)
  const party = describeParty(findOtherSide(request, side))
  const start = side === 'requester' ? `${party}, entered your code.` : `This code was created by ${party}.`
  return {
    text: `${start} I have asked there first. Once it is confirmed there, I ask you here too. ${consequenceText}`,
    buttons: [{ label: side === 'requester' ? 'That’s not me' : 'Withdraw', action: `/linking refuse ${request.id}` }],
  }
}

export const firstConfirmationText = (other: LinkParty) =>
  `Confirmed. Now I have asked ${describeParty(other)}. You are linked once it is confirmed there, within 10 minutes.`

export const failedAttemptText = (claimant: NamedAccount) =>
  `${describeAccount(claimant)} entered a code of yours that no longer works. Nothing was linked. If that was you, get a new code with /link.`

export const noRightsAttemptText = (claimant: NamedAccount) =>
  `${describeAccount(claimant)} entered your code, but that account cannot be linked to another one. Nothing was linked.`

export const exposedAttemptText = (claimant: NamedAccount) =>
  `${describeAccount(claimant)} posted your code where others can read it. Nothing was linked, and the code no longer works. Get a new one with /link.`

/** Returns the answer to the account that entered the code. */
export function describeCodeEntry(result: CodeEntryResult): LinkMessage {
  switch (result.outcome) {
    case 'pending':
      return buildSideMessage(result.request, 'claimant')
    case 'own':
      return { text: ownCodeText }
    case 'no rights':
      return { text: noRightsToLinkText }
    case 'too many':
      return { text: tooManyAttemptsText }
    case 'wrong':
      return { text: result.attemptsLeft > 0 ? wrongCodeText : lastWrongCodeText }
  }
}

/** Builds the notice to a side after linking. */
export const buildLinkedNotice = (other: NamedAccount, mergeId?: MergeId): LinkMessage => ({
  text: `**Linked with ${describeAccount(other)}.** From now on you have one conversation on both, and I reply where you ask. /accounts lists your accounts, and /unlink separates one.${mergeId ? ' You can undo this for 7 days: both then have their own messages again.' : ''}`,
  ...(mergeId && { buttons: [{ label: 'Undo', action: `/linking undo ${mergeId}` }] }),
})

export const mergeUndoneText =
  '**The link was undone.** You have your own conversation again, with the messages that you wrote on this side and the replies to them.'

export const declinedText = (requester: NamedAccount) => `${describeAccount(requester)} declined. Nothing was linked.`
export const youDeclinedText = (claimant: NamedAccount) =>
  `${describeAccount(claimant)} was not linked. If you do not know who that is, there is nothing to do: no account is linked unless both sides confirm it.`
export const expiredText = (other: NamedAccount) =>
  `The request to link ${describeAccount(other)} was not confirmed within 10 minutes. Nothing was linked.`

export const accountUnlinkedText = (account: NamedAccount, tookMessages: boolean) =>
  `**${describeAccount(account)} is no longer linked.** ${tookMessages ? 'Its messages and the replies to them moved with it.' : 'Its earlier messages stay in this conversation.'} New ones do not appear here.`
export const newConversationText = (tookMessages: boolean) =>
  `**This account is no longer linked.** ${tookMessages ? 'Its messages and the replies to them came along.' : 'Your next message starts a new conversation here. Earlier messages stay in the conversation that it was linked to.'}`

/** The notices to owners. */
export const ownerUndoNoticeText = (accounts: readonly NamedAccount[]): string =>
  `**${accounts.map(describeAccount).join(', ') || 'An account'}** is a user of its own again, because a link was undone. It keeps its access, whether it was approved before or got it by being linked.`

export const ownerUnlinkNoticeText = (account: NamedAccount): string =>
  `**${describeAccount(account)}** was unlinked and is now a user of its own. It keeps its access, even if it got it by being linked.`
