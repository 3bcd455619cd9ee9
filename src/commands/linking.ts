import { agreeToLink } from '../accounts/agree-to-link.ts'
import { declineLink, type LinkResponse } from '../accounts/close-links.ts'
import { accountUnlinkedText } from '../accounts/link-texts.ts'
import { undoMerge } from '../accounts/undo-merge.ts'
import { unlinkAccount } from '../accounts/unlink-account.ts'
import type { CommandAnswer } from '../conversation/deps.ts'
import { InputError } from '../core/domain/errors.ts'
import type { AccountId } from '../core/domain/ids.ts'
import { findAccountById } from '../people/accounts.ts'
import type { LinkId } from '../people/link-codes.ts'
import type { MergeId } from '../people/user-merges.ts'
import type { PrivacyDeps } from '../privacy/deps.ts'
import type { Command } from './shared/command.ts'

const noSuch = 'This request is no longer pending, or is not for this account.'

/** The responses to a link request. They return undefined if no request is waiting for this account. */
const responses: Readonly<Record<string, (privacy: PrivacyDeps, response: LinkResponse) => Promise<CommandAnswer | undefined>>> = {
  agree: agreeToLink,
  'agree-as-owner': (privacy, response) => agreeToLink(privacy, { ...response, sharesOwnerRights: true }),
  async refuse(privacy, response) {
    const text = await declineLink(privacy, response)
    return text === undefined ? undefined : { text }
  },
}

const choices = [...Object.keys(responses), 'unlink', 'unlink-with-messages', 'undo']

/** Used by the buttons below questions about accounts. */
export const linking: Command = {
  declaration: {
    name: 'linking',
    help: 'Answer a request to link two accounts, or unlink one',
    arguments: [
      { name: 'answer', kind: 'choice', required: true, choices, help: 'What to do' },
      { name: 'id', kind: 'text', required: true, help: 'The number of the request, the account or the merge' },
    ],
    hidden: true,
  },
  async run({ privacy }, { user, accountId }, args): Promise<CommandAnswer | undefined> {
    const number = parseRowNumber(args['id'] ?? '')
    const answer = args['answer'] ?? ''
    if (answer === 'undo') {
      if (!(await undoMerge(privacy, { id: number as MergeId, userId: user.id, requestedBy: accountId })))
        throw new InputError('There is nothing to undo: the accounts are separate, or were linked more than 7 days ago.')
      // Both sides are notified in their own conversations.
      return undefined
    }
    if (answer === 'unlink' || answer === 'unlink-with-messages') {
      const takesMessages = answer === 'unlink-with-messages'
      const left = await unlinkAccount(privacy, { userId: user.id, accountId: number as AccountId, requestedBy: accountId, takesMessages })
      if (!left) throw new InputError('You have no account with that number that can be unlinked. /accounts lists your accounts.')
      // If this account left, it is notified in its own conversation.
      return left.id === accountId ? undefined : { text: accountUnlinkedText(left, takesMessages) }
    }
    const account = await findAccountById(privacy.store.db, accountId)
    const response = account && (await responses[answer]?.(privacy, { id: number as LinkId, account }))
    if (!response) throw new InputError(noSuch)
    return response
  },
}

/** Parses the id of a row. Throws InputError. */
export function parseRowNumber(text: string): number {
  const id = Number(/^#?(\d{1,10})$/.exec(text.trim())?.[1] ?? Number.NaN)
  if (!(id <= 2_147_483_647)) throw new InputError('Write the number as shown, for example 12.')
  return id
}
