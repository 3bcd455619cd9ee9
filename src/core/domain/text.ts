import type { Button } from '../ports/platform.ts'
import type { Role } from './messages.ts'

/** A message as a model sees it, to be cited by its id. */
export interface TranscriptLine {
  readonly id: number
  /** HH:MM in the day's time zone. */
  readonly time: string
  readonly role: Role
  /** The speaker, or the tool. */
  readonly name: string
  readonly text: string
}

/**
 * Formats `[#123] 09:14 user (Ana): text`. Indents further lines of the text by four spaces, so that no message can imitate another
 * message or the end of the transcript.
 */
export function formatLine(line: TranscriptLine): string {
  // Removes the delimiters of the line format.
  const name = line.name.replace(/[()[\]:#\s]+/g, ' ').trim()
  return `[#${line.id}] ${line.time} ${line.role}${name && ` (${name})`}: ${indent(line.text).trimStart()}`
}

const lineStart = /^\[#(\d+)\] (\d\d:\d\d) (user|assistant|system|tool)(?: \(([^)]*)\))?: ?(.*)$/

/** Parses the lines of a formatted transcript. Ignores everything else. */
export function parseLines(transcript: string): TranscriptLine[] {
  const lines: { id: number; time: string; role: Role; name: string; text: string }[] = []
  for (const line of transcript.split('\n')) {
    const start = lineStart.exec(line)
    if (start) {
      const [, id = '', time = '', role = '', name = '', text = ''] = start
      lines.push({ id: Number(id), time, role: role as Role, name, text })
    } else if (line.startsWith(indentation)) {
      const last = lines.at(-1)
      if (last) last.text += `\n${line.slice(indentation.length)}`
    }
  }
  return lines
}

const indentation = '    '

/** Indents every line by four spaces. Also handles Unicode line separators, which could otherwise be used to reach the margin. */
export function indent(text: string): string {
  return text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => indentation + line)
    .join('\n')
}

/** Wraps text in tags at the margin, which the indented body cannot reach. */
export function block(tag: string, body: string): string {
  return `<${tag}>\n${body}\n</${tag}>`
}

/**
 * Like `block`, but the body cannot contain the tag either, because models do not pay attention to the margin. A tag in the body is made
 * harmless, with as many characters as before.
 */
export const wrapUntrusted = (tag: string, body: string): string =>
  block(tag, body.replace(new RegExp(`<(?=\\s*/?\\s*${tag}\\b)`, 'gi'), '('))

const referenceTag = 'reference'

/** Wraps what the model is shown besides the conversation: texts of people, files and models. Only our own words are at the margin. */
export const formatReference = (body: string): string => wrapUntrusted(referenceTag, body)

/** Returns the bodies of all blocks with a tag, in order. An indented body stays indented: see `outdent`. */
export function blocksOf(text: string, tag: string): string[] {
  const bodies: string[] = []
  let body: string[] | undefined
  for (const line of text.split('\n')) {
    if (line === `<${tag}>`) body = []
    else if (line === `</${tag}>` && body) {
      bodies.push(body.join('\n'))
      body = undefined
    } else body?.push(line)
  }
  return bodies
}

/** Reverses `indent`. */
export function outdent(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line))
    .join('\n')
}

/** Returns the first `length` characters, with an ellipsis if the text was longer. Never splits a surrogate pair. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 2)) ? length - 2 : length - 1
  return `${text.slice(0, end)}…`
}

/** Cuts the middle of a text so that about `characters` remain, and states how much was cut. */
export function cutMiddle(text: string, characters: number): string {
  if (text.length <= characters) return text
  const head = boundary(text, Math.floor(characters / 2))
  const tail = boundary(text, text.length - Math.floor(characters / 2))
  return `${text.slice(0, head)}\n[... ${tail - head} characters omitted ...]\n${text.slice(tail)}`
}

/** Returns the nearest position at or before `at` that does not split a character. */
export function boundary(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at
}

/** Counts code points, as PostgreSQL does. */
export const countCharacters = (text: string): number => Array.from(text).length

/** Removes what PostgreSQL cannot store: NUL characters, and lone surrogates, which JSON allows but jsonb does not. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** "1 message", "2,000 messages". */
export const formatCount = (count: number, noun: string, plural = `${noun}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`

export interface FileSize {
  readonly size: number
  readonly unit: 'byte' | 'kilobyte' | 'megabyte'
}

/** Measures a file in the largest unit of which it has one, rounded as for people. The units are multiples of 1024. */
export function measureSize(bytes: number): FileSize {
  if (bytes < 1_000) return { size: bytes, unit: 'byte' }
  const kilobytes = bytes / 1_024
  if (kilobytes < 1_000) return { size: Math.max(1, Math.round(kilobytes)), unit: 'kilobyte' }
  const megabytes = kilobytes / 1_024
  return { size: megabytes < 10 ? Number(megabytes.toFixed(1)) : Math.round(megabytes), unit: 'megabyte' }
}

/** "3 KB", "1.2 MB". */
export function formatSize(bytes: number): string {
  const { size, unit } = measureSize(bytes)
  if (unit === 'byte') return size === 1 ? '1 byte' : `${size} bytes`
  return `${size} ${unit === 'kilobyte' ? 'KB' : 'MB'}`
}

/** Makes a user-chosen name safe inside Markdown. */
export const plainName = (name: string): string =>
  stripInvisible(name)
    .replace(/[[\]()*_`<>|~\\\s]+/g, ' ')
    .trim()

/**
 * Characters that are not visible but change how a name reads: what Unicode lets programs ignore (zero-width characters, fillers, tags,
 * selectors), directional controls, and annotation marks.
 */
const invisible = String.raw`[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB]`

/** Those that belong to what is visible: the joiners, selectors and keycaps of emoji, and the variants of ideographs. */
const visiblyUsed = [
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])[\uFE0E\uFE0F]`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`,
  String.raw`(?<=\p{Unified_Ideograph})[\u{E0100}-\u{E01EF}]`,
].join('|')

const invisiblePattern = new RegExp(`(${visiblyUsed})|${invisible}`, 'gu')

/**
 * Removes what is not visible in the name of a person, place or file, so that no name can pass for another one. Control characters and line
 * separators become spaces. Applied where names are stored, and again where they are shown.
 */
export const stripInvisible = (text: string): string =>
  text.replace(invisiblePattern, (_, used: string | undefined) => used ?? '').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

/** Returns the name of a file without folders, control characters and invisible ones. Empty if nothing is left. */
export const plainFileName = (name: string): string => (stripInvisible(name).split(/[\\/]/).at(-1) ?? '').trim().replace(/^\.+$/, '')

/** Returns a platform's display name: "Telegram". */
export const platformInWords = (platform: string): string => platform.charAt(0).toUpperCase() + platform.slice(1)

/** More would cover the screen. */
const mostButtons = 16

/**
 * Returns a button for each message that a text cites as [#123], in the order of the text, up to a limit. Used in places where citations
 * are not links.
 */
export function createCitationButtons(text: string, limit = mostButtons): Button[] {
  const ids = new Set(Array.from(text.matchAll(/\[#(\d{1,10})\]/g), ([, id]) => id))
  return [...ids].slice(0, limit).map((id) => ({ label: `#${id}`, action: `/open ${id}` }))
}

/** More characters than an ordinary token has. A text that exceeds its budget even at this rate is cut without being counted. */
export const mostCharactersPerToken = 8

/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number

interface TokenBudget {
  /** The number of characters of the whole text. */
  readonly length: number
  readonly tokens: number
  readonly count: CountTokens
}

/** Shortens a text until it takes at most so many tokens. `shorten` returns the text with about so many characters kept, at least 0. */
export function fitToTokens(shorten: (length: number) => string, { length: whole, tokens, count }: TokenBudget): string {
  for (let length = Math.min(whole, Math.max(0, tokens) * mostCharactersPerToken); ; ) {
    const short = shorten(length)
    const size = count(short)
    if (size <= tokens || length === 0) return short
    // Slightly below the proportional length, and at least a tenth less than before, so that the loop ends.
    length = Math.floor(length * Math.min(0.9, (tokens / size) * 0.97))
  }
}

/**
 * Divides `budget` among items of these sizes. The small ones get all they need, and the others get equal shares. The sum of the shares is
 * at most `budget`.
 */
export function divideTokens(sizes: readonly number[], budget: number): number[] {
  const result = sizes.map(() => 0)
  let left = Math.max(0, budget)
  const bySize = sizes.map((size, index) => ({ size, index })).sort((a, b) => a.size - b.size || a.index - b.index)
  bySize.forEach(({ size, index }, position) => {
    const share = Math.min(size, Math.floor(left / (sizes.length - position)))
    result[index] = share
    left -= share
  })
  return result
}

/** A text, whole or without its middle. */
export interface TruncatedText {
  readonly head: string
  readonly tail: string
  /** The number of characters omitted between `head` and `tail`. 0 for a whole text. */
  readonly cut: number
}

export interface CountedText {
  readonly excerpt: TruncatedText
  readonly tokens: number
}

export const whole = (text: string): TruncatedText => ({ head: text, tail: '', cut: 0 })

/** Formats the text for the model, with a note of how much was cut. */
export function formatTruncated({ head, tail, cut }: TruncatedText): string {
  return cut === 0 ? head + tail : `${head}\n[… ${cut.toLocaleString('en')} characters omitted …]\n${tail}`
}

/** Removes as much of the middle as needed to fit `maxTokens`. Keeps at least the note that the text was cut. */
export function shrinkToTokens(text: TruncatedText, maxTokens: number, count: CountTokens): CountedText {
  const length = text.head.length + text.tail.length
  for (let kept = Math.min(length, Math.max(0, maxTokens) * mostCharactersPerToken); ; ) {
    const excerpt = keepCharacters(text, kept)
    const tokens = count(formatTruncated(excerpt))
    if (tokens <= maxTokens || kept === 0) return { excerpt, tokens }
    // Slightly below the proportional length, and at least a tenth less than before, so that the loop ends.
    kept = Math.floor(kept * Math.min(0.9, (maxTokens / tokens) * 0.97))
  }
}

function keepCharacters(text: TruncatedText, characters: number): TruncatedText {
  const length = text.head.length + text.tail.length
  if (characters >= length) return text
  const head = text.head.slice(0, Math.ceil(characters / 2)).replace(/[\uD800-\uDBFF]$/, '')
  const from = text.tail || text.head
  const tail = from.slice(from.length - Math.floor(characters / 2)).replace(/^[\uDC00-\uDFFF]/, '')
  return { head, tail, cut: text.cut + length - head.length - tail.length }
}
