import { approveAccess } from '../accounts/approve-access.ts'
import { clip } from '../core/domain/text.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import { denyRequest, formatRequesterName } from '../people/access-requests.ts'
import type { Command } from './shared/command.ts'

const code = { name: 'code', kind: 'text', required: true, help: 'access.code' } as const

export const approve: Command = {
  declaration: { name: 'approve', help: 'approve.help', arguments: [code], forOwners: true },
  async run({ privacy }, { translate }, { code = '' }) {
    const accepted = await approveAccess(privacy, code)
    if (!accepted) throw noSuchRequest(code)
    const { id } = accepted.userAccount.user
    return {
      text: translate('approve.done', { name: formatRequesterName(accepted.request), id: String(id) }),
      buttons: [{ label: translate('button.block'), action: `/block ${id}` }],
    }
  },
}

export const deny: Command = {
  declaration: { name: 'deny', help: 'deny.help', arguments: [code], forOwners: true },
  async run({ store, clock }, { translate }, { code = '' }) {
    const name = await denyRequest(store, code, clock.now())
    if (name === undefined) throw noSuchRequest(code)
    return { text: translate('deny.done', { name: formatRequesterName({ name }) }) }
  },
}

const noSuchRequest = (code: string) => new LocalizedInputError('access.noSuchRequest', { code: clip(code, 20) })
