import type { types } from '@slack/bolt'
import { PlatformError } from '../../src/core/errors.ts'
import type { PlatformMessageId } from '../../src/core/ids.ts'
import type { ReplyPart } from '../../src/core/platform.ts'
import { recentMap } from '../../src/core/recent-map.ts'
import type { SlackClient } from './client.ts'
import { isRejected, platformError } from './errors.ts'
import { buttonBlocks, harmless, lasting, replyBlocks } from './format.ts'

/** Where a stream goes, and for whom it is outside of direct conversations. Slack streams in threads alone. */
export interface StreamTarget {
  readonly channel: string
  readonly threadTs: string
  readonly recipient?: { readonly userId: string; readonly teamId: string }
}

export interface Streams {
  /** Begins a message that grows; undefined when Slack does not stream there: the app is no agent, or the place takes none. */
  start(target: StreamTarget, text: string): Promise<PlatformMessageId | undefined>
  write(channel: string, ts: string, part: ReplyPart, replyLink: string | undefined): Promise<Written>
  /** Ends a stream without a word, so that its message can be changed. Does nothing where there is none. */
  abandon(channel: string, ts: string): Promise<void>
}

/** Where it was not written, the whole text is to be put in the message's place. */
type Written =
  | 'written'
  /** It goes on as a stream, but with another text, or nobody knows which: it has to be abandoned first. */
  | 'astray'
  /** None that was begun here, or one that Slack or the person ended. */
  | 'no-stream'

interface Stream {
  /** What Slack certainly has; undefined once nobody knows. */
  written: string | undefined
}

/** https://docs.slack.dev/reference/methods/chat.startStream */
export function createStreams(client: SlackClient): Streams {
  const streams = recentMap<Stream>(500)
  /** Channels where Slack refused: asking again with every reply would slow each of them down. */
  const refused = recentMap<true>(500)
  const keyOf = (channel: string, ts: string) => `${channel}/${ts}`

  async function append(stream: Stream, { channel, ts }: { channel: string; ts: string }, text: string): Promise<void> {
    const written = stream.written ?? ''
    if (text === written) return
    await client.chat.appendStream({ channel, ts, markdown_text: text.slice(written.length) })
    stream.written = text
  }

  async function stop({ channel, ts }: { channel: string; ts: string }, rest: string, blocks: types.KnownBlock[]): Promise<void> {
    await client.chat.stopStream({ channel, ts, ...(rest !== '' && { markdown_text: rest }), ...(blocks.length > 0 && { blocks }) })
    streams.delete(keyOf(channel, ts))
  }

  return {
    async start({ channel, threadTs, recipient }, text) {
      const begun = lasting(harmless(text))
      if (begun.trim() === '' || refused.get(channel)) return undefined
      try {
        const { ts } = await client.chat.startStream({
          channel,
          thread_ts: threadTs,
          markdown_text: begun,
          ...(recipient && { recipient_user_id: recipient.userId, recipient_team_id: recipient.teamId }),
        })
        if (ts === undefined) throw new PlatformError('unknown', 'Slack: chat.startStream was answered without the time of the message')
        streams.set(keyOf(channel, ts), { written: begun })
        return ts as PlatformMessageId
      } catch (error) {
        if (!isRejected(error)) throw platformError(error, 'chat.startStream')
        refused.set(channel, true)
        return undefined
      }
    },

    async write(channel, ts, part, replyLink) {
      const stream = streams.get(keyOf(channel, ts))
      if (!stream) return 'no-stream'
      const whole = harmless(part.text)
      const text = part.unfinished ? lasting(whole) : whole
      if (stream.written === undefined || !text.startsWith(stream.written)) return 'astray'
      try {
        if (part.unfinished) await append(stream, { channel, ts }, text)
        else await stop({ channel, ts }, text.slice(stream.written.length), [...replyBlocks(replyLink), ...buttonBlocks(part.buttons)])
        return 'written'
      } catch (error) {
        // Whether it arrived is known only when Slack says so.
        stream.written = undefined
        if (!isRejected(error)) throw platformError(error, part.unfinished ? 'chat.appendStream' : 'chat.stopStream')
        // Slack ends a stream by itself after a while, and the person can.
        streams.delete(keyOf(channel, ts))
        return 'no-stream'
      }
    },

    async abandon(channel, ts) {
      try {
        await stop({ channel, ts }, '', [])
      } catch (error) {
        if (!isRejected(error)) throw platformError(error, 'chat.stopStream')
        streams.delete(keyOf(channel, ts))
      }
    },
  }
}
