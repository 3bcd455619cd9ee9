import { doneButton, formatLoop } from '../loops/format-loop.ts'
import { listLoops } from '../loops/open-loop.ts'
import type { Command } from './shared/command.ts'

/** The number of loops to show. They fit on one screen, and their buttons below one message. */
const most = 10

export const loops: Command = {
  declaration: {
    name: 'loops',
    help: 'loops.help',
    arguments: [{ name: 'which', kind: 'choice', required: false, choices: ['open', 'done'], help: 'loops.which' }],
  },
  async run({ store }, { scope, now, timezone, translate }, { which = 'open' }) {
    const isOpen = which === 'open'
    const { loops: shown, total } = await listLoops(store.db, scope, { state: isOpen ? 'open' : 'done', limit: most })
    if (total === 0) return { text: translate(isOpen ? 'loops.none' : 'loops.noneDone') }
    const lines = shown.map((loop, index) => `${index + 1}. ${formatLoop(loop, { now, timezone }, translate)}`)
    const heading = translate(isOpen ? 'loops.heading' : 'loops.doneHeading', { count: total })
    const more = total > shown.length ? [translate('loops.more', { count: total - shown.length })] : []
    const changeButton = (id: number, number: number) => ({
      label: translate('loops.changeNumber', { number }),
      action: `/loop show ${id}`,
    })
    return {
      text: [heading, lines.join('\n'), ...more].join('\n\n'),
      buttons: shown.flatMap(({ id, due }, index) => [
        ...(isOpen && !due?.repeat ? [doneButton(id, translate('loops.doneNumber', { number: index + 1 }))] : []),
        changeButton(id, index + 1),
      ]),
    }
  },
}
