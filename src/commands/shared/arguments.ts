import { parseDay } from '../../core/dates/named-days.ts'
import type { MessageId } from '../../core/domain/ids.ts'
import { clip } from '../../core/domain/text.ts'
import { LocalizedInputError } from '../../core/messages/input-error.ts'
import { isMessageKey, type Translate } from '../../core/messages/messages.ts'
import { dayLabelOf } from '../../core/ports/clock.ts'
import type { ArgumentDeclaration, CommandDeclaration } from '../../core/ports/commands.ts'
import type { CommandArguments } from './command.ts'

/** When, where and in which language a command was given. Resolves words such as "yesterday". */
export interface ArgumentContext {
  readonly now: Date
  /** An IANA name. */
  readonly timezone: string
  /** Writes the explanations of mistakes. */
  readonly translate: Translate
}

/**
 * Parses the text after a command's name according to its declaration: one word for each argument, and all the rest for the last one.
 * Throws LocalizedInputError, which states what is accepted.
 */
export function readArguments(declaration: CommandDeclaration, rest: string, at: ArgumentContext): CommandArguments {
  const args: Record<string, string> = {}
  let unread = rest.trim()
  for (const [index, argument] of declaration.arguments.entries()) {
    const isLast = index === declaration.arguments.length - 1
    const written = isLast ? unread : (/^\S*/.exec(unread)?.[0] ?? '')
    unread = unread.slice(written.length).trim()
    if (written !== '') args[argument.name] = readValue(argument, written, at)
    else if (argument.required)
      throw new LocalizedInputError('command.missing', { usage: formatUsage(declaration, at.translate), help: at.translate(argument.help) })
  }
  if (unread !== '') throw new LocalizedInputError('command.takesNothing', { name: declaration.name })
  return args
}

/** Formats how a command is typed: "/summary [day]". Choices are shown as they are typed: "[off]". */
export function formatUsage({ name, arguments: declared }: CommandDeclaration, translate: Translate): string {
  const shown = declared.map((argument) => {
    const key = `argument.${argument.name}`
    const label = argument.choices?.join('|') ?? (isMessageKey(key) ? translate(key) : argument.name)
    return argument.required ? label : `[${label}]`
  })
  return [`/${name}`, ...shown].join(' ')
}

function readValue(argument: ArgumentDeclaration, written: string, { now, timezone }: ArgumentContext): string {
  switch (argument.kind) {
    case 'text':
    case 'search':
      return written
    case 'choice': {
      const choice = argument.choices?.find((one) => one.toLowerCase() === written.toLowerCase())
      if (choice) return choice
      throw new LocalizedInputError('command.notAnOption', { value: clip(written, 40), options: (argument.choices ?? []).join(', ') })
    }
    case 'day': {
      const day = parseDay(written, dayLabelOf(now, timezone))
      if (day) return day
      throw new LocalizedInputError('command.notADay', { value: clip(written, 40) })
    }
  }
}

/** Parses the id of a message, written as 123 or #123. Throws LocalizedInputError. */
export function parseMessageNumber(text: string): MessageId {
  const id = Number(/^#?(\d{1,10})$/.exec(text.trim())?.[1] ?? Number.NaN)
  // Ids are 32-bit numbers.
  if (!(id <= 2_147_483_647)) throw new LocalizedInputError('command.notAMessage')
  return id as MessageId
}

/** Parses a number of days of at least one: "90d", "90". */
export function parseDays(text: string): number | undefined {
  const days = Number(/^(\d{1,4})\s*(?:d\p{L}*)?$/iu.exec(text.trim())?.[1])
  return days >= 1 ? days : undefined
}
