import { approveAccess } from '../accounts/approve-access.ts'
import { InputError } from '../core/domain/errors.ts'
import { clip } from '../core/domain/text.ts'
import { denyRequest, formatRequesterName } from '../people/access-requests.ts'
import type { Command } from './shared/command.ts'

const code = { name: 'code', kind: 'text', required: true, help: 'The code the person received' } as const

export const approve: Command = {
  declaration: { name: 'approve', help: 'For owners: approve the access request with this code', arguments: [code], forOwners: true },
  async run({ privacy }, _context, { code = '' }) {
    const accepted = await approveAccess(privacy, code)
    if (!accepted) throw noSuchRequest(code)
    const { id } = accepted.userAccount.user
    return {
      text: `${formatRequesterName(accepted.request)} is approved and has been notified. Their number in /users is ${id}.`,
      buttons: [{ label: 'Block', action: `/block ${id}` }],
    }
  },
}

export const deny: Command = {
  declaration: { name: 'deny', help: 'For owners: deny the access request with this code', arguments: [code], forOwners: true },
  async run({ store, clock }, _context, { code = '' }) {
    const name = await denyRequest(store, code, clock.now())
    if (name === undefined) throw noSuchRequest(code)
    return { text: `${formatRequesterName({ name })} is denied. They get no reply, and you will not be asked again for 30 days.` }
  },
}

const noSuchRequest = (code: string) =>
  new InputError(
    `No pending access request has the code "${clip(code, 20)}": it was answered already, is more than a day old, or is mistyped. /users lists the pending requests.`,
  )
