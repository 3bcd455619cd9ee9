import { formatUsage } from './shared/arguments.ts'
import type { Command } from './shared/command.ts'

export const help: Command = {
  declaration: { name: 'help', help: 'Show what I can do', arguments: [] },
  async run({ declarations }, { user }) {
    const offered = declarations.filter(({ hidden, forOwners }) => !hidden && (!forOwners || user.isOwner))
    const lines = offered.map((declaration) => `- ${formatUsage(declaration)} – ${declaration.help}`)
    return {
      text: `Write to me as you would to a friend who forgets nothing. Ask "what did we decide last week?", and I look it up.\n\n${lines.join('\n')}\n\nA day is a date such as 2026-03-31, today, yesterday, or words such as last Tuesday.`,
    }
  },
}
