import type { Button } from '../../core/platform.ts'
import { plainName, platformInWords } from '../../core/text.ts'
import type { LinkId, LinkRequest, NamedAccount } from '../../people/link-codes.ts'

/** What became of a code that was entered. */
export type Entered =
  /** The account that made the code is being asked. */
  | { readonly outcome: 'asked'; readonly request: LinkRequest }
  | { readonly outcome: 'wrong'; readonly guessesLeft: number }
  /** It was not even looked at. */
  | { readonly outcome: 'too many' }
  | { readonly outcome: 'own' }

/** "Ann on Telegram". */
export function accountInWords({ name, platform }: NamedAccount): string {
  return `${plainName(name) || 'Somebody'} on ${platformInWords(platform)}`
}

/** One sentence for codes that never were, were used, are too old, or are no longer good for another reason. */
const wrong =
  'That code is not good: it is wrong, was used before, or is older than 10 minutes. Make a new one with /link on your other account.'

const wrongForTheLastTime = `${wrong} That was the last wrong one I take within an hour.`

const tooMany = 'Too many codes that were wrong; try again in an hour.'

const ownCode = 'That account is yours already. Enter the code from the account that you want to add.'

export const notHere = 'Linking is between you and me: write /link to me directly, where nobody else reads along.'

export const codeSeenByOthers = `${notHere} Others may have seen that code, so if it was one, it is no longer good: make a new one.`

/** What the account that made the code is asked. */
export function question(id: LinkId, entrant: NamedAccount): { readonly text: string; readonly buttons: readonly Button[] } {
  const who = accountInWords(entrant)
  return {
    text: `**${who} entered your code.** Is that you? If you say yes, everything said there and here becomes one conversation, which is read on both. You have 10 minutes; if it is not you, say no.`,
    buttons: [
      { label: 'Yes, that is me', action: `/linking agree ${id}` },
      { label: 'No', action: `/linking refuse ${id}` },
    ],
  }
}

export const failedTry = (entrant: NamedAccount) =>
  `${accountInWords(entrant)} tried a code of yours that is not good any more. Nothing was linked. If that was you, make a new one with /link.`

export const seenTry = (entrant: NamedAccount) =>
  `${accountInWords(entrant)} wrote your code where others read along. Nothing was linked, and the code is no longer good: make a new one with /link.`

/** What whoever entered a code is told. */
export function enteredInWords(entered: Entered): string {
  switch (entered.outcome) {
    case 'asked':
      return asked(entered.request.asker)
    case 'own':
      return ownCode
    case 'too many':
      return tooMany
    case 'wrong':
      return entered.guessesLeft > 0 ? wrong : wrongForTheLastTime
  }
}

const asked = (asker: NamedAccount) =>
  `That code is of **${accountInWords(asker)}**, who is being asked whether this is the same person. With a yes within 10 minutes, everything said on both accounts becomes one conversation, which is read on both.`

export const linked = (other: NamedAccount) =>
  `**Linked with ${accountInWords(other)}.** From now on it is one conversation: what is said there is known here, and answers come to where you ask. /accounts lists your accounts, /unlink separates one again.`

export const refused = (asker: NamedAccount) => `${accountInWords(asker)} said no: nothing was linked.`
export const saidNo = (entrant: NamedAccount) =>
  `Nothing was linked with ${accountInWords(entrant)}. If you do not know who that is: nobody can be linked with you unless you say yes.`
export const takenBack = (entrant: NamedAccount) => `${accountInWords(entrant)} took it back: nothing was linked.`
export const tookBack = (asker: NamedAccount) => `Taken back: nothing is linked with ${accountInWords(asker)}.`
export const late = (other: NamedAccount) =>
  `Linking with ${accountInWords(other)} was not agreed to within 10 minutes, so nothing was linked.`

export const separatedFrom = (account: NamedAccount) =>
  `**${accountInWords(account)} is not linked with you any more.** What was written there before stays here; what is written from now on does not come here.`
export const separated =
  '**This account is on its own again.** A new conversation begins here with your next message; what was written before stays in the one it was linked with.'

/** For owners. */
export const onItsOwn = (account: NamedAccount): string =>
  `**${accountInWords(account)}** was one account of somebody's, and is a person of its own from now on. It is let in as before, also where it came in by linking.`
