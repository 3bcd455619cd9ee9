import { LRUCache } from 'lru-cache'
import { PlatformError } from '../../../src/core/domain/errors.ts'
import type { PlaceAddress, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { type Clock, toWaitMs } from '../../../src/core/ports/clock.ts'
import type { Log } from '../../../src/core/ports/log.ts'
import type { DeliveryKey, PlatformSender, ReplyPart } from '../../../src/core/ports/platform.ts'
import type { CallLimiter } from '../../kit/call-limiter.ts'
import { buildMessageLink, formatAddress, parseAddress, type SlackAddress, toMessageTs } from '../address.ts'
import { growingEdits, type SlackClient } from '../client.ts'
import type { SlackConversationState } from '../conversation-state.ts'
import type { SlackDirectory } from '../directory.ts'
import { errorKindFromStatus, getErrorCode, toPlatformError } from '../errors.ts'
import { formatPart, maxLength } from '../format/format-part.ts'
import { parseInvocation } from '../invocation.ts'
import { toThreadMessage } from '../receive/message-text.ts'
import { fetchAttachment } from './fetch-attachment.ts'
import { maxFileBytes, sendFile } from './send-file.ts'
import { createStatus, findStatusThread } from './status.ts'
import { createStreams, type SlackStreamTarget } from './streams.ts'

export interface SlackSenderOptions {
  readonly client: SlackClient
  readonly directory: SlackDirectory
  readonly conversationState: SlackConversationState
  readonly botToken: string
  readonly apiUrl: string
  readonly limiter: CallLimiter | undefined
  readonly clock: Clock
  readonly log: Log
}

/** Slack accepts about one message or edit per second in a channel. https://docs.slack.dev/apis/web-api/rate-limits */
const streamEveryMs = 1_000

/** Timeout of an answer to a command, in ms. */
const answerTimeoutMs = 20_000

interface SlackTarget {
  readonly channel: string
  readonly threadTs?: string
}

export function createSender(options: SlackSenderOptions): PlatformSender {
  const { client, directory, conversationState, limiter } = options
  const status = createStatus(options)
  const streams = createStreams(client)
  /** The thread in which a message was streamed, by message. The rest of it, and what replaces it, is posted there too. */
  const streamThreads = new LRUCache<string, string>({ max: 500 })
  const post = createPoster(options)

  /** Returns where a message to this address goes: into the thread that the user last wrote in, if any. */
  async function resolveTarget(address: SlackAddress): Promise<SlackTarget> {
    if (address.kind === 'shared')
      return { channel: address.channel, ...(address.threadTs !== undefined && { threadTs: address.threadTs }) }
    const channel = await openDirectChannel(address.userId)
    const threadTs = conversationState.getLastDirectMessage(address.userId)?.threadTs
    return { channel, ...(threadTs !== undefined && { threadTs }) }
  }

  async function openDirectChannel(userId: string): Promise<string> {
    try {
      return await directory.openDirectChannel(userId)
    } catch (error) {
      const mappedError = toPlatformError(error, 'conversations.open')
      // Whatever the outcome of this call, it sent no message.
      throw mappedError.kind === 'unknown' ? new PlatformError('transient', mappedError.message) : mappedError
    }
  }

  /**
   * Returns a link to the message that a part replies to, because others may have been sent in between. In a thread of a channel, there is
   * none.
   */
  async function buildReplyLink(
    address: SlackAddress,
    target: SlackTarget,
    replyTo: PlatformMessageId | undefined,
  ): Promise<string | undefined> {
    const ts = replyTo === undefined ? undefined : toMessageTs(replyTo)
    if (ts === undefined || (address.kind === 'shared' && address.threadTs !== undefined)) return undefined
    // A process that only sends may not know the identity yet. The reply works without the link, and any error shows up when the reply is
    // sent.
    const workspace = await directory.loadIdentity().catch(() => undefined)
    return workspace && buildMessageLink(workspace.url, { channel: target.channel }, ts)
  }

  /**
   * Returns the target of a stream. Slack streams only in threads: in a direct conversation, in that of the last message. Undefined if
   * Slack cannot stream, as in shared places without a known author.
   */
  function toStreamTarget(address: SlackAddress, place: PlaceAddress, target: SlackTarget): SlackStreamTarget | undefined {
    const { channel } = target
    const threadTs = address.kind === 'direct' ? findStatusThread(conversationState, address) : target.threadTs
    if (threadTs === undefined) return undefined
    if (address.kind === 'direct') return { channel, threadTs }
    const userId = conversationState.getLastAuthor(place)
    const teamId = directory.knownIdentity?.teamId
    return userId === undefined || teamId === undefined ? undefined : { channel, threadTs, recipient: { userId, teamId } }
  }

  return {
    maxLength,

    async send(to, part, key) {
      const address = parseAddress(to)
      const message = `${to} ${messageOfKey(key)}`
      const streamThread = streamThreads.get(message)
      const target = { ...(await resolveTarget(address)), ...(streamThread !== undefined && { threadTs: streamThread }) }
      if (target.threadTs !== undefined) conversationState.joinThread(target.channel, target.threadTs)
      const stream = part.unfinished ? toStreamTarget(address, to, target) : undefined
      const streamed = stream && (await streams.start(stream, part.text))
      if (stream && streamed) streamThreads.set(message, stream.threadTs)
      const id = streamed ?? (await post(target, part, await buildReplyLink(address, target, part.replyTo)))
      if (address.kind === 'shared') conversationState.recordThread(target.channel, id, target.threadTs)
      if (!part.unfinished) await status.clear(target.channel)
      return id
    },

    async edit(to, id, part) {
      const address = parseAddress(to)
      const target = await resolveTarget(address)
      const ts = toMessageTs(id)
      if (ts === undefined) throw new PlatformError('rejected', `"${id}" is not the id of a message on Slack.`)
      const link = await buildReplyLink(address, target, part.replyTo)
      const result = await streams.write(target.channel, ts, part, link)
      if (result === 'written') {
        if (!part.unfinished) await status.clear(target.channel)
        return
      }
      if (result === 'astray') await streams.abandon(target.channel, ts)
      if (part.unfinished) await limiter?.acquire([growingEdits], 0)
      const change = () => client.chat.update({ channel: target.channel, ts, ...formatPart(part, link) })
      try {
        await change()
      } catch (error) {
        // The message still belongs to a stream of a process that has ended.
        if (getErrorCode(error) !== 'streaming_state_conflict') throw toPlatformError(error, 'chat.update')
        await streams.abandon(target.channel, ts)
        await mapErrors('chat.update', change)
      }
      if (!part.unfinished) await status.clear(target.channel)
    },

    async remove(to, id) {
      const { channel } = await resolveTarget(parseAddress(to))
      const ts = toMessageTs(id)
      if (ts === undefined) throw new PlatformError('rejected', `"${id}" is not the id of a message on Slack.`)
      try {
        await client.chat.delete({ channel, ts })
      } catch (error) {
        if (getErrorCode(error) !== 'message_not_found') throw toPlatformError(error, 'chat.delete')
      }
    },

    streamEveryMs: () => streamEveryMs,

    async showTyping(to) {
      const address = parseAddress(to)
      await status.show(address, (await resolveTarget(address)).channel)
    },

    async showProgress(to, line) {
      const address = parseAddress(to)
      const { channel } = await resolveTarget(address)
      await (line === '' ? status.clear(channel) : status.show(address, channel, line))
    },

    async answer(invocation, part, key) {
      const { channel, user, threadTs, responseUrl } = parseInvocation(invocation)
      const formatted = formatPart(part)
      const respondByUrl = responseUrl === undefined ? undefined : () => postToResponseUrl(options, responseUrl, { ...formatted, key })
      if (respondByUrl && threadTs === undefined) return respondByUrl()
      try {
        const answer = await client.chat.postEphemeral({
          channel,
          user,
          ...formatted,
          ...(threadTs !== undefined && { thread_ts: threadTs }),
        })
        return (answer.message_ts ?? `ephemeral:${key}`) as PlatformMessageId
      } catch (error) {
        const mappedError = toPlatformError(error, 'chat.postEphemeral')
        // An answer by response_url appears at the end of the channel, but works even where the bot is not a member.
        if (respondByUrl && (mappedError.kind === 'unreachable' || mappedError.kind === 'rejected')) return respondByUrl()
        throw mappedError
      }
    },

    maxFileBytes,
    sendFile: async (to, file) => sendFile(options, await resolveTarget(parseAddress(to)), file),

    async loadThread(from, before, limit) {
      const address = parseAddress(from)
      const ts = toMessageTs(before)
      if (address.kind === 'direct' || address.threadTs === undefined || ts === undefined) return undefined
      const { channel, threadTs } = address
      const me = await mapErrors('auth.test', () => directory.loadIdentity())
      const earlier = await mapErrors('conversations.replies', () => directory.loadThreadBefore(channel, threadTs, { ts, limit }))
      return (await Promise.all(earlier.map((body) => toThreadMessage({ ...options, me }, channel, body)))).flatMap(
        (message) => message ?? [],
      )
    },

    fetchAttachment: (source, fetchOptions) => fetchAttachment(options, source, fetchOptions),

    permalink(to, id) {
      const address = parseAddress(to)
      const channel = address.kind === 'shared' ? address.channel : directory.getKnownDirectChannel(address.userId)
      const ts = toMessageTs(id)
      if (channel === undefined || ts === undefined || !directory.knownIdentity) return undefined
      const threadTs = address.kind === 'shared' ? address.threadTs : undefined
      return buildMessageLink(directory.knownIdentity.url, { channel, ...(threadTs !== undefined && { threadTs }) }, ts)
    },

    directAddress: (platformUserId) => formatAddress({ kind: 'direct', userId: platformUserId }),
  }
}

/** The keys of all parts of a message begin with its id. */
const messageOfKey = (key: DeliveryKey): string => key.split('.', 1)[0] ?? key

function createPoster({ client }: SlackSenderOptions) {
  return async ({ channel, threadTs }: SlackTarget, part: ReplyPart, replyLink: string | undefined): Promise<PlatformMessageId> => {
    const answer = await mapErrors('chat.postMessage', () =>
      client.chat.postMessage({
        channel,
        ...formatPart(part, replyLink),
        ...(threadTs !== undefined && { thread_ts: threadTs }),
        unfurl_links: false,
        unfurl_media: false,
      }),
    )
    if (answer.ts === undefined) throw new PlatformError('unknown', 'Slack: chat.postMessage returned no message timestamp')
    return answer.ts as PlatformMessageId
  }
}

interface SlackCommandAnswer {
  readonly text: string
  readonly blocks: readonly object[]
  readonly key: DeliveryKey
}

/**
 * Answers a command where it was given. The answer is visible only to the author of the command.
 * https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
async function postToResponseUrl(
  { apiUrl }: SlackSenderOptions,
  responseUrl: string,
  { key, ...message }: SlackCommandAnswer,
): Promise<PlatformMessageId> {
  const url = URL.canParse(responseUrl) ? new URL(responseUrl) : undefined
  const isSlack = url?.protocol === 'https:' && url.hostname.endsWith('.slack.com')
  if (!url || !(isSlack || url.origin === new URL(apiUrl).origin))
    throw new PlatformError('rejected', 'Slack: the response address is not a Slack address.')
  let response: globalThis.Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...message, response_type: 'ephemeral', replace_original: false }),
      redirect: 'error',
      signal: AbortSignal.timeout(answerTimeoutMs),
    })
    await response.arrayBuffer()
  } catch (error) {
    throw toPlatformError(error, 'response_url')
  }
  if (response.ok) return `ephemeral:${key}` as PlatformMessageId
  const { status, headers } = response
  const failure = `Slack: response_url was answered ${status}`
  if (status === 429) throw new PlatformError('rate_limited', failure, toWaitMs(headers.get('retry-after')))
  throw new PlatformError(errorKindFromStatus(status, 'response_url'), failure)
}

async function mapErrors<T>(method: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    throw toPlatformError(error, method)
  }
}
