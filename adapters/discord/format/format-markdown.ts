import { alignTable, isDelimiterRow } from './tables.ts'

/** The maximum length of a message, in UTF-16 units. https://discord.com/developers/docs/resources/message#create-message */
export const maxLength = 2000

/**
 * Rewrites Markdown where Discord would show it differently. If the source is within the limit, so is the result: where rewriting would
 * exceed the limit, less is rewritten.
 */
export function formatMarkdown(source: string): string {
  // Replaces what cannot be sent: lone surrogates and NUL.
  const normalized = source.replace(/\r\n?/g, '\n').replace(/\p{Surrogate}|\0/gu, '\uFFFD')
  const candidates = [
    () => rewriteBlocks(normalized, alignTable),
    () => rewriteBlocks(normalized, (rows) => rows),
    () => rewriteBlocks(normalized),
    () => normalized,
  ]
  for (const candidate of candidates) {
    const text = candidate()
    if (text.trim() !== '' && text.length <= maxLength) return text
  }
  return normalized
}

type DiscordMarkdownLines = readonly string[]

/** Rewrites the blocks of a text. Without `tables`, tables stay as written. */
function rewriteBlocks(source: string, tables?: (rows: DiscordMarkdownLines) => DiscordMarkdownLines): string {
  const lines = source.split('\n')
  const output: string[] = []
  let at = 0
  while (at < lines.length) {
    const fence = parseOpeningFence(lines[at])
    const table = tables && !fence ? findTableAt(lines, at) : []
    if (fence) {
      const end = lines.findIndex((line, index) => index > at && closesFence(line, fence))
      // An unclosed code block, as in a reply that is still being written, ends with the text.
      const until = end === -1 ? lines.length : end
      output.push(...formatCodeBlock(fence, lines.slice(at + 1, until)))
      at = until + 1
    } else if (tables && table.length > 0) {
      output.push(...formatCodeBlock({ indent: '', mark: '```', language: '' }, tables(table)))
      at += table.length
    } else {
      // A paragraph is processed as a whole, because code and bold text may span lines.
      const end = lines.findIndex(
        (line, index) => index > at && (line.trim() === '' || parseOpeningFence(line) || (tables && findTableAt(lines, index).length)),
      )
      const until = end === -1 ? lines.length : end
      output.push(...formatParagraph(lines.slice(at, until)))
      at = until
    }
  }
  return output.join('\n')
}

interface DiscordCodeFence {
  readonly indent: string
  readonly mark: string
  readonly language: string
}

function parseOpeningFence(line = ''): DiscordCodeFence | undefined {
  const [, indent, mark, info = ''] = /^([ \t]*)(`{3,}|~{3,})([^`]*)$/.exec(line) ?? []
  if (indent === undefined || mark === undefined) return undefined
  return { indent, mark, language: /^[\w+#.-]+/.exec(info.trim())?.[0] ?? '' }
}

function closesFence(line: string, { mark }: DiscordCodeFence): boolean {
  const closing = line.trim()
  return closing.length >= mark.length && closing === mark.charAt(0).repeat(closing.length)
}

/** Formats a code block for Discord, where it starts with three backticks and ends at the next three. */
function formatCodeBlock({ indent, language }: DiscordCodeFence, lines: DiscordMarkdownLines): string[] {
  const code = lines.map((line) => line.replaceAll('```', '``\u200B`'))
  return [`${indent}\`\`\`${language}`, ...code, `${indent}\`\`\``]
}

/** Returns the lines of the table that starts at `at`: a row, a delimiter row, and the rows that follow. Empty if there is none. */
function findTableAt(lines: DiscordMarkdownLines, at: number): DiscordMarkdownLines {
  const isRow = (line = '') => line.includes('|') && line.trim() !== ''
  if (!isRow(lines[at]) || !isDelimiterRow(lines[at + 1])) return []
  const end = lines.findIndex((line, index) => index > at + 1 && (!isRow(line) || parseOpeningFence(line)))
  return lines.slice(at, end === -1 ? lines.length : end)
}

function formatParagraph(lines: DiscordMarkdownLines): string[] {
  const text = mapOutsideCode(lines.join('\n'), (plain) => rewriteEmphasis(rewriteLinks(plain)))
  return text.split('\n').map(rewriteLineStart)
}

/** Applies a change outside inline code. */
function mapOutsideCode(text: string, change: (plain: string) => string): string {
  const code = /(?<!`)(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g
  let result = ''
  let at = 0
  for (const { 0: found, 1: mark = '', 2: inside = '', index } of text.matchAll(code)) {
    // Three backticks would start a block.
    result += change(text.slice(at, index)) + (mark.length < 3 ? found : `\`\`${inside.replace(/`(?=`)/g, '`\u200B')}\`\``)
    at = index + found.length
  }
  return result + change(text.slice(at))
}

/** Keeps links to web URLs, including those of images. Shows all others as text: "[plan](notes/plan.md)" becomes "plan (notes/plan.md)". */
function rewriteLinks(text: string): string {
  return text.replace(
    /(!?)\[((?:[^[\]\\]|\\.)*)\]\(\s*<?((?:[^\s()<>]|\([^\s()]*\))*)>?(\s+"[^"]*")?\s*\)/g,
    (original, picture, label, address, title) => {
      const shown = label || address
      if (shown === '') return original
      if (/^https?:\/\/[^\s/]/i.test(address)) return picture ? `[${shown}](${address}${title ?? ''})` : original
      return address === '' || address === label || address === `mailto:${label}` ? shown : `${shown} (${address})`
    },
  )
}

/** Rewrites or escapes marks that mean something else on Discord: underlines, spoiler bars, unclosed code blocks. */
function rewriteEmphasis(text: string): string {
  const bold = text
    // __name__ is bold in Markdown but underlined on Discord: **name**.
    .replace(/(?<![\p{L}\p{M}\p{N}_\\])__(?=\S)([^_\n]*[^\s_])__(?![\p{L}\p{M}\p{N}_])/gu, '**$1**')
    // An underscore within a word would end emphasis on Discord: _file_name_ becomes *file_name*.
    .replace(
      /(?<![\p{L}\p{M}\p{N}_\\*])_(?=[^\s_])((?:[^_*\n]|(?<=[\p{L}\p{M}\p{N}])_(?=[\p{L}\p{N}]))*[^\s_*])_(?![\p{L}\p{M}\p{N}_])/gu,
      (original, inside: string) => (inside.includes('_') ? `*${inside}*` : original),
    )
  // a || b becomes a |\| b, and ____ becomes \_\_\_\_. URLs are left alone.
  return bold.replace(/https?:\/\/\S+|(?<!\\)\|\||(?<!\\)_{2,}|(?<!\\)`{3,}/g, (found) => {
    if (found === '||') return '|\\|'
    return found.startsWith('http') ? found : found.replace(/[_`]/g, '\\$&')
  })
}

function rewriteLineStart(line: string): string {
  // --- and * * * are horizontal rules in Markdown.
  if (/^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(line)) return '———'
  // Discord has three heading levels: #### Roses becomes **Roses**.
  const [, heading] = /^ {0,3}#{4,6}[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$/.exec(line) ?? []
  if (heading !== undefined) return /[*_`]/.test(heading) ? heading : `**${heading}**`
  return (
    line
      // Discord's quotations have one level, and three markers would quote everything that follows: >>> text becomes > text.
      .replace(/^[ \t]*>(?:[ \t]*>)+[ \t]?/, '> ')
      // + item becomes - item. -# note, which would be small print, becomes -\# note. A trailing \ is removed.
      .replace(/^([ \t]*)\+([ \t])/, '$1-$2')
      .replace(/^([ \t]*)-#(?=[ \t])/, '$1-\\#')
      .replace(/(?<!\\)\\$/, '')
  )
}
