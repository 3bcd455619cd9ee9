import type { types } from '@slack/bolt'
import { clip } from '../../../src/core/domain/text.ts'
import type { Button, ReplyPart } from '../../../src/core/ports/platform.ts'

/** Characters in the markdown blocks of one message together. https://docs.slack.dev/reference/block-kit/blocks/markdown-block */
export const maxLength = 12_000

/**
 * Bytes of what notifications and screen readers are given. An edit with more than 4,000, escaped, is refused as a whole.
 * https://docs.slack.dev/reference/methods/chat.update
 */
const maxFallbackBytes = 3_900
/** Of an escaped character. */
const maxCharacterBytes = 5

const mentionPattern = /<(?=@[A-Z0-9]|#[A-Z0-9]|!(?:channel|here|everyone|group|subteam\^|date\^))/gi

/**
 * Neutralizes mentions in a model's text: "<!channel>" notifies everybody, and "<@U…>" one user. Replaces the bracket by a similar
 * character, so the
 * length stays the same.
 */
export const neutralizeMentions = (markdown: string): string => markdown.replace(mentionPattern, '‹')

/**
 * Returns the part of an unfinished text that will not change: without trailing marks, which close formatting and move on with it, and
 * without what could still become a mention.
 */
export const toStablePrefix = (markdown: string): string => markdown.replace(/[\s*_~`\])|]+$/, '').replace(/<(?:[@#]|![a-z]{0,8})?$/i, '')

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Converts Markdown to plain text without mentions and links, truncated between characters if too long. */
export function toFallbackText(markdown: string): string {
  let text = ''
  let bytes = 0
  for (const character of markdown) {
    const escaped = escapes[character] ?? character
    bytes += Buffer.byteLength(escaped)
    if (bytes > maxFallbackBytes) return `${text}…`
    text += escaped
  }
  return text
}

/** Whether such a text, as returned by Slack, was truncated: the next character would have been too much. */
export const isTruncatedFallback = (escaped: string): boolean =>
  escaped.endsWith('…') && Buffer.byteLength(escaped) > maxFallbackBytes - maxCharacterBytes

export interface SlackFormattedPart {
  readonly text: string
  readonly blocks: types.KnownBlock[]
}

/** Formats a part as a message. `replyLink` links to the message it answers: Slack has threads but no replies. */
export function formatPart(part: Pick<ReplyPart, 'text' | 'buttons'>, replyLink?: string): SlackFormattedPart {
  // Slack rejects empty blocks, and a part can be only spaces.
  const text = part.text.trim() === '' ? '…' : neutralizeMentions(part.text)
  return {
    text: toFallbackText(part.text),
    blocks: [...buildReplyBlocks(replyLink), { type: 'markdown', text }, ...buildButtonBlocks(part.buttons)],
  }
}

export function buildReplyBlocks(link: string | undefined): types.KnownBlock[] {
  return link === undefined ? [] : [{ type: 'context', elements: [{ type: 'mrkdwn', text: `↩ <${link}|In reply to this message>` }] }]
}

/** Our buttons contain their command line. */
export const buttonIdPattern = /^command\.\d+$/

export function buildButtonBlocks(buttons: readonly Button[] = []): types.KnownBlock[] {
  const elements = buttons.map(
    ({ label, action }, index): types.Button => ({
      type: 'button',
      action_id: `command.${index}`,
      text: { type: 'plain_text', text: clip(label, 75), emoji: true },
      value: action,
    }),
  )
  return elements.length === 0 ? [] : [{ type: 'actions', elements }]
}
