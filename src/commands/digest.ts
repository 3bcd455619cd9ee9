import { setDigest } from '../people/users.ts'
import type { SummarySettings } from '../summaries/settings.ts'
import type { Command } from './shared/command.ts'

export const digest: Command = {
  declaration: {
    name: 'digest',
    help: 'Post the summary of each day here: on, off, or at a time',
    arguments: [{ name: 'setting', kind: 'text', required: false, help: 'On, off, or a time such as 07:30' }],
  },
  async run(deps, context, args) {
    const wanted = args['setting']
    const { summarySettings } = deps.summaries
    if (wanted !== undefined) return { text: describeSetting(await setDigest(deps.store.db, context.user.id, wanted), summarySettings) }
    const other = context.user.digest === 'off' ? { label: 'Turn on', action: '/digest on' } : { label: 'Turn off', action: '/digest off' }
    return {
      text: `${describeSetting(context.user.digest, summarySettings)} To change that: /digest on, /digest off, or a time such as /digest 07:30.`,
      buttons: [other],
    }
  },
}

function describeSetting(setting: string, { quietFrom, quietUntil }: Pick<SummarySettings, 'quietFrom' | 'quietUntil'>): string {
  switch (setting) {
    case 'off':
      return 'I do not post daily summaries. /summary shows one at any time.'
    case 'on':
      return `I post each day’s summary here when the day is over, but never between ${quietFrom} and ${quietUntil}.`
    default:
      return `I post each day’s summary here at ${setting} the next day.`
  }
}
