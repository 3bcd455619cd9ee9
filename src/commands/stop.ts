import { cancelTurn } from '../conversation/turn/cancel.ts'
import type { Command } from './shared/command.ts'

export const stop: Command = {
  declaration: { name: 'stop', help: 'Stop the reply that is being written', arguments: [] },
  async run(deps, { scope }) {
    const { stopped } = await cancelTurn(deps, scope)
    return { text: stopped ? 'Stopped. /retry asks again.' : 'There is nothing to stop: no reply is being written.' }
  },
}
