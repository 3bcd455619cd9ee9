import { plainName, platformInWords } from '../core/domain/text.ts'
import type { Button } from '../core/ports/platform.ts'
import type { LinkId, LinkRequest, NamedAccount } from '../people/link-codes.ts'

/** The result of entering a code. */
export type CodeEntryResult =
  /** The account that made the code is asked to confirm. */
  | { readonly outcome: 'asked'; readonly request: LinkRequest }
  | { readonly outcome: 'wrong'; readonly attemptsLeft: number }
  /** The code was not checked. */
  | { readonly outcome: 'too many' }
  | { readonly outcome: 'own' }

/** Returns, for example, "Ann on Telegram". */
export function describeAccount({ name, platform }: NamedAccount): string {
  return `${plainName(name) || 'Somebody'} on ${platformInWords(platform)}`
}

/** The same sentence for unknown, used, expired and invalidated codes. */
const wrongCodeText =
  'That code is not good: it is wrong, was used before, or is older than 10 minutes. Make a new one with /link on your other account.'

const lastWrongCodeText = `${wrongCodeText} That was the last wrong one I take within an hour.`

const tooManyAttemptsText = 'Too many codes that were wrong; try again in an hour.'

const ownCodeText = 'That account is yours already. Enter the code from the account that you want to add.'

export const directOnlyText = 'Linking is between you and me: write /link to me directly, where nobody else reads along.'

export const exposedCodeText = `${directOnlyText} Others may have seen that code, so if it was one, it is no longer good: make a new one.`

/** Builds the question to the account that made the code. */
export function buildLinkQuestion(id: LinkId, claimant: NamedAccount): { readonly text: string; readonly buttons: readonly Button[] } {
  const claimantText = describeAccount(claimant)
  return {
    text: `**${claimantText} entered your code.** Is that you? If you say yes, everything said there and here becomes one conversation, which is read on both. You have 10 minutes; if it is not you, say no.`,
    buttons: [
      { label: 'Yes, that is me', action: `/linking agree ${id}` },
      { label: 'No', action: `/linking refuse ${id}` },
    ],
  }
}

export const failedAttemptText = (claimant: NamedAccount) =>
  `${describeAccount(claimant)} tried a code of yours that is not good any more. Nothing was linked. If that was you, make a new one with /link.`

export const exposedAttemptText = (claimant: NamedAccount) =>
  `${describeAccount(claimant)} wrote your code where others read along. Nothing was linked, and the code is no longer good: make a new one with /link.`

/** Returns the answer to the account that entered the code. */
export function describeCodeEntry(result: CodeEntryResult): string {
  switch (result.outcome) {
    case 'asked':
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
  `That code is of **${describeAccount(requester)}**, who is being asked whether this is the same person. With a yes within 10 minutes, everything said on both accounts becomes one conversation, which is read on both.`

export const linkedText = (other: NamedAccount) =>
  `**Linked with ${describeAccount(other)}.** From now on it is one conversation: what is said there is known here, and answers come to where you ask. /accounts lists your accounts, /unlink separates one again.`

export const declinedText = (requester: NamedAccount) => `${describeAccount(requester)} said no: nothing was linked.`
export const youDeclinedText = (claimant: NamedAccount) =>
  `Nothing was linked with ${describeAccount(claimant)}. If you do not know who that is: nobody can be linked with you unless you say yes.`
export const withdrawnText = (claimant: NamedAccount) => `${describeAccount(claimant)} took it back: nothing was linked.`
export const youWithdrewText = (requester: NamedAccount) => `Taken back: nothing is linked with ${describeAccount(requester)}.`
export const expiredText = (other: NamedAccount) =>
  `Linking with ${describeAccount(other)} was not agreed to within 10 minutes, so nothing was linked.`

export const accountUnlinkedText = (account: NamedAccount) =>
  `**${describeAccount(account)} is not linked with you any more.** What was written there before stays here; what is written from now on does not come here.`
export const newConversationText =
  '**This account is on its own again.** A new conversation begins here with your next message; what was written before stays in the one it was linked with.'

/** The notice to owners. */
export const ownerUnlinkNoticeText = (account: NamedAccount): string =>
  `**${describeAccount(account)}** was one account of somebody's, and is a person of its own from now on. It is let in as before, also where it came in by linking.`
