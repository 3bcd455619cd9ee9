import { describeAccount } from '../accounts/link-texts.ts'
import { mustTakeMessages } from '../accounts/unlink-account.ts'
import type { CommandContext } from '../conversation/deps.ts'
import { InputError } from '../core/domain/errors.ts'
import { dayLabelOf, formatDay } from '../core/ports/clock.ts'
import { type LinkedAccount, listLinkedAccounts } from '../people/accounts.ts'
import { parseRowNumber } from './linking.ts'
import type { Command } from './shared/command.ts'

export const accounts: Command = {
  declaration: { name: 'accounts', help: 'List the accounts linked to this conversation', arguments: [] },
  async run({ store, privacy }, context) {
    const all = await listLinkedAccounts(store.db, privacy.senders, context.user.id)
    return {
      text: `${formatAccounts(all, context)}\n\n/link adds another account${all.some(({ canUnlink }) => canUnlink) ? ', /unlink separates one' : ''}.`,
    }
  },
}

function formatAccounts(all: readonly LinkedAccount[], { accountId, timezone }: CommandContext): string {
  const line = (account: LinkedAccount) =>
    `- **${account.id}** · ${describeAccount(account)}, since ${formatDay(dayLabelOf(account.createdAt, timezone))}${account.id === accountId ? ' (this one)' : ''}`
  return all.map(line).join('\n')
}

export const unlink: Command = {
  declaration: {
    name: 'unlink',
    help: 'Separate one of your linked accounts',
    arguments: [{ name: 'number', kind: 'text', required: false, help: 'The number of the account, as /accounts shows it' }],
  },
  async run({ store, privacy }, context, { number }) {
    const all = (await listLinkedAccounts(store.db, privacy.senders, context.user.id)).filter(({ canUnlink }) => canUnlink)
    const accountId = number === undefined ? undefined : parseRowNumber(number)
    const matches = all.filter(({ id }) => accountId === undefined || id === accountId)
    const [only] = matches
    if (!only && accountId !== undefined)
      throw new InputError('You have no account with that number that can be unlinked. /accounts lists your accounts.')
    if (!only) throw new InputError('There is no account to unlink: this is your only one, and the conversation belongs to it.')
    if (matches.length > 1)
      return {
        text: `Which one?\n\n${formatAccounts(matches, context)}`,
        buttons: matches.map((account) => ({ label: describeAccount(account).slice(0, 60), action: `/unlink ${account.id}` })),
      }
    const request = { userId: context.user.id, accountId: only.id, requestedBy: context.accountId }
    const canStay = !(await mustTakeMessages(store.db, context.now, request))
    return {
      text: `Unlink **${describeAccount(only)}**? It will have a conversation of its own. ${canStay ? 'Its messages, with my replies to them, stay in this one or move with it.' : 'Its messages, with my replies to them, move with it, because the accounts were linked less than 7 days ago.'}`,
      buttons: [
        ...(canStay ? [{ label: 'Unlink, messages stay', action: `/linking unlink ${only.id}` }] : []),
        { label: 'Unlink, messages move', action: `/linking unlink-with-messages ${only.id}` },
      ],
    }
  },
}
