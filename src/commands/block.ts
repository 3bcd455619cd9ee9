import { blockUser as shutOut } from '../conversation/receive/block-user.ts'
import type { UserId } from '../core/domain/ids.ts'
import { clip, plainName } from '../core/domain/text.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import { unblockUser } from '../people/block-user.ts'
import { findUserById, type User } from '../people/users.ts'
import type { Command, CommandDeps } from './shared/command.ts'

export const block: Command = {
  declaration: {
    name: 'block',
    help: 'block.help',
    arguments: [
      { name: 'number', kind: 'text', required: true, help: 'block.number' },
      { name: 'off', kind: 'choice', required: false, choices: ['off'], help: 'block.off' },
    ],
    forOwners: true,
  },
  async run(deps, { translate }, { number = '', off }) {
    const user = await findUserByNumber(deps, number)
    const name = `**${plainName(user.name) || translate('block.numbered', { id: String(user.id) })}**`
    if (off) {
      const wasBlocked = await unblockUser(deps.store.db, user.id)
      return { text: translate('block.undone', { name, was: wasBlocked ? 'yes' : 'no' }) }
    }
    if (!(await shutOut(deps, user.id))) throw new LocalizedInputError('block.owner')
    return { text: translate('block.done', { name }), buttons: [{ label: translate('button.unblock'), action: `/block ${user.id} off` }] }
  },
}

/** Finds a user by their number in /users. Throws LocalizedInputError if there is none. */
async function findUserByNumber({ store }: CommandDeps, number: string): Promise<User> {
  const id = /^#?\d{1,9}$/.test(number) ? Number(number.replace('#', '')) : 0
  const user = await findUserById(store.db, id as UserId)
  if (user) return user
  throw new LocalizedInputError('block.noSuch', { number: clip(number, 20) })
}
