import { describeAccount } from '../accounts/link-texts.ts'
import type { CommandContext } from '../conversation/deps.ts'
import { InputError } from '../core/domain/errors.ts'
import { dayLabelOf, formatDay } from '../core/ports/clock.ts'
import { type LinkedAccount, listLinkedAccounts } from '../people/accounts.ts'
import type { Command } from './command.ts'
import { parseRowNumber } from './linking.ts'

export const accounts: Command = {
  declaration: { name: 'accounts', help: 'The accounts this conversation is held from', arguments: [] },
  async run({ store, privacy }, context) {
    const all = await listLinkedAccounts(store.db, privacy.senders, context.user.id)
    return {
      text: `${formatAccounts(all, context)}\n\n/link adds another one${all.some(({ canUnlink }) => canUnlink) ? ', /unlink separates one' : ''}.`,
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
    help: 'Make one of your accounts somebody of its own again',
    arguments: [{ name: 'number', kind: 'text', required: false, help: 'The number of the account, as /accounts shows it' }],
  },
  async run({ store, privacy }, context, { number }) {
    const all = (await listLinkedAccounts(store.db, privacy.senders, context.user.id)).filter(({ canUnlink }) => canUnlink)
    const given = number === undefined ? undefined : parseRowNumber(number)
    const meant = all.filter(({ id }) => given === undefined || id === given)
    const [only] = meant
    if (!only && given !== undefined)
      throw new InputError('You have no account of that number that could be unlinked. /accounts lists those you have.')
    if (!only) throw new InputError('There is no account to unlink: you have only this one, and it holds the conversation.')
    if (meant.length > 1)
      return {
        text: `Which one?\n\n${formatAccounts(meant, context)}`,
        buttons: meant.map((account) => ({ label: describeAccount(account).slice(0, 60), action: `/unlink ${account.id}` })),
      }
    return {
      text: `Shall **${describeAccount(only)}** be on its own again? It begins a new conversation then. What was written there stays in this one.`,
      buttons: [{ label: 'Unlink it', action: `/linking unlink ${only.id}` }],
    }
  },
}
