import { LocalizedInputError } from '../core/messages/input-error.ts'
import { createSignInLink } from '../people/sign-in.ts'
import type { Command } from './shared/command.ts'

export const web: Command = {
  declaration: {
    name: 'web',
    help: 'web.help',
    arguments: [{ name: 'day', kind: 'day', required: false, help: 'web.day' }],
  },
  async run(deps, { user, accountId, now, translate }, { day }) {
    if (user.isOnlyInChannels) throw new LocalizedInputError('channel.notAdmitted')
    if (!deps.webUrl) return { text: translate('web.none') }
    const { token, expiresAt } = await createSignInLink(deps, user.id, { accountId })
    const minutes = Math.round((expiresAt.getTime() - now.getTime()) / 60_000)
    const link = new URL(`/sign-in/${token}${day ? `?day=${day}` : ''}`, deps.webUrl).href
    const isLocal = ['127.0.0.1', 'localhost'].includes(deps.webUrl.hostname)
    return { textExpiresAt: expiresAt, text: translate('web.link', { link, minutes, local: isLocal ? 'yes' : 'no' }) }
  },
}
