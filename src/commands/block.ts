import { blockUser as shutOut } from '../conversation/receive/block-user.ts'
import { InputError } from '../core/domain/errors.ts'
import type { UserId } from '../core/domain/ids.ts'
import { clip, plainName } from '../core/domain/text.ts'
import { unblockUser } from '../people/block-user.ts'
import { findUserById, type User } from '../people/users.ts'
import type { Command, CommandDeps } from './shared/command.ts'

export const block: Command = {
  declaration: {
    name: 'block',
    help: 'For owners: block a user by their number in /users',
    arguments: [
      { name: 'number', kind: 'text', required: true, help: 'Their number in /users' },
      { name: 'off', kind: 'choice', required: false, choices: ['off'], help: 'Unblock the user' },
    ],
    forOwners: true,
  },
  async run(deps, _context, { number = '', off }) {
    const user = await findUserByNumber(deps, number)
    const name = `**${plainName(user.name) || `Number ${user.id}`}**`
    if (off) {
      const wasBlocked = await unblockUser(deps.store.db, user.id)
      return { text: wasBlocked ? `${name} is no longer blocked. I reply to them again.` : `${name} is not blocked.` }
    }
    if (!(await shutOut(deps, user.id))) throw new InputError('An owner cannot be blocked.')
    return {
      text: `${name} is blocked. I ignore what they write or press, and they are signed out of the page. Their stored data is kept.`,
      buttons: [{ label: 'Unblock', action: `/block ${user.id} off` }],
    }
  },
}

/** Finds a user by their number in /users. Throws InputError if there is none. */
async function findUserByNumber({ store }: CommandDeps, number: string): Promise<User> {
  const id = /^#?\d{1,9}$/.test(number) ? Number(number.replace('#', '')) : 0
  const user = await findUserById(store.db, id as UserId)
  if (user) return user
  throw new InputError(`No user has the number "${clip(number, 20)}". Write it as /users shows it, as in /block 12.`)
}
