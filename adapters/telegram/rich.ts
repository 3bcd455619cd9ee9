import type { InputRichBlock, InputRichBlockListItem, InputRichMessage, RichBlockTableCell, RichText } from 'grammy/types'
import { addressIn, languageOf, parseMarkdown, sendable, type Token, unlinked, webAddress } from './markdown.ts'
import { losesCells } from './table.ts'

/** https://core.telegram.org/bots/api#rich-message-limits */
const limits = { blocks: 500, depth: 16, columns: 20 }

/**
 * Markdown in blocks, where it holds what plain messages show badly: a table, a list in a list, a list of tasks.
 * Made of blocks and not given as Markdown, because Telegram's holds more than a text may do by itself: buttons with
 * actions, mentions, pictures that are fetched. Undefined where plain messages do as well, or the limits are passed.
 */
export function richMessage(source: string): InputRichMessage | undefined {
  const normal = sendable(source)
  const lines = normal.split('\n')
  const tokens = parseMarkdown(normal)
  if (!tokens || tokens.some((token) => token.type === 'table_open' && losesCells(lines, token))) return undefined
  const blocks = blocksOf({ tokens, at: 0 })
  return blocks.some(isShownBadly) && fits(blocks, 1) && countOf(blocks) <= limits.blocks ? { blocks } : undefined
}

/** As a plain message. */
function isShownBadly(block: InputRichBlock): boolean {
  if (block.type === 'table') return true
  if (block.type !== 'list') return inside(block).flat().some(isShownBadly)
  return block.items.some((item) => item.has_checkbox || item.blocks.some((inner) => inner.type === 'list' || isShownBadly(inner)))
}

/** Tokens, and how far they are read. */
interface Reading {
  readonly tokens: readonly Token[]
  at: number
}

/** Reads what is inside of a token that was opened, and its end. */
function blocksOf(reading: Reading): InputRichBlock[] {
  const blocks: InputRichBlock[] = []
  for (let token = next(reading); token && token.nesting !== -1; token = next(reading)) blocks.push(...blockOf(reading, token))
  return blocks
}

const next = (reading: Reading): Token | undefined => reading.tokens[reading.at++]

function blockOf(reading: Reading, token: Token): InputRichBlock[] {
  switch (token.type) {
    case 'paragraph_open':
      return [{ type: 'paragraph', text: inlineText(reading) }]
    case 'heading_open':
      return [{ type: 'heading', text: inlineText(reading), size: headingSize(token) }]
    case 'fence':
    case 'code_block': {
      const language = languageOf(token)
      return [{ type: 'pre', text: token.content.replace(/\n$/, ''), ...(language !== undefined && { language }) }]
    }
    case 'hr':
      return [{ type: 'divider' }]
    case 'blockquote_open':
      return [{ type: 'blockquote', blocks: blocksOf(reading) }]
    case 'bullet_list_open':
    case 'ordered_list_open':
      return [{ type: 'list', items: itemsOf(reading, token) }]
    case 'table_open':
      return [{ type: 'table', cells: rowsOf(reading), is_bordered: true }]
    default:
      return []
  }
}

function headingSize({ tag }: Token): 1 | 2 | 3 | 4 | 5 | 6 {
  const sizes = [1, 2, 3, 4, 5, 6] as const
  return sizes.find((size) => tag === `h${size}`) ?? 6
}

function itemsOf(reading: Reading, list: Token): InputRichBlockListItem[] {
  const items: InputRichBlockListItem[] = []
  for (let token = next(reading); token && token.nesting !== -1; token = next(reading)) {
    const task = taskOf(blocksOf(reading))
    items.push({ ...task, ...(list.type === 'ordered_list_open' && { value: Number(token.info), type: '1' as const }) })
  }
  return items
}

/** An item that begins with [ ] or [x] has a box in its place. */
function taskOf(blocks: InputRichBlock[]): InputRichBlockListItem {
  const [first, ...rest] = blocks
  const [start, ...more] = first?.type === 'paragraph' && Array.isArray(first.text) ? first.text : []
  const [mark, sign] = (typeof start === 'string' && /^\[([ xX])\]\s+/.exec(start)) || []
  if (mark === undefined || typeof start !== 'string') return { blocks }
  const text = [start.slice(mark.length), ...more].filter((piece) => piece !== '')
  return { blocks: [{ type: 'paragraph', text }, ...rest], has_checkbox: true, ...(sign !== ' ' && { is_checked: true as const }) }
}

/** The rows of head and body, cell by cell. */
function rowsOf(reading: Reading): RichBlockTableCell[][] {
  const rows: RichBlockTableCell[][] = []
  for (let token = next(reading); token && token.type !== 'table_close'; token = next(reading)) {
    if (token.type === 'tr_open') rows.push([])
    if (token.type === 'th_open' || token.type === 'td_open') rows.at(-1)?.push(cellOf(reading, token))
  }
  return rows
}

function cellOf(reading: Reading, token: Token): RichBlockTableCell {
  const align = /text-align:(center|right)/.exec(String(token.attrGet('style') ?? ''))?.[1]
  return {
    text: inlineText(reading),
    align: align === 'center' || align === 'right' ? align : 'left',
    valign: 'top',
    ...(token.type === 'th_open' && { is_header: true as const }),
  }
}

/** The text of a block whose beginning was read; reads to its end. */
function inlineText(reading: Reading): RichText[] {
  const inline = next(reading)
  next(reading)
  return textOf({ tokens: inline?.children ?? [], at: 0 })
}

const styles: Readonly<Record<string, 'bold' | 'italic' | 'strikethrough'>> = {
  strong_open: 'bold',
  em_open: 'italic',
  s_open: 'strikethrough',
}

function textOf(reading: Reading): RichText[] {
  const texts: RichText[] = []
  for (let token = next(reading); token && token.nesting !== -1; token = next(reading)) {
    const style = styles[token.type]
    if (style) texts.push({ type: style, text: textOf(reading) })
    else if (token.type === 'link_open') texts.push(...link(textOf(reading), addressIn(token)))
    else if (token.type === 'image') texts.push(...link([token.content || addressIn(token)], addressIn(token)))
    else if (token.type === 'code_inline') texts.push({ type: 'code', text: token.content })
    else texts.push(token.type.endsWith('break') ? '\n' : token.content)
  }
  return texts.filter((text) => text !== '')
}

function link(text: RichText[], address: string): RichText[] {
  const url = webAddress(address)
  return url === undefined ? [...text, unlinked(plain(text), address)] : [{ type: 'url', text, url }]
}

function plain(text: RichText): string {
  if (typeof text === 'string') return text
  if (Array.isArray(text)) return text.map(plain).join('')
  return 'text' in text ? plain(text.text) : ''
}

/** The blocks inside of a block, in the groups that it keeps them in. */
function inside(block: InputRichBlock): InputRichBlock[][] {
  if (block.type === 'list') return block.items.map(({ blocks }) => blocks)
  return block.type === 'blockquote' ? [block.blocks] : []
}

function fits(blocks: readonly InputRichBlock[], depth: number): boolean {
  return blocks.every((block) => {
    if (block.type === 'table' && block.cells.some((row) => row.length > limits.columns)) return false
    return depth < limits.depth && inside(block).every((inner) => fits(inner, depth + 2))
  })
}

/** With list items and rows of tables, which count as well. */
function countOf(blocks: readonly InputRichBlock[]): number {
  const countIn = (block: InputRichBlock): number =>
    block.type === 'table' ? block.cells.length : inside(block).reduce((sum, inner) => sum + 1 + countOf(inner), 0)
  return blocks.reduce((sum, block) => sum + 1 + countIn(block), 0)
}
