import { acceptLink } from '../accounts/accept-link.ts'
import { cancelLink, declineLink, type LinkResponse } from '../accounts/close-links.ts'
import { accountUnlinkedText, linkedText, youDeclinedText, youWithdrewText } from '../accounts/link-texts.ts'
import { unlinkAccount } from '../accounts/unlink-account.ts'
import type { CommandAnswer } from '../conversation/deps.ts'
import { InputError } from '../core/domain/errors.ts'
import type { AccountId } from '../core/domain/ids.ts'
import type { LinkId } from '../people/link-codes.ts'
import type { PrivacyDeps } from '../privacy/deps.ts'
import type { Command } from './shared/command.ts'

const noSuch = 'This request is no longer pending, or is not for this account.'

/** The responses to a link request. They return undefined if no request is waiting for this account. */
const answers: Readonly<Record<string, (privacy: PrivacyDeps, response: LinkResponse) => Promise<string | undefined>>> = {
  async agree(privacy, response) {
    const agreed = await acceptLink(privacy, response)
    return agreed && linkedText(agreed.claimant)
  },
  async refuse(privacy, response) {
    const request = await declineLink(privacy, response)
    return request?.claimant ? youDeclinedText(request.claimant) : undefined
  },
  async cancel(privacy, response) {
    const request = await cancelLink(privacy, response)
    return request && youWithdrewText(request.requester)
  },
}

/** Used by the buttons below questions about accounts. */
export const linking: Command = {
  declaration: {
    name: 'linking',
    help: 'Answer a request to link two accounts, or unlink one',
    arguments: [
      { name: 'answer', kind: 'choice', required: true, choices: [...Object.keys(answers), 'unlink'], help: 'What to do' },
      { name: 'id', kind: 'text', required: true, help: 'The number of the request or the account' },
    ],
    hidden: true,
  },
  async run({ privacy }, { user, accountId }, args): Promise<CommandAnswer | undefined> {
    const number = parseRowNumber(args['id'] ?? '')
    if (args['answer'] === 'unlink') {
      const left = await unlinkAccount(privacy, { userId: user.id, accountId: number as AccountId, requestedBy: accountId })
      if (!left) throw new InputError('You have no account with that number that can be unlinked. /accounts lists your accounts.')
      // If this account left, it is notified in its own conversation.
      return left.id === accountId ? undefined : { text: accountUnlinkedText(left) }
    }
    const text = await answers[args['answer'] ?? '']?.(privacy, { id: number as LinkId, accountId })
    if (!text) throw new InputError(noSuch)
    return { text }
  },
}

/** Parses the id of a row. Throws InputError. */
export function parseRowNumber(text: string): number {
  const id = Number(/^#?(\d{1,10})$/.exec(text.trim())?.[1] ?? Number.NaN)
  if (!(id <= 2_147_483_647)) throw new InputError('Write the number as shown, for example 12.')
  return id
}
