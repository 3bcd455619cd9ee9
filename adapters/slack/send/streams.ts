import type { types } from '@slack/bolt'
import { LRUCache } from 'lru-cache'
import { PlatformError } from '../../../src/core/domain/errors.ts'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { ReplyPart } from '../../../src/core/ports/platform.ts'
import type { SlackClient } from '../client.ts'
import { getErrorCode, isRejected, toPlatformError } from '../errors.ts'
import { buildButtonBlocks, buildReplyBlocks, neutralizeMentions, toStablePrefix } from '../format/format-part.ts'

/** Where a stream goes, and who receives it outside direct conversations. Slack streams only in threads. */
export interface SlackStreamTarget {
  readonly channel: string
  readonly threadTs: string
  readonly recipient?: { readonly userId: string; readonly teamId: string }
}

export interface SlackStreams {
  /** Starts a streamed message. Undefined if Slack does not stream there: the app is not an agent, or the place does not support it. */
  start(target: SlackStreamTarget, text: string): Promise<PlatformMessageId | undefined>
  write(channel: string, ts: string, part: ReplyPart, replyLink: string | undefined): Promise<SlackStreamWriteResult>
  /** Ends a stream without adding text, so that its message can be edited. Does nothing if there is no stream. */
  abandon(channel: string, ts: string): Promise<void>
}

/** Unless the result is 'written', the message must be replaced with the whole text. */
type SlackStreamWriteResult =
  | 'written'
  /** The stream has a different or unknown text, so it must be abandoned first. */
  | 'astray'
  /** No stream was started here, or Slack or the user ended it. */
  | 'no-stream'

interface SlackStream {
  /** The text that Slack is known to have. Undefined if that is uncertain. */
  writtenText: string | undefined
}

/** https://docs.slack.dev/reference/methods/chat.startStream */
export function createStreams(client: SlackClient): SlackStreams {
  const streams = new LRUCache<string, SlackStream>({ max: 500 })
  /** Channels where Slack refused to stream. Trying again would slow down every reply. */
  const refusedChannels = new LRUCache<string, true>({ max: 500 })
  const toKey = (channel: string, ts: string) => `${channel}/${ts}`

  async function append(stream: SlackStream, { channel, ts }: { channel: string; ts: string }, text: string): Promise<void> {
    const written = stream.writtenText ?? ''
    if (text === written) return
    await client.chat.appendStream({ channel, ts, markdown_text: text.slice(written.length) })
    stream.writtenText = text
  }

  async function stop({ channel, ts }: { channel: string; ts: string }, rest: string, blocks: types.KnownBlock[]): Promise<void> {
    await client.chat.stopStream({ channel, ts, ...(rest !== '' && { markdown_text: rest }), ...(blocks.length > 0 && { blocks }) })
    streams.delete(toKey(channel, ts))
  }

  return {
    async start({ channel, threadTs, recipient }, text) {
      const initialText = toStablePrefix(neutralizeMentions(text))
      if (initialText.trim() === '' || refusedChannels.get(channel)) return undefined
      try {
        const { ts } = await client.chat.startStream({
          channel,
          thread_ts: threadTs,
          markdown_text: initialText,
          ...(recipient && { recipient_user_id: recipient.userId, recipient_team_id: recipient.teamId }),
        })
        if (ts === undefined) throw new PlatformError('unknown', 'Slack: chat.startStream returned no message timestamp')
        streams.set(toKey(channel, ts), { writtenText: initialText })
        return ts as PlatformMessageId
      } catch (error) {
        const failure = toPlatformError(error, 'chat.startStream')
        // The stream may have started, so another message could show the text twice.
        if (failure.kind === 'unknown') throw failure
        if (isRejected(error) && getErrorCode(error) !== undefined) refusedChannels.set(channel, true)
        return undefined
      }
    },

    async write(channel, ts, part, replyLink) {
      const stream = streams.get(toKey(channel, ts))
      if (!stream) return 'no-stream'
      const whole = neutralizeMentions(part.text)
      const text = part.unfinished ? toStablePrefix(whole) : whole
      if (stream.writtenText === undefined || !text.startsWith(stream.writtenText)) return 'astray'
      try {
        if (part.unfinished) await append(stream, { channel, ts }, text)
        else
          await stop({ channel, ts }, text.slice(stream.writtenText.length), [
            ...buildReplyBlocks(replyLink),
            ...buildButtonBlocks(part.buttons),
          ])
        return 'written'
      } catch (error) {
        // The call was not made.
        if (error instanceof PlatformError) throw error
        // Uncertain, because Slack may or may not have received the text.
        stream.writtenText = undefined
        if (!isRejected(error)) throw toPlatformError(error, part.unfinished ? 'chat.appendStream' : 'chat.stopStream')
        // Slack ends a stream after a while, and the user can too.
        streams.delete(toKey(channel, ts))
        return 'no-stream'
      }
    },

    async abandon(channel, ts) {
      try {
        await stop({ channel, ts }, '', [])
      } catch (error) {
        if (!isRejected(error)) throw toPlatformError(error, 'chat.stopStream')
        streams.delete(toKey(channel, ts))
      }
    },
  }
}
