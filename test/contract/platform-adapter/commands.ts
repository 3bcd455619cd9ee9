import type { CommandDeclaration, Suggest } from '../../../src/core/ports/commands.ts'

/** What a harness gives its adapter to offer: an argument of every kind, an entry in the menu of a message, a hidden command. */
export const contractCommands: readonly CommandDeclaration[] = [
  {
    name: 'open',
    help: 'Read a day again',
    arguments: [{ name: 'day', kind: 'day', required: true, help: 'The day to read' }],
    messageAction: { label: 'Open this day', action: '/open {day}' },
  },
  {
    name: 'digest',
    help: 'A summary every day, or none',
    arguments: [{ name: 'setting', kind: 'choice', required: true, help: 'On or off', choices: ['on', 'off'] }],
  },
  {
    name: 'find',
    help: 'Search what was said',
    arguments: [{ name: 'words', kind: 'search', required: true, help: 'What to look for' }],
  },
  {
    name: 'timezone',
    help: 'Show or set the timezone',
    arguments: [{ name: 'zone', kind: 'text', required: false, help: 'Such as Europe/Rome' }],
  },
  { name: 'regenerate', help: 'Answer again', arguments: [], hidden: true },
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
