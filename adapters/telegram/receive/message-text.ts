import { toMarkdown } from '../format/to-markdown.ts'
import type { TelegramEntity, TelegramMessage } from '../payloads.ts'
import { findMediaLabel } from './attachments.ts'

export interface TelegramIdentity {
  /** The bot itself. */
  readonly me: { readonly id: number; readonly username: string }
  /** Names of our commands, without the slash. */
  readonly commands: ReadonlySet<string>
}

export interface TelegramMessageText {
  readonly text: string
  /** By a mention or a command. */
  readonly addressed: boolean
  /** A command that names another bot. */
  readonly forAnotherBot?: boolean
}

/** Extracts the text of a message, undefined if it has no known content. */
export function extractMessageText(deps: TelegramIdentity, message: TelegramMessage): TelegramMessageText | undefined {
  const raw = message.text ?? message.caption
  if (raw === undefined) {
    const mediaLabel = findMediaLabel(message)
    return mediaLabel === undefined ? undefined : { text: `[${mediaLabel}]`, addressed: false }
  }
  // PostgreSQL cannot store NUL.
  const text = raw.replaceAll('\0', ' ')
  const entities = (message.text === undefined ? message.caption_entities : message.entities) ?? []
  return extractCommand(deps, text, entities) ?? extractText(deps, text, entities)
}

/** Parses a leading command: "/find@name words" becomes "/find words". Its words are taken without formatting. */
function extractCommand(
  { me, commands }: TelegramIdentity,
  text: string,
  entities: readonly TelegramEntity[],
): TelegramMessageText | undefined {
  const entity = entities.find(({ type, offset }) => type === 'bot_command' && offset === 0)
  if (!entity) return undefined
  const [, name = '', bot] = /^\/(\w+)(?:@(\w+))?$/.exec(text.slice(0, entity.length)) ?? []
  if (bot !== undefined && bot.toLowerCase() !== me.username.toLowerCase()) return { text, addressed: false, forAnotherBot: true }
  const rest = text.slice(entity.length)
  // Without a name, a command in a group may be for another bot, unless it is one of ours.
  return { text: `/${name.toLowerCase()}${rest}`.trim(), addressed: bot !== undefined || commands.has(name.toLowerCase()) }
}

function extractText({ me }: TelegramIdentity, text: string, entities: readonly TelegramEntity[]): TelegramMessageText {
  const mention = `@${me.username}`.toLowerCase()
  const mentions = entities.filter(
    ({ type, offset, length, user }) =>
      (type === 'mention' && text.slice(offset, offset + length).toLowerCase() === mention) ||
      (type === 'text_mention' && user?.id === me.id),
  )
  if (mentions.length === 0) return { text: toMarkdown(text, entities), addressed: false }
  // Includes trailing spaces, and a comma or colon after a leading mention.
  const omitted = mentions.map(({ offset, length }) => {
    const after = (text.slice(0, offset).trim() === '' ? /^[\s,:]*/ : /^\s*/).exec(text.slice(offset + length))?.[0].length ?? 0
    return { offset, length: length + after }
  })
  const rest = toMarkdown(text, entities, omitted).trim()
  return { text: rest === '' ? text : rest, addressed: true }
}
