import type { InputRichBlock, RichText } from 'grammy/types'
import { Refusal } from './types.ts'

/** https://core.telegram.org/bots/api#rich-message-limits */
const limits = { characters: 32_768, blocks: 500, depth: 16, columns: 20 }

/** What a rich message shows: as text, and with its formatting in tags as markupOf gives it, and <table> <td> <ul> <li> besides. */
export interface RichContent {
  readonly blocks: readonly InputRichBlock[]
  readonly text: string
  readonly markup: string
}

/** Takes blocks alone: what is given as Markdown or HTML can hold more than the bot means. */
export function checkedRich(given: unknown): RichContent {
  const { blocks } = (given ?? {}) as { blocks?: readonly InputRichBlock[] }
  if (!blocks || blocks.length === 0) throw new Refusal(400, 'Bad Request: rich message is empty')
  const count = checkBlocks(blocks, 1)
  if (count > limits.blocks) throw new Refusal(400, 'Bad Request: rich message has too many blocks')
  const text = blocks.map((block) => shownBlock(block, plainTags)).join('\n')
  if (text.trim() === '') throw new Refusal(400, 'Bad Request: rich message is empty')
  if (text.length > limits.characters) throw new Refusal(400, 'Bad Request: rich message is too long')
  return { blocks, text, markup: blocks.map((block) => shownBlock(block, markupTags)).join('\n') }
}

/** Returns how many there are, those inside of others, items and rows counted too. */
function checkBlocks(blocks: readonly InputRichBlock[], depth: number): number {
  if (depth > limits.depth) throw new Refusal(400, 'Bad Request: rich message is nested too deep')
  return blocks.reduce((count, block) => {
    if (block.type === 'table') {
      if (block.cells.some((row) => row.length > limits.columns)) throw new Refusal(400, 'Bad Request: table has too many columns')
      return count + 1 + block.cells.length
    }
    if (block.type === 'list') return count + 1 + block.items.reduce((sum, { blocks }) => sum + 1 + checkBlocks(blocks, depth + 2), 0)
    return count + 1 + (block.type === 'blockquote' ? checkBlocks(block.blocks, depth + 1) : 0)
  }, 0)
}

type Tags = (tag: string, content: string) => string

const plainTags: Tags = (_, content) => content
const markupTags: Tags = (tag, content) => `<${tag}>${content}</${tag.split(' ')[0]}>`

function shownBlock(block: InputRichBlock, tags: Tags): string {
  switch (block.type) {
    case 'paragraph':
      return shownText(block.text, tags)
    case 'heading':
      return tags('b', shownText(block.text, tags))
    case 'pre':
      return tags('pre', shownText(block.text, tags))
    case 'divider':
      return '———'
    case 'blockquote':
      return tags('blockquote', block.blocks.map((inner) => shownBlock(inner, tags)).join('\n'))
    case 'list':
      return tags(
        'ul',
        block.items
          .map(({ blocks, has_checkbox: box, is_checked: checked }) => {
            const content = blocks.map((inner) => shownBlock(inner, tags)).join('\n')
            return tags('li', box ? `${checked ? '☑' : '☐'} ${content}` : content)
          })
          .join('\n'),
      )
    case 'table':
      return tags(
        'table',
        block.cells
          .map((row) => row.map(({ text = '' }) => tags('td', shownText(text, tags))).join(tags === plainTags ? ' ' : ''))
          .join('\n'),
      )
    default:
      throw new Refusal(400, `Bad Request: the fake knows no block of the type ${block.type}`)
  }
}

const tagNames: Readonly<Record<string, string>> = { bold: 'b', italic: 'i', strikethrough: 's', code: 'code' }

function shownText(text: RichText, tags: Tags): string {
  if (typeof text === 'string') return text
  if (Array.isArray(text)) return text.map((piece) => shownText(piece, tags)).join('')
  if (text.type === 'url') {
    if (!/^https?:\/\/./.test(text.url)) throw new Refusal(400, 'Bad Request: wrong URL in a rich message')
    return tags(`a href="${text.url}"`, shownText(text.text, tags))
  }
  const tag = tagNames[text.type]
  if (tag === undefined || !('text' in text)) throw new Refusal(400, `Bad Request: the fake knows no rich text of the type ${text.type}`)
  return tags(tag, shownText(text.text, tags))
}
