import type { InputRichBlock, InputRichBlockListItem, InputRichMessage, RichBlockTableCell, RichText } from 'grammy/types'
import { formatUnlinkedUrl, getCodeLanguage, getLinkUrl, parseMarkdown, type Token, toSendableText, toWebUrl } from './parse-markdown.ts'
import { hasExcessCells } from './tables.ts'

/** https://core.telegram.org/bots/api#rich-message-limits */
const richMessageLimits = { blocks: 500, depth: 16, columns: 20 }

/**
 * Converts Markdown to blocks if a plain message would show it badly: tables, nested lists, task lists. The message is built from blocks
 * and not sent as Markdown, because Telegram's dialect allows more than a text may do: buttons with actions, mentions, fetched images.
 * Undefined if a plain message does as well, or if the limits are exceeded.
 */
export function toRichMessage(source: string): InputRichMessage | undefined {
  const normalized = toSendableText(source)
  const lines = normalized.split('\n')
  const tokens = parseMarkdown(normalized)
  if (!tokens || tokens.some((token) => token.type === 'table_open' && hasExcessCells(lines, token))) return undefined
  const blocks = readBlocks({ tokens, position: 0 })
  return blocks.some(needsRichMessage) && fitsLimits(blocks, 1) && countBlocks(blocks) <= richMessageLimits.blocks ? { blocks } : undefined
}

/** Whether a plain message would show the block badly. */
function needsRichMessage(block: InputRichBlock): boolean {
  if (block.type === 'table') return true
  if (block.type !== 'list') return getChildBlocks(block).flat().some(needsRichMessage)
  return block.items.some((item) => item.has_checkbox || item.blocks.some((inner) => inner.type === 'list' || needsRichMessage(inner)))
}

/** Tokens with a read position. */
interface TokenReader {
  readonly tokens: readonly Token[]
  position: number
}

/** Reads the contents of an opened token, including the token that closes it. */
function readBlocks(reader: TokenReader): InputRichBlock[] {
  const blocks: InputRichBlock[] = []
  for (let token = readToken(reader); token && token.nesting !== -1; token = readToken(reader)) blocks.push(...readBlock(reader, token))
  return blocks
}

const readToken = (reader: TokenReader): Token | undefined => reader.tokens[reader.position++]

function readBlock(reader: TokenReader, token: Token): InputRichBlock[] {
  switch (token.type) {
    case 'paragraph_open':
      return [{ type: 'paragraph', text: readInlineText(reader) }]
    case 'heading_open':
      return [{ type: 'heading', text: readInlineText(reader), size: toHeadingSize(token) }]
    case 'fence':
    case 'code_block': {
      const language = getCodeLanguage(token)
      return [{ type: 'pre', text: token.content.replace(/\n$/, ''), ...(language !== undefined && { language }) }]
    }
    case 'hr':
      return [{ type: 'divider' }]
    case 'blockquote_open':
      return [{ type: 'blockquote', blocks: readBlocks(reader) }]
    case 'bullet_list_open':
    case 'ordered_list_open':
      return [{ type: 'list', items: readListItems(reader, token) }]
    case 'table_open':
      return [{ type: 'table', cells: readTableRows(reader), is_bordered: true }]
    default:
      return []
  }
}

function toHeadingSize({ tag }: Token): 1 | 2 | 3 | 4 | 5 | 6 {
  const sizes = [1, 2, 3, 4, 5, 6] as const
  return sizes.find((size) => tag === `h${size}`) ?? 6
}

function readListItems(reader: TokenReader, list: Token): InputRichBlockListItem[] {
  const items: InputRichBlockListItem[] = []
  for (let token = readToken(reader); token && token.nesting !== -1; token = readToken(reader)) {
    const task = toTaskItem(readBlocks(reader))
    items.push({ ...task, ...(list.type === 'ordered_list_open' && { value: Number(token.info), type: '1' as const }) })
  }
  return items
}

/** An item that begins with [ ] or [x] gets a checkbox. */
function toTaskItem(blocks: InputRichBlock[]): InputRichBlockListItem {
  const [first, ...rest] = blocks
  const [start, ...more] = first?.type === 'paragraph' && Array.isArray(first.text) ? first.text : []
  const [mark, sign] = (typeof start === 'string' && /^\[([ xX])\]\s+/.exec(start)) || []
  if (mark === undefined || typeof start !== 'string') return { blocks }
  const text = [start.slice(mark.length), ...more].filter((piece) => piece !== '')
  return { blocks: [{ type: 'paragraph', text }, ...rest], has_checkbox: true, ...(sign !== ' ' && { is_checked: true as const }) }
}

/** Reads the rows of a table's header and body, cell by cell. */
function readTableRows(reader: TokenReader): RichBlockTableCell[][] {
  const rows: RichBlockTableCell[][] = []
  for (let token = readToken(reader); token && token.type !== 'table_close'; token = readToken(reader)) {
    if (token.type === 'tr_open') rows.push([])
    if (token.type === 'th_open' || token.type === 'td_open') rows.at(-1)?.push(readTableCell(reader, token))
  }
  return rows
}

function readTableCell(reader: TokenReader, token: Token): RichBlockTableCell {
  const align = /text-align:(center|right)/.exec(String(token.attrGet('style') ?? ''))?.[1]
  return {
    text: readInlineText(reader),
    align: align === 'center' || align === 'right' ? align : 'left',
    valign: 'top',
    ...(token.type === 'th_open' && { is_header: true as const }),
  }
}

/** Reads the text of a block, including the token that closes the block. */
function readInlineText(reader: TokenReader): RichText[] {
  const inline = readToken(reader)
  readToken(reader)
  return readRichText({ tokens: inline?.children ?? [], position: 0 })
}

const textStyles: Readonly<Record<string, 'bold' | 'italic' | 'strikethrough'>> = {
  strong_open: 'bold',
  em_open: 'italic',
  s_open: 'strikethrough',
}

function readRichText(reader: TokenReader): RichText[] {
  const texts: RichText[] = []
  for (let token = readToken(reader); token && token.nesting !== -1; token = readToken(reader)) {
    const style = textStyles[token.type]
    if (style) texts.push({ type: style, text: readRichText(reader) })
    else if (token.type === 'link_open') texts.push(...toLinkText(readRichText(reader), getLinkUrl(token)))
    else if (token.type === 'image') texts.push(...toLinkText([token.content || getLinkUrl(token)], getLinkUrl(token)))
    else if (token.type === 'code_inline') texts.push({ type: 'code', text: token.content })
    else texts.push(token.type.endsWith('break') ? '\n' : token.content)
  }
  return texts.filter((text) => text !== '')
}

function toLinkText(text: RichText[], address: string): RichText[] {
  const url = toWebUrl(address)
  return url === undefined ? [...text, formatUnlinkedUrl(toPlainText(text), address)] : [{ type: 'url', text, url }]
}

function toPlainText(text: RichText): string {
  if (typeof text === 'string') return text
  if (Array.isArray(text)) return text.map(toPlainText).join('')
  return 'text' in text ? toPlainText(text.text) : ''
}

/** Returns the child blocks of a block. The blocks of each list item form a group. */
function getChildBlocks(block: InputRichBlock): InputRichBlock[][] {
  if (block.type === 'list') return block.items.map(({ blocks }) => blocks)
  return block.type === 'blockquote' ? [block.blocks] : []
}

function fitsLimits(blocks: readonly InputRichBlock[], depth: number): boolean {
  return blocks.every((block) => {
    if (block.type === 'table' && block.cells.some((row) => row.length > richMessageLimits.columns)) return false
    return depth < richMessageLimits.depth && getChildBlocks(block).every((inner) => fitsLimits(inner, depth + 2))
  })
}

/** Counts blocks, including list items and table rows, which also count toward the limit. */
function countBlocks(blocks: readonly InputRichBlock[]): number {
  const countNested = (block: InputRichBlock): number =>
    block.type === 'table' ? block.cells.length : getChildBlocks(block).reduce((sum, inner) => sum + 1 + countBlocks(inner), 0)
  return blocks.reduce((sum, block) => sum + 1 + countNested(block), 0)
}
