import type { ArgumentDeclaration, CommandDeclaration } from '../../../src/core/ports/commands.ts'

/** Unambiguous names of days. In a message that mentions the bot, anything vaguer is part of a sentence. */
const dayPattern =
  /^(?:\d{4}-\d\d?-\d\d?|today|yesterday|(?:(?:last|this)\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d+\s+days?\s+ago)$/i

/**
 * Parses a command in a message to the bot, for places where Slack accepts no slash commands. The first word must be the name of a
 * command, and the rest must fit its arguments. Undefined for everything else: "summary of the meeting, please" is a sentence.
 */
export function parseTypedCommand(commands: readonly CommandDeclaration[], text: string): string | undefined {
  const [, name = '', rest = ''] = /^\/?([a-z]+)(?:\s+(.*))?$/is.exec(text.trim()) ?? []
  const command = commands.find((known) => known.name === name.toLowerCase() && !known.hidden)
  if (!command || !fitsArguments(command.arguments, rest.trim())) return undefined
  return rest.trim() === '' ? `/${command.name}` : `/${command.name} ${rest.trim()}`
}

/**
 * Returns the command line of a slash command. A command that was renamed because of another app, such as "/tl-find", is recognized by the
 * end of its name. An unknown name is reduced to its letters and passed on, so that the answer can list the commands.
 */
export function parseSlashCommand(
  commands: readonly CommandDeclaration[],
  { command, text }: { readonly command: string; readonly text: string },
): string {
  const typedName = command.slice(1).toLowerCase()
  const suffixes = [typedName, ...[...typedName.matchAll(/[-_]/g)].map(({ index }) => typedName.slice(index + 1))]
  const known = suffixes.find((end) => commands.some(({ name }) => name === end))
  const name = known ?? (typedName.replace(/[^a-z]/g, '').slice(0, 32) || 'command')
  return `/${name} ${text.replaceAll('\0', ' ')}`.trim()
}

function fitsArguments(declaredArguments: readonly ArgumentDeclaration[], rest: string): boolean {
  if (rest === '') return !declaredArguments.some(({ required }) => required)
  const [first] = declaredArguments
  if (!first) return false
  switch (first.kind) {
    case 'day':
      return dayPattern.test(rest)
    case 'choice':
      return first.choices?.some((choice) => choice.toLowerCase() === rest.toLowerCase()) ?? false
    default:
      return first.required || !/\s/.test(rest)
  }
}
