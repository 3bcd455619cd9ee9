import { agreeToLink } from '../accounts/agree-to-link.ts'
import { declineLink, type LinkResponse } from '../accounts/close-links.ts'
import { buildUnlinkedNotice, type LinkNotice } from '../accounts/link-texts.ts'
import { undoMerge } from '../accounts/undo-merge.ts'
import { unlinkAccount } from '../accounts/unlink-account.ts'
import type { CommandAnswer } from '../conversation/deps.ts'
import type { AccountId } from '../core/domain/ids.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import { findAccountById } from '../people/accounts.ts'
import type { LinkId } from '../people/link-codes.ts'
import type { MergeId } from '../people/user-merges.ts'
import type { PrivacyDeps } from '../privacy/deps.ts'
import type { Command } from './shared/command.ts'

/** The responses to a link request. They return undefined if no request is waiting for this account. */
const responses: Readonly<Record<string, (privacy: PrivacyDeps, response: LinkResponse) => Promise<LinkNotice | undefined>>> = {
  agree: agreeToLink,
  'agree-as-owner': (privacy, response) => agreeToLink(privacy, { ...response, sharesOwnerRights: true }),
  refuse: declineLink,
}

const choices = [...Object.keys(responses), 'unlink', 'unlink-with-messages', 'undo']

/** Used by the buttons below questions about accounts. */
export const linking: Command = {
  declaration: {
    name: 'linking',
    help: 'linking.help',
    arguments: [
      { name: 'answer', kind: 'choice', required: true, choices, help: 'choice.help' },
      { name: 'id', kind: 'text', required: true, help: 'linking.id' },
    ],
    hidden: true,
  },
  async run({ privacy }, { user, accountId, translate }, args): Promise<CommandAnswer | undefined> {
    const number = parseRowNumber(args['id'] ?? '')
    const answer = args['answer'] ?? ''
    if (answer === 'undo') {
      if (!(await undoMerge(privacy, { id: number as MergeId, userId: user.id, requestedBy: accountId })))
        throw new LocalizedInputError('link.nothingToUndo')
      // Both sides are notified in their own conversations.
      return undefined
    }
    if (answer === 'unlink' || answer === 'unlink-with-messages') {
      const takesMessages = answer === 'unlink-with-messages'
      const left = await unlinkAccount(privacy, {
        userId: user.id,
        accountId: number as AccountId,
        requestedBy: accountId,
        takesMessages,
      })
      if (!left) throw new LocalizedInputError('unlink.noSuch')
      // If this account left, it is notified in its own conversation.
      return left.id === accountId ? undefined : buildUnlinkedNotice(left, takesMessages)(translate)
    }
    const account = await findAccountById(privacy.store.db, accountId)
    const response = account && (await responses[answer]?.(privacy, { id: number as LinkId, account }))
    if (!response) throw new LocalizedInputError('link.noSuchRequest')
    return response(translate)
  },
}

/** Parses the id of a row. Throws InputError. */
export function parseRowNumber(text: string): number {
  const id = Number(/^#?(\d{1,10})$/.exec(text.trim())?.[1] ?? Number.NaN)
  if (!(id <= 2_147_483_647)) throw new LocalizedInputError('command.notANumber')
  return id
}
