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
/** Of a character, escaped. */
const maxCharacterBytes = 5

const mentionPattern = /<(?=@[A-Z0-9]|#[A-Z0-9]|!(?:channel|here|everyone|group|subteam\^|date\^))/gi

/**
 * What a model wrote, with what Slack would take for a mention made harmless: "<!channel>" calls everybody, and "<@U…>" one.
 * The bracket gives way to one that looks like it, so the length stays, and so does what was harmless.
 */
export const neutralizeMentions = (markdown: string): string => markdown.replace(mentionPattern, '‹')

/**
 * As much of an unfinished text as will stay: without the marks at its end, which close what was open and move on with it,
 * and without what could still become a mention.
 */
export const toStablePrefix = (markdown: string): string => markdown.replace(/[\s*_~`\])|]+$/, '').replace(/<(?:[@#]|![a-z]{0,8})?$/i, '')

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The text as a plain one in which nothing is a mention or a link, cut between two characters where it is too long. */
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

/** Whether such a text, as Slack gives it back, was cut: the next character would have been too much. */
export const isTruncatedFallback = (escaped: string): boolean =>
  escaped.endsWith('…') && Buffer.byteLength(escaped) > maxFallbackBytes - maxCharacterBytes

export interface SlackFormattedPart {
  readonly text: string
  readonly blocks: types.KnownBlock[]
}

/** A part as a message. `replyLink` leads to what it answers: Slack has no replies but threads. */
export function formatPart(part: Pick<ReplyPart, 'text' | 'buttons'>, replyLink?: string): SlackFormattedPart {
  // Slack takes no empty block, and a part can be nothing but blanks.
  const text = part.text.trim() === '' ? '…' : neutralizeMentions(part.text)
  return {
    text: toFallbackText(part.text),
    blocks: [...buildReplyBlocks(replyLink), { type: 'markdown', text }, ...buildButtonBlocks(part.buttons)],
  }
}

export function buildReplyBlocks(link: string | undefined): types.KnownBlock[] {
  return link === undefined ? [] : [{ type: 'context', elements: [{ type: 'mrkdwn', text: `↩ <${link}|In reply to this message>` }] }]
}

/** Buttons of ours carry their command line. */
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
