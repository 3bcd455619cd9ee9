import { parseDay } from '../../core/dates/named-days.ts'
import { InputError } from '../../core/domain/errors.ts'
import type { MessageId } from '../../core/domain/ids.ts'
import { clip } from '../../core/domain/text.ts'
import { dayLabelOf } from '../../core/ports/clock.ts'
import type { ArgumentDeclaration, CommandDeclaration } from '../../core/ports/commands.ts'
import type { CommandArguments } from './command.ts'

/** When and where a command was given, to resolve words such as "yesterday". */
export interface ArgumentContext {
  readonly now: Date
  /** An IANA name. */
  readonly timezone: string
}

/**
 * Parses the text after a command's name according to its declaration: one word for each argument, and all the rest for the last one.
 * Throws InputError with one sentence that states what is accepted.
 */
export function readArguments(declaration: CommandDeclaration, rest: string, at: ArgumentContext): CommandArguments {
  const args: Record<string, string> = {}
  let unread = rest.trim()
  for (const [index, argument] of declaration.arguments.entries()) {
    const isLast = index === declaration.arguments.length - 1
    const written = isLast ? unread : (/^\S*/.exec(unread)?.[0] ?? '')
    unread = unread.slice(written.length).trim()
    if (written !== '') args[argument.name] = readValue(argument, written, at)
    else if (argument.required) throw new InputError(`Write it like this: ${formatUsage(declaration)} – ${lowerFirst(argument.help)}.`)
  }
  if (unread !== '') throw new InputError(`/${declaration.name} takes nothing after it: write just /${declaration.name}.`)
  return args
}

/** Formats how a command is typed: "/summary [day]". */
export function formatUsage({ name, arguments: declared }: CommandDeclaration): string {
  return [`/${name}`, ...declared.map((argument) => (argument.required ? argument.name : `[${argument.name}]`))].join(' ')
}

function readValue(argument: ArgumentDeclaration, written: string, { now, timezone }: ArgumentContext): string {
  switch (argument.kind) {
    case 'text':
    case 'search':
      return written
    case 'choice': {
      const choice = argument.choices?.find((one) => one.toLowerCase() === written.toLowerCase())
      if (choice) return choice
      throw new InputError(`"${clip(written, 40)}" is not an option. Choose one of ${argument.choices?.join(', ')}.`)
    }
    case 'day': {
      const day = parseDay(written, dayLabelOf(now, timezone))
      if (day) return day
      throw new InputError(
        `"${clip(written, 40)}" is not a day I understand: write it as YYYY-MM-DD, today, yesterday, or in words such as last Tuesday or 3 March.`,
      )
    }
  }
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Parses the id of a message, written as 123 or #123. Throws InputError. */
export function parseMessageNumber(text: string): MessageId {
  const id = Number(/^#?(\d{1,10})$/.exec(text.trim())?.[1] ?? Number.NaN)
  // Ids are 32-bit numbers.
  if (!(id <= 2_147_483_647)) throw new InputError('Write the number of a message, as in 123 or #123.')
  return id as MessageId
}
