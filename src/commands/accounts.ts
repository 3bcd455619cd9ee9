import { describeAccount } from '../accounts/link-texts.ts'
import { mustTakeMessages } from '../accounts/unlink-account.ts'
import type { CommandContext } from '../conversation/deps.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import { dayLabelOf, formatDay } from '../core/ports/clock.ts'
import { type LinkedAccount, listLinkedAccounts } from '../people/accounts.ts'
import { parseRowNumber } from './linking.ts'
import type { Command } from './shared/command.ts'

export const accounts: Command = {
  declaration: { name: 'accounts', help: 'accounts.help', arguments: [] },
  async run({ store, privacy }, context) {
    const all = await listLinkedAccounts(store.db, privacy.senders, context.user.id)
    const canUnlink = all.some((account) => account.canUnlink)
    return { text: context.translate('accounts.list', { accounts: formatAccounts(all, context), canUnlink: canUnlink ? 'yes' : 'no' }) }
  },
}

function formatAccounts(all: readonly LinkedAccount[], { accountId, timezone, translate }: CommandContext): string {
  const line = (account: LinkedAccount) =>
    `- ${translate('accounts.line', {
      id: String(account.id),
      account: describeAccount(account, translate),
      day: formatDay(dayLabelOf(account.createdAt, timezone), translate.locale),
      here: account.id === accountId ? 'yes' : 'no',
    })}`
  return all.map(line).join('\n')
}

export const unlink: Command = {
  declaration: {
    name: 'unlink',
    help: 'unlink.help',
    arguments: [{ name: 'number', kind: 'text', required: false, help: 'unlink.number' }],
  },
  async run({ store, privacy }, context, { number }) {
    const { translate } = context
    const all = (await listLinkedAccounts(store.db, privacy.senders, context.user.id)).filter(({ canUnlink }) => canUnlink)
    const accountId = number === undefined ? undefined : parseRowNumber(number)
    const matches = all.filter(({ id }) => accountId === undefined || id === accountId)
    const [only] = matches
    if (!only && accountId !== undefined) throw new LocalizedInputError('unlink.noSuch')
    if (!only) throw new LocalizedInputError('unlink.onlyOne')
    if (matches.length > 1)
      return {
        text: translate('unlink.which', { accounts: formatAccounts(matches, context) }),
        buttons: matches.map((account) => ({ label: describeAccount(account, translate).slice(0, 60), action: `/unlink ${account.id}` })),
      }
    const request = { userId: context.user.id, accountId: only.id, requestedBy: context.accountId }
    const canStay = !(await mustTakeMessages(store.db, context.now, request))
    if (only.isDependent) {
      const text = translate('voice.unlinkQuestion', { account: describeAccount(only, translate) })
      return { text, buttons: [{ label: translate('voice.unlinkYes'), action: `/linking unlink ${only.id}` }] }
    }
    return {
      text: translate('unlink.question', { account: describeAccount(only, translate), canStay: canStay ? 'yes' : 'no' }),
      buttons: [
        ...(canStay ? [{ label: translate('unlink.stay'), action: `/linking unlink ${only.id}` }] : []),
        { label: translate('unlink.move'), action: `/linking unlink-with-messages ${only.id}` },
      ],
    }
  },
}
