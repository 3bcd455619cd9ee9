import { alignedTable, isTableRule } from './tables.ts'

/** Characters (UTF-16 units) of a message. https://discord.com/developers/docs/resources/message#create-message */
export const maxLength = 2000

/**
 * Markdown as Discord shows it. It knows most of it by itself; what it would show otherwise than it is meant is rewritten.
 * A source within the limit gives a text within the limit: where rewriting would make it too long, less is rewritten.
 */
export function formatMarkdown(source: string): string {
  // Half a character cannot be sent, and no text holds zero characters.
  const normal = source.replace(/\r\n?/g, '\n').replace(/\p{Surrogate}|\0/gu, '\uFFFD')
  const candidates = [() => rewrite(normal, alignedTable), () => rewrite(normal, (rows) => rows), () => rewrite(normal), () => normal]
  for (const candidate of candidates) {
    const text = candidate()
    if (text.trim() !== '' && text.length <= maxLength) return text
  }
  return normal
}

type Rows = readonly string[]

/** With `tables` absent they stay as they were written. */
function rewrite(source: string, tables?: (rows: Rows) => Rows): string {
  const lines = source.split('\n')
  const written: string[] = []
  let at = 0
  while (at < lines.length) {
    const fence = openingFence(lines[at])
    const table = tables && !fence ? tableAt(lines, at) : []
    if (fence) {
      const end = lines.findIndex((line, index) => index > at && closes(line, fence))
      // One that is not closed yet, as it comes while a reply is written, ends with the text.
      const until = end === -1 ? lines.length : end
      written.push(...codeBlock(fence, lines.slice(at + 1, until)))
      at = until + 1
    } else if (tables && table.length > 0) {
      written.push(...codeBlock({ indent: '', mark: '```', language: '' }, tables(table)))
      at += table.length
    } else {
      // A paragraph is looked at whole, because code and bold text may go over the end of a line.
      const end = lines.findIndex(
        (line, index) => index > at && (line.trim() === '' || openingFence(line) || (tables && tableAt(lines, index).length)),
      )
      const until = end === -1 ? lines.length : end
      written.push(...paragraph(lines.slice(at, until)))
      at = until
    }
  }
  return written.join('\n')
}

interface Fence {
  readonly indent: string
  readonly mark: string
  readonly language: string
}

function openingFence(line = ''): Fence | undefined {
  const [, indent, mark, info = ''] = /^([ \t]*)(`{3,}|~{3,})([^`]*)$/.exec(line) ?? []
  if (indent === undefined || mark === undefined) return undefined
  return { indent, mark, language: /^[\w+#.-]+/.exec(info.trim())?.[0] ?? '' }
}

function closes(line: string, { mark }: Fence): boolean {
  const closing = line.trim()
  return closing.length >= mark.length && closing === mark.charAt(0).repeat(closing.length)
}

/** Discord's blocks of code have three backticks, and end at the next three. */
function codeBlock({ indent, language }: Fence, lines: Rows): string[] {
  const code = lines.map((line) => line.replaceAll('```', '``\u200B`'))
  return [`${indent}\`\`\`${language}`, ...code, `${indent}\`\`\``]
}

/** A row, a rule, and the rows that follow. */
function tableAt(lines: Rows, at: number): Rows {
  const isRow = (line = '') => line.includes('|') && line.trim() !== ''
  if (!isRow(lines[at]) || !isTableRule(lines[at + 1])) return []
  const end = lines.findIndex((line, index) => index > at + 1 && (!isRow(line) || openingFence(line)))
  return lines.slice(at, end === -1 ? lines.length : end)
}

function paragraph(lines: Rows): string[] {
  const text = outsideCode(lines.join('\n'), (plain) => emphasis(links(plain)))
  return text.split('\n').map(lineStart)
}

/** Rewrites what is not code between backticks. */
function outsideCode(text: string, change: (plain: string) => string): string {
  const code = /(?<!`)(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g
  let result = ''
  let at = 0
  for (const { 0: found, 1: mark = '', 2: inside = '', index } of text.matchAll(code)) {
    // Three backticks would begin a block.
    result += change(text.slice(at, index)) + (mark.length < 3 ? found : `\`\`${inside.replace(/`(?=`)/g, '`\u200B')}\`\``)
    at = index + found.length
  }
  return result + change(text.slice(at))
}

/** Only the web is linked, pictures too; other addresses are shown: "[plan](notes/plan.md)" as "plan (notes/plan.md)". */
function links(text: string): string {
  return text.replace(
    /(!?)\[((?:[^[\]\\]|\\.)*)\]\(\s*<?((?:[^\s()<>]|\([^\s()]*\))*)>?(\s+"[^"]*")?\s*\)/g,
    (written, picture, label, address, title) => {
      const shown = label || address
      if (shown === '') return written
      if (/^https?:\/\/[^\s/]/i.test(address)) return picture ? `[${shown}](${address}${title ?? ''})` : written
      return address === '' || address === label || address === `mailto:${label}` ? shown : `${shown} (${address})`
    },
  )
}

/** Marks that mean something else on Discord: underlines, bars that would hide what is between them, a block's beginning without an end. */
function emphasis(text: string): string {
  const bold = text
    // __name__ is bold text in Markdown, and underlined on Discord: **name**.
    .replace(/(?<![\w\\])__(?=\S)([^_\n]*[^\s_])__(?![\w_])/g, '**$1**')
    // An underscore inside of a word would end it on Discord, or keep it from being one: _file_name_ as *file_name*.
    .replace(/(?<![\w\\*])_(?=[^\s_])((?:[^_*\n]|(?<=\w)_(?=\w))*[^\s_*])_(?!\w)/g, (written, inside: string) =>
      inside.includes('_') ? `*${inside}*` : written,
    )
  // a || b as a |\| b, and ____ as \_\_\_\_; in an address they are part of it.
  return bold.replace(/https?:\/\/\S+|(?<!\\)\|\||(?<!\\)_{2,}|(?<!\\)`{3,}/g, (found) => {
    if (found === '||') return '|\\|'
    return found.startsWith('http') ? found : found.replace(/[_`]/g, '\\$&')
  })
}

function lineStart(line: string): string {
  // --- and * * * are lines across.
  if (/^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(line)) return '———'
  // Headings go three deep: #### Roses as **Roses**.
  const [, heading] = /^ {0,3}#{4,6}[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$/.exec(line) ?? []
  if (heading !== undefined) return /[*_`]/.test(heading) ? heading : `**${heading}**`
  return (
    line
      // Quotations go one deep, and three marks would make the whole rest one: >>> text as > text.
      .replace(/^[ \t]*>(?:[ \t]*>)+[ \t]?/, '> ')
      // + item as - item, -# note, which would be small print, as -\# note; and no \ for the end of a line.
      .replace(/^([ \t]*)\+([ \t])/, '$1-$2')
      .replace(/^([ \t]*)-#(?=[ \t])/, '$1-\\#')
      .replace(/(?<!\\)\\$/, '')
  )
}
