import { approveAccess } from '../accounts/approve-access.ts'
import { InputError } from '../core/domain/errors.ts'
import { clip } from '../core/domain/text.ts'
import { denyRequest, formatRequesterName } from '../people/access-requests.ts'
import type { Command } from './command.ts'

const code = { name: 'code', kind: 'text', required: true, help: 'The code that they were given' } as const

export const approve: Command = {
  declaration: { name: 'approve', help: 'For owners: let somebody in who has this code', arguments: [code], forOwners: true },
  async run({ privacy }, _context, { code = '' }) {
    const accepted = await approveAccess(privacy, code)
    if (!accepted) throw noSuchRequest(code)
    const { id } = accepted.userAccount.user
    return {
      text: `${formatRequesterName(accepted.request)} is let in, and was told so. It is number ${id} in /users.`,
      buttons: [{ label: 'Block', action: `/block ${id}` }],
    }
  },
}

export const deny: Command = {
  declaration: { name: 'deny', help: 'For owners: refuse somebody who has this code', arguments: [code], forOwners: true },
  async run({ store, clock }, _context, { code = '' }) {
    const name = await denyRequest(store, code, clock.now())
    if (name === undefined) throw noSuchRequest(code)
    return { text: `${formatRequesterName({ name })} is not let in: they get no answer, and for 30 days you are not asked again.` }
  },
}

const noSuchRequest = (code: string) =>
  new InputError(
    `Nobody is waiting with the code "${clip(code, 20)}": it was answered already, is over a day old, or is mistyped. /users lists those who wait.`,
  )
