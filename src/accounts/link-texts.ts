import { plainName, platformInWords } from '../core/domain/text.ts'
import type { Button } from '../core/ports/platform.ts'
import type { LinkId, LinkRequest, NamedAccount } from '../people/link-codes.ts'

/** The result of entering a code. */
export type CodeEntryResult =
  /** The account that created the code is asked to confirm. */
  | { readonly outcome: 'pending'; readonly request: LinkRequest }
  | { readonly outcome: 'wrong'; readonly attemptsLeft: number }
  /** The code was not checked. */
  | { readonly outcome: 'too many' }
  | { readonly outcome: 'own' }

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

export const directOnlyText = 'Accounts are linked in private only. Send /link to me in a direct message.'

export const exposedCodeText = `${directOnlyText} Others may have seen that code, so it no longer works. Get a new one.`

/** Builds the question to the account that created the code. */
export function buildLinkQuestion(id: LinkId, claimant: NamedAccount): { readonly text: string; readonly buttons: readonly Button[] } {
  const claimantText = describeAccount(claimant)
  return {
    text: `**${claimantText} entered your code.** Is that you? If you confirm, both accounts share one conversation, and each can read all of it. You have 10 minutes. If it is not you, choose No.`,
    buttons: [
      { label: 'Yes, that’s me', action: `/linking agree ${id}` },
      { label: 'No', action: `/linking refuse ${id}` },
    ],
  }
}

export const failedAttemptText = (claimant: NamedAccount) =>
  `${describeAccount(claimant)} entered a code of yours that no longer works. Nothing was linked. If that was you, get a new code with /link.`

export const exposedAttemptText = (claimant: NamedAccount) =>
  `${describeAccount(claimant)} posted your code where others can read it. Nothing was linked, and the code no longer works. Get a new one with /link.`

/** Returns the answer to the account that entered the code. */
export function describeCodeEntry(result: CodeEntryResult): string {
  switch (result.outcome) {
    case 'pending':
      return awaitingConfirmationText(result.request.requester)
    case 'own':
      return ownCodeText
    case 'too many':
      return tooManyAttemptsText
    case 'wrong':
      return result.attemptsLeft > 0 ? wrongCodeText : lastWrongCodeText
  }
}

const awaitingConfirmationText = (requester: NamedAccount) =>
  `That code belongs to **${describeAccount(requester)}**. I have asked there whether it is you. Once you confirm it, within 10 minutes, both accounts share one conversation, and each can read all of it.`

export const linkedText = (other: NamedAccount) =>
  `**Linked with ${describeAccount(other)}.** From now on you have one conversation on both, and I reply where you ask. /accounts lists your accounts, and /unlink separates one.`

export const declinedText = (requester: NamedAccount) => `${describeAccount(requester)} declined. Nothing was linked.`
export const youDeclinedText = (claimant: NamedAccount) =>
  `${describeAccount(claimant)} was not linked. If you do not know who that is, there is nothing to do: no account is linked unless you confirm it.`
export const withdrawnText = (claimant: NamedAccount) => `${describeAccount(claimant)} withdrew the request. Nothing was linked.`
export const youWithdrewText = (requester: NamedAccount) => `Withdrawn. ${describeAccount(requester)} was not linked.`
export const expiredText = (other: NamedAccount) =>
  `The request to link ${describeAccount(other)} was not confirmed within 10 minutes. Nothing was linked.`

export const accountUnlinkedText = (account: NamedAccount) =>
  `**${describeAccount(account)} is no longer linked.** Its earlier messages stay in this conversation. New ones do not appear here.`
export const newConversationText =
  '**This account is no longer linked.** Your next message starts a new conversation here. Earlier messages stay in the conversation that it was linked to.'

/** The notice to owners. */
export const ownerUnlinkNoticeText = (account: NamedAccount): string =>
  `**${describeAccount(account)}** was unlinked and is now a user of its own. It keeps its access, even if it got it by being linked.`
