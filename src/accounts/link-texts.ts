import type { DayLabel } from '../core/domain/ids.ts'
import { plainName, platformInWords } from '../core/domain/text.ts'
import type { Localized, Translate } from '../core/messages/messages.ts'
import { formatDay } from '../core/ports/clock.ts'
import type { Button } from '../core/ports/platform.ts'
import type { LinkParty, LinkSide, NamedAccount } from '../people/link-codes.ts'
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
export function describeAccount({ name, platform }: NamedAccount, translate: Translate): string {
  return translate('account.on', { name: plainName(name) || translate('account.someone'), platform: platformInWords(platform) })
}

/** A text and the buttons below it. */
export interface LinkMessage {
  readonly text: string
  readonly buttons?: readonly Button[]
}

/** A message to one side of a link. Each side may have another language. */
export type LinkNotice = Localized<LinkMessage>

/** Describes one side to the other, for example: **Ann** (`@ann_92`) on Telegram, known to me since 3 March 2026. */
function describeParty({ name, handle, platform, knownSince }: LinkParty, translate: Translate): string {
  const handleText = handle.replace(/[`\s]/g, '')
  return translate('account.party', {
    name: plainName(name) || translate('account.someone'),
    handle: handleText && ` (\`@${handleText}\`)`,
    platform: platformInWords(platform),
    since: knownSince === null ? 'none' : formatDay(knownSince.slice(0, 10) as DayLabel, translate.locale),
  })
}

/** Asks one side to confirm, showing it the other. The request is in the state in which that side's confirmation is awaited. */
export const buildLinkQuestion =
  (request: EnteredRequest, side: LinkSide): LinkNotice =>
  (translate) => {
    const isFinal = findFinalSide(request) === side
    const sharesRights = isFinal && isWithOneOwner(request)
    const lines = [
      introduceOther(request, side, translate),
      translate('link.isThatYou'),
      translate('link.consequence'),
      translate('link.turn', { final: isFinal ? 'yes' : 'no' }),
      // Of an owner and somebody else, the owner confirms last.
      ...(isWithOneOwner(request) ? [translate('link.ownership', { owner: isFinal ? 'yes' : 'no' })] : []),
      translate('link.deadline'),
    ]
    return {
      text: lines.join(' '),
      buttons: [
        { label: translate('link.yes'), action: `/linking agree ${request.id}` },
        ...(sharesRights ? [{ label: translate('link.yesAsOwner'), action: `/linking agree-as-owner ${request.id}` }] : []),
        { label: translate('link.no'), action: `/linking refuse ${request.id}` },
      ],
    }
  }

function introduceOther(request: EnteredRequest, side: LinkSide, translate: Translate): string {
  const party = describeParty(findOtherSide(request, side), translate)
  return translate(side === 'requester' ? 'link.entered' : 'link.createdBy', { party })
}

/** Builds what a side is sent when a code was entered: the question, or that the other side is asked first. */
export function buildSideMessage(request: EnteredRequest, side: LinkSide): LinkNotice {
  if (findAwaitedSide(request) === side) return buildLinkQuestion(request, side)
  return (translate) => ({
    text: translate('link.askedFirst', {
      start: introduceOther(request, side, translate),
      consequence: translate('link.consequence'),
    }),
    buttons: [{ label: translate(side === 'requester' ? 'link.notMe' : 'link.withdraw'), action: `/linking refuse ${request.id}` }],
  })
}

export const buildFirstConfirmation =
  (other: LinkParty): LinkNotice =>
  (translate) => ({ text: translate('link.confirmedFirst', { party: describeParty(other, translate) }) })

/** Builds a notice that names an account. */
export const buildAccountNotice =
  (
    key:
      | 'link.failedAttempt'
      | 'link.noRightsAttempt'
      | 'link.exposedAttempt'
      | 'link.declined'
      | 'link.youDeclined'
      | 'link.expired'
      | 'unlink.ownerNotice',
    account: NamedAccount,
  ): LinkNotice =>
  (translate) => ({ text: translate(key, { account: describeAccount(account, translate) }) })

/** Returns the answer to the account that entered the code. The same text for unknown, used, expired and invalidated codes. */
export function describeCodeEntry(result: CodeEntryResult): LinkNotice {
  switch (result.outcome) {
    case 'pending':
      return buildSideMessage(result.request, 'claimant')
    case 'own':
      return (translate) => ({ text: translate('link.ownCode') })
    case 'no rights':
      return (translate) => ({ text: translate('link.noRights') })
    case 'too many':
      return (translate) => ({ text: translate('link.tooManyAttempts') })
    case 'wrong':
      return (translate) => {
        const text = translate('link.wrongCode')
        return { text: result.attemptsLeft > 0 ? text : translate('link.lastWrongCode', { text }) }
      }
  }
}

/** Builds the notice to a side after linking. */
export const buildLinkedNotice =
  (other: NamedAccount, mergeId?: MergeId): LinkNotice =>
  (translate) => ({
    text: translate('link.linked', { account: describeAccount(other, translate), undo: mergeId ? 'yes' : 'no' }),
    ...(mergeId && { buttons: [{ label: translate('button.undo'), action: `/linking undo ${mergeId}` }] }),
  })

export const buildUnlinkedNotice =
  (account: NamedAccount & { readonly isDependent?: boolean }, tookMessages: boolean): LinkNotice =>
  (translate) => ({
    text: account.isDependent
      ? translate('voice.unlinked', { account: describeAccount(account, translate) })
      : translate('unlink.done', { account: describeAccount(account, translate), moved: tookMessages ? 'yes' : 'no' }),
  })

/** Builds the notice to owners after a merge was undone. */
export const buildOwnerUndoNotice =
  (accounts: readonly NamedAccount[]): LinkNotice =>
  (translate) => {
    const names = accounts.map((account) => describeAccount(account, translate)).join(', ')
    return { text: translate('link.ownerUndoNotice', { accounts: names || translate('account.an') }) }
  }
