import { createSignInLink } from '../people/sign-in.ts'
import type { Command } from './command.ts'

export const web: Command = {
  declaration: {
    name: 'web',
    help: 'A one-time link to the web page',
    arguments: [{ name: 'day', kind: 'day', required: false, help: 'The day to open it at' }],
  },
  async run(deps, { user, now }, { day }) {
    if (!deps.webUrl)
      return { text: 'There is no web page here: whoever runs this bot sets WEB_PUBLIC_URL to the address people reach it at.' }
    const { token, expiresAt } = await createSignInLink(deps, user.id)
    const minutes = Math.round((expiresAt.getTime() - now.getTime()) / 60_000)
    const link = new URL(`/sign-in/${token}${day ? `?day=${day}` : ''}`, deps.webUrl).href
    const near = ['127.0.0.1', 'localhost'].includes(deps.webUrl.hostname)
      ? ' It opens on the machine that runs this bot; to reach the page from elsewhere, WEB_PUBLIC_URL has to be set there.'
      : ''
    return {
      textExpiresAt: expiresAt,
      text: `[Open our conversation on the web](${link})\n\nThe link works once, within ${minutes} minutes, for whoever opens it: keep it to yourself.${near}`,
    }
  },
}
