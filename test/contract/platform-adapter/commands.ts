import type { CommandDeclaration, Suggest } from '../../../src/core/ports/commands.ts'

/** What a harness gives its adapter to offer: an argument of every kind, an entry in the menu of a message, a hidden command. */
export const contractCommands: readonly CommandDeclaration[] = [
  {
    name: 'open',
    help: 'summary.help',
    arguments: [{ name: 'day', kind: 'day', required: true, help: 'summary.day' }],
    messageAction: { label: 'resummarize.action', action: '/open {day}' },
  },
  {
    name: 'digest',
    help: 'digest.help',
    arguments: [{ name: 'setting', kind: 'choice', required: true, help: 'digest.setting', choices: ['on', 'off'] }],
  },
  {
    name: 'find',
    help: 'find.help',
    arguments: [{ name: 'words', kind: 'search', required: true, help: 'memories.words' }],
  },
  {
    name: 'timezone',
    help: 'timezone.help',
    arguments: [{ name: 'zone', kind: 'text', required: false, help: 'timezone.timezone' }],
  },
  { name: 'regenerate', help: 'retry.help', arguments: [], hidden: true },
]

/** Thirty suggestions (more than may be shown) that name all they were asked with; none for the text "nothing". */
export const contractSuggest: Suggest = async ({ command, argument, platformUserId, text }) => {
  if (text === 'nothing') return []
  return Array.from({ length: 30 }, (_, index) => ({
    label: `${index + 1}. ${text} for ${platformUserId}`,
    value: `${command} ${argument} ${index + 1}`,
  }))
}

/** How a person types a command: the arguments in the order of its declaration. */
export function typedCommand(name: string, args: Readonly<Record<string, string>> = {}): string {
  const declared = contractCommands.find((command) => command.name === name)?.arguments ?? []
  return [`/${name}`, ...declared.flatMap((argument) => args[argument.name] ?? [])].join(' ')
}
