import MarkdownIt from 'markdown-it'
import { type FakeBlock, type FakeMessage, Refusal } from './types.ts'

/** Slack shows no HTML, and makes links of web and mail addresses alone. */
const parser = new MarkdownIt({ html: false, linkify: false })

const tags: Readonly<Record<string, string>> = {
  strong_open: '<b>',
  strong_close: '</b>',
  em_open: '<i>',
  em_close: '</i>',
  link_close: '</a>',
}

interface Rendered {
  readonly text: string
  readonly markup: string
}

/** What a markdown block looks like: without any markup, and with <b> <i> <code> <pre> <a href="…">. */
export function render(markdown: string): Rendered {
  const blocks: Rendered[] = []
  for (const token of parser.parse(markdown, {})) {
    if (token.type === 'fence' || token.type === 'code_block') blocks.push({ text: token.content, markup: `<pre>${token.content}</pre>` })
    if (token.type !== 'inline') continue
    let text = ''
    let markup = ''
    for (const inner of token.children ?? []) {
      const shown = inner.type === 'softbreak' || inner.type === 'hardbreak' ? '\n' : inner.content
      text += shown
      if (inner.type === 'code_inline') markup += `<code>${shown}</code>`
      else if (inner.type === 'link_open') markup += `<a href="${inner.attrGet('href')}">`
      else markup += tags[inner.type] ?? shown
    }
    blocks.push({ text, markup })
  }
  return { text: blocks.map(({ text }) => text).join('\n\n'), markup: blocks.map(({ markup }) => markup).join('\n\n') }
}

/** Whom Slack would call: everybody by "<!channel>" and the like, somebody by "<@U…>", wherever it stands in a text. */
export function calledBy(text: string): string[] {
  return [...text.matchAll(/<(!(?:channel|here|everyone|group|subteam\^\w+)|@[UW]\w+)(?:\|[^>]*)?>/g)].map(([, name = '']) => name)
}

/** As Slack: limits of blocks, and no empty ones. https://docs.slack.dev/reference/block-kit/blocks */
export function checkBlocks(blocks: readonly FakeBlock[]): void {
  let markdown = 0
  for (const { type, text, elements = [] } of blocks) {
    if (type === 'markdown') {
      if (typeof text !== 'string' || text === '') throw new Refusal('invalid_blocks')
      markdown += text.length
    } else if (type === 'actions') {
      if (elements.length < 1 || elements.length > 25) throw new Refusal('invalid_blocks')
      for (const { text: label, value } of elements) {
        const plain = typeof label === 'object' ? label.text : ''
        if (plain.length < 1 || plain.length > 75 || (value ?? '').length > 2000) throw new Refusal('invalid_blocks')
      }
      if (new Set(elements.map(({ action_id }) => action_id)).size !== elements.length) throw new Refusal('invalid_blocks')
    } else if (type === 'context') {
      if (elements.length < 1 || elements.length > 10) throw new Refusal('invalid_blocks')
    } else throw new Refusal('invalid_blocks')
  }
  if (markdown > 12_000) throw new Refusal('msg_blocks_too_long')
}

/** A message as it can be seen now. */
export interface Seen {
  readonly ts: string
  readonly from: string
  readonly byBot: boolean
  readonly text: string
  readonly markup: string
  readonly buttons: readonly string[]
  /** The message that a link above or below the text leads to. */
  readonly replyTo?: string
  readonly threadTs?: string
  readonly streaming: boolean
  /** Everybody and everyone that it calls. */
  readonly calls: readonly string[]
}

export function seen(message: Pick<FakeMessage, 'ts' | 'user' | 'text'> & Partial<FakeMessage>): Seen {
  const blocks = message.blocks ?? []
  const sources = blocks.filter(({ type }) => type === 'markdown').map(({ text }) => String(text))
  const rendered = sources.length > 0 ? sources.map(render) : [{ text: message.text, markup: message.text }]
  const elements = (type: string) => blocks.filter((block) => block.type === type).flatMap((block) => block.elements ?? [])
  const context = elements('context')
    .map(({ text }) => String(text))
    .join(' ')
  const [, whole, micros] = /\/p(\d{10})(\d{6})/.exec(context) ?? []
  return {
    ts: message.ts,
    from: message.user,
    byBot: message.bot_id !== undefined,
    text: rendered.map(({ text }) => text).join('\n\n'),
    markup: rendered.map(({ markup }) => markup).join('\n\n'),
    buttons: elements('actions').map(({ text }) => (typeof text === 'object' ? text.text : '')),
    ...(whole !== undefined && { replyTo: `${whole}.${micros}` }),
    ...(message.thread_ts !== undefined && { threadTs: message.thread_ts }),
    streaming: message.streaming_state === 'in_progress',
    calls: [...sources, context, message.text].flatMap(calledBy),
  }
}
