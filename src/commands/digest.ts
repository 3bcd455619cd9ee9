import type { Translate } from '../core/messages/messages.ts'
import { setDigest } from '../people/users.ts'
import type { SummarySettings } from '../summaries/settings.ts'
import type { Command } from './shared/command.ts'

export const digest: Command = {
  declaration: {
    name: 'digest',
    help: 'digest.help',
    arguments: [{ name: 'setting', kind: 'text', required: false, help: 'digest.setting' }],
  },
  async run({ store, summaries }, { user, translate }, args) {
    const wanted = args['setting']
    const describe = (setting: string) => describeSetting(setting, summaries.summarySettings, translate)
    if (wanted !== undefined) return { text: describe(await setDigest(store.db, user.id, wanted)) }
    const other =
      user.digest === 'off'
        ? { label: translate('digest.turnOn'), action: '/digest on' }
        : { label: translate('digest.turnOff'), action: '/digest off' }
    return { text: translate('digest.change', { setting: describe(user.digest) }), buttons: [other] }
  },
}

function describeSetting(setting: string, { quietFrom, quietUntil }: SummarySettings, translate: Translate): string {
  switch (setting) {
    case 'off':
      return translate('digest.off')
    case 'on':
      return translate('digest.on', { from: quietFrom, until: quietUntil })
    default:
      return translate('digest.at', { time: setting })
  }
}
