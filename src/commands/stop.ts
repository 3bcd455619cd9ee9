import { cancelTurn } from '../conversation/turn/cancel.ts'
import type { Command } from './shared/command.ts'

export const stop: Command = {
  declaration: { name: 'stop', help: 'stop.help', arguments: [] },
  async run(deps, { scope, translate }) {
    const { stopped } = await cancelTurn(deps, scope)
    return { text: translate('stop.done', { stopped: stopped ? 'yes' : 'no' }) }
  },
}
