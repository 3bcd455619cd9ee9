import type { ArgumentDeclaration, CommandDeclaration } from '../../src/core/commands.ts'

/** What is plainly meant as a day. Anything vaguer, after a mention of the bot, is a sentence. */
const plainDay =
  /^(?:\d{4}-\d\d?-\d\d?|today|yesterday|(?:(?:last|this)\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d+\s+days?\s+ago)$/i

/**
 * The command line in what was said to the bot where slashes do not reach: the first word is a command's name, and what
 * follows fits its arguments. Undefined for everything else: "summary of the meeting, please" is a sentence.
 */
export function typedCommand(commands: readonly CommandDeclaration[], text: string): string | undefined {
  const [, name = '', rest = ''] = /^\/?([a-z]+)(?:\s+(.*))?$/is.exec(text.trim()) ?? []
  const command = commands.find((known) => known.name === name.toLowerCase() && !known.hidden)
  if (!command || !fits(command.arguments, rest.trim())) return undefined
  return rest.trim() === '' ? `/${command.name}` : `/${command.name} ${rest.trim()}`
}

function fits(declared: readonly ArgumentDeclaration[], rest: string): boolean {
  if (rest === '') return !declared.some(({ required }) => required)
  const [first] = declared
  if (!first) return false
  switch (first.kind) {
    case 'day':
      return plainDay.test(rest)
    case 'choice':
      return first.choices?.some((choice) => choice.toLowerCase() === rest.toLowerCase()) ?? false
    default:
      return first.required || !/\s/.test(rest)
  }
}
