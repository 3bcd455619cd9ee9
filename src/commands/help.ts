import { formatUsage } from './shared/arguments.ts'
import type { Command } from './shared/command.ts'

export const help: Command = {
  declaration: { name: 'help', help: 'help.help', arguments: [] },
  async run({ declarations }, { user, translate }) {
    const offered = declarations.filter(({ hidden, forOwners }) => !hidden && (!forOwners || user.isOwner))
    const lines = offered.map((declaration) => `- ${formatUsage(declaration, translate)} – ${translate(declaration.help)}`)
    return { text: translate('help.text', { commands: lines.join('\n') }) }
  },
}
