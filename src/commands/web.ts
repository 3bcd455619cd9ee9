import { createSignInLink } from '../people/sign-in.ts'
import type { Command } from './shared/command.ts'

export const web: Command = {
  declaration: {
    name: 'web',
    help: 'Get a one-time link to the web page',
    arguments: [{ name: 'day', kind: 'day', required: false, help: 'The day to open it at' }],
  },
  async run(deps, { user, accountId, now }, { day }) {
    if (!deps.webUrl)
      return {
        text: 'The web page has no public address. The operator of this bot must set WEB_PUBLIC_URL to the address where people can reach it.',
      }
    const { token, expiresAt } = await createSignInLink(deps, user.id, { accountId })
    const minutes = Math.round((expiresAt.getTime() - now.getTime()) / 60_000)
    const link = new URL(`/sign-in/${token}${day ? `?day=${day}` : ''}`, deps.webUrl).href
    const near = ['127.0.0.1', 'localhost'].includes(deps.webUrl.hostname)
      ? ' It opens only on the machine that runs this bot. To reach the page from elsewhere, set WEB_PUBLIC_URL there.'
      : ''
    return {
      textExpiresAt: expiresAt,
      text: `[Open our conversation on the web](${link})\n\nThe link signs in anyone who opens it, once, within ${minutes} minutes. Do not share it.${near}`,
    }
  },
}
