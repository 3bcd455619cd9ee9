import type { MessageEntity } from 'grammy/types'
import { Refusal } from './types.ts'

/** As Telegram does: blanks around a text are dropped, and it must not be empty or too long. */
export function checkedText(given: unknown, entities: unknown): { text: string; entities: MessageEntity[] } {
  if (typeof given !== 'string') throw new Refusal(400, 'Bad Request: message text is empty')
  const list = (entities ?? []) as MessageEntity[]
  checkEntities(given, list)
  const text = given.trim()
  if (text === '') throw new Refusal(400, 'Bad Request: message text is empty')
  if (text.length > 4096) throw new Refusal(400, 'Bad Request: message is too long')
  const shift = given.length - given.trimStart().length
  return { text, entities: list.map((entity) => ({ ...entity, offset: entity.offset - shift })) }
}

/** Stricter than Telegram, which mends some of this silently: what the bot sends must be right. */
function checkEntities(text: string, entities: readonly MessageEntity[]): void {
  const refuse = (entity: MessageEntity, why: string) => {
    throw new Refusal(400, `Bad Request: can't parse entities: ${entity.type} at ${entity.offset} ${why}`)
  }
  for (const entity of entities) {
    const { offset, length } = entity
    const end = offset + length
    if (!Number.isInteger(offset) || !Number.isInteger(length) || offset < 0 || length <= 0 || end > text.length) {
      refuse(entity, 'is outside of the text')
    }
    if (splitsCharacter(text, offset) || splitsCharacter(text, end)) refuse(entity, 'splits a character')
    if (entity.type === 'text_link' && !/^(https?|tg):\/\/./.test(entity.url)) refuse(entity, 'has no address')
    for (const other of entities) {
      if (other === entity || other.offset >= end || offset >= other.offset + other.length) continue
      if (!contains(entity, other) && !contains(other, entity)) refuse(entity, 'overlaps another')
      if (other.type === entity.type) refuse(entity, 'is doubled')
      if (isQuote(entity) && isQuote(other)) refuse(entity, 'is nested in a quotation')
      if (isCode(entity) && !isQuote(other)) refuse(entity, 'is combined with another')
    }
  }
}

function isCode({ type }: MessageEntity): boolean {
  return type === 'code' || type === 'pre'
}

function isQuote({ type }: MessageEntity): boolean {
  return type === 'blockquote' || type === 'expandable_blockquote'
}

function contains(outer: MessageEntity, inner: MessageEntity): boolean {
  return outer.offset <= inner.offset && inner.offset + inner.length <= outer.offset + outer.length
}

function splitsCharacter(text: string, index: number): boolean {
  return /^[\uD800-\uDBFF]$/.test(text.charAt(index - 1)) && /^[\uDC00-\uDFFF]$/.test(text.charAt(index))
}

/** What Telegram finds by itself in what people type: commands and mentions. */
export function foundEntities(text: string): MessageEntity[] {
  const find = (type: 'bot_command' | 'mention', pattern: RegExp) =>
    [...text.matchAll(pattern)].map((match) => ({ type, offset: match.index, length: match[0].length }))
  return [...find('bot_command', /(?<!\S)\/\w{1,32}(?:@\w+)?/g), ...find('mention', /(?<![\w@])@\w{4,32}/g)].sort(
    (a, b) => a.offset - b.offset,
  )
}

const tags: Readonly<Record<string, string>> = { bold: 'b', italic: 'i', strikethrough: 's', code: 'code', pre: 'pre', text_link: 'a' }

/** The text with its formatting in tags: <b> <i> <s> <code> <pre> <a href="…"> <blockquote> <blockquote expandable>. */
export function markupOf(text: string, entities: readonly MessageEntity[]): string {
  const marks = entities.flatMap((entity) => {
    const [open, close] = tagsOf(entity)
    const end = entity.offset + entity.length
    return [
      { at: entity.offset, rank: 1, size: -entity.length, text: open },
      { at: end, rank: 0, size: entity.length, text: close },
    ]
  })
  marks.sort((a, b) => a.at - b.at || a.rank - b.rank || a.size - b.size)
  let markup = ''
  let at = 0
  for (const mark of marks) {
    markup += text.slice(at, mark.at) + mark.text
    at = mark.at
  }
  return markup + text.slice(at)
}

function tagsOf(entity: MessageEntity): [string, string] {
  if (entity.type === 'text_link') return [`<a href="${entity.url}">`, '</a>']
  if (entity.type === 'expandable_blockquote') return ['<blockquote expandable>', '</blockquote>']
  if (entity.type === 'blockquote') return ['<blockquote>', '</blockquote>']
  const tag = tags[entity.type]
  return tag === undefined ? ['', ''] : [`<${tag}>`, `</${tag}>`]
}
