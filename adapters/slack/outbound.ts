import { PlatformError } from '../../src/core/errors.ts'
import type { PlaceAddress, PlatformMessageId } from '../../src/core/ids.ts'
import type { DeliveryKey, PlatformSender, ReplyPart } from '../../src/core/platform.ts'
import { addressOf, messageLink, messageTs, parseAddress, type SlackAddress } from './address.ts'
import { fetchFile } from './attachments.ts'
import type { SlackClient } from './client.ts'
import type { Directory } from './directory.ts'
import { outcomeOfStatus, platformError, refusalOf } from './errors.ts'
import { formatPart, maxLength } from './format.ts'
import { parseInvocation } from './invocation.ts'
import type { Memory } from './memory.ts'
import { maxFileBytes, sendFile } from './send-file.ts'
import { createStreams, type StreamTarget } from './streams.ts'

export interface SenderParts {
  readonly client: SlackClient
  readonly directory: Directory
  readonly memory: Memory
  readonly botToken: string
  readonly apiUrl: string
}

/** Slack takes about one message or edit a second in a channel. https://docs.slack.dev/apis/web-api/rate-limits */
const streamEveryMs = 1_000

/** How long an answer to a command is waited for, in ms. */
const answerTimeoutMs = 20_000

interface Target {
  readonly channel: string
  readonly threadTs?: string
}

export function createSender(parts: SenderParts): PlatformSender {
  const { client, directory, memory } = parts
  const streams = createStreams(client)
  const post = poster(parts)

  /** Where a message to this address goes now: into the thread in which the person wrote last, if it was in one. */
  async function targetOf(address: SlackAddress): Promise<Target> {
    if (address.kind === 'shared')
      return { channel: address.channel, ...(address.threadTs !== undefined && { threadTs: address.threadTs }) }
    const channel = await directChannel(address.userId)
    const threadTs = memory.lastDirect(address.userId)?.threadTs
    return { channel, ...(threadTs !== undefined && { threadTs }) }
  }

  async function directChannel(userId: string): Promise<string> {
    try {
      return await directory.directChannel(userId)
    } catch (error) {
      const failed = platformError(error, 'conversations.open')
      // Whatever became of this call, no message was sent by it.
      throw failed.kind === 'unknown' ? new PlatformError('transient', failed.message) : failed
    }
  }

  /** A reply stands where it answers in a thread and in a direct conversation; in a channel others may have written between. */
  async function replyLinkOf(address: SlackAddress, target: Target, replyTo: PlatformMessageId | undefined): Promise<string | undefined> {
    const ts = replyTo === undefined ? undefined : messageTs(replyTo)
    if (ts === undefined || (address.kind === 'shared' && address.threadTs !== undefined)) return undefined
    // A process that only sends has not asked yet. Without the link the reply is as good, and what is wrong shows as it is sent.
    const workspace = await directory.identity().catch(() => undefined)
    return workspace && messageLink(workspace.url, { channel: target.channel }, ts)
  }

  /** Undefined where Slack cannot stream: at the foot of a conversation, and where nobody is known to have spoken to the bot. */
  function streamTarget(address: SlackAddress, place: PlaceAddress, target: Target): StreamTarget | undefined {
    const { channel, threadTs } = target
    if (threadTs === undefined) return undefined
    if (address.kind === 'direct') return { channel, threadTs }
    const userId = memory.lastAuthor(place)
    const teamId = directory.known?.teamId
    return userId === undefined || teamId === undefined ? undefined : { channel, threadTs, recipient: { userId, teamId } }
  }

  return {
    maxLength,

    async send(to, part) {
      const address = parseAddress(to)
      const target = await targetOf(address)
      if (target.threadTs !== undefined) memory.joinThread(target.channel, target.threadTs)
      const stream = part.unfinished ? streamTarget(address, to, target) : undefined
      const streamed = stream && (await streams.start(stream, part.text))
      const id = streamed ?? (await post(target, part, await replyLinkOf(address, target, part.replyTo)))
      if (address.kind === 'shared') memory.placeMessage(target.channel, id, target.threadTs)
      return id
    },

    async edit(to, id, part) {
      const address = parseAddress(to)
      const target = await targetOf(address)
      const ts = messageTs(id)
      if (ts === undefined) throw new PlatformError('rejected', `"${id}" is not the id of a message on Slack.`)
      const link = await replyLinkOf(address, target, part.replyTo)
      const written = await streams.write(target.channel, ts, part, link)
      if (written === 'written') return
      if (written === 'astray') await streams.abandon(target.channel, ts)
      const change = () => client.chat.update({ channel: target.channel, ts, ...formatPart(part, link) })
      try {
        await change()
      } catch (error) {
        // It is still being streamed, by a process that is gone.
        if (refusalOf(error) !== 'streaming_state_conflict') throw platformError(error, 'chat.update')
        await streams.abandon(target.channel, ts)
        await mapped('chat.update', change)
      }
    },

    streamEveryMs: () => streamEveryMs,

    async showTyping(to) {
      const address = parseAddress(to)
      const last = address.kind === 'direct' ? memory.lastDirect(address.userId) : undefined
      const threadTs = address.kind === 'shared' ? address.threadTs : (last?.threadTs ?? last?.ts)
      // The foot of a channel has no status.
      if (threadTs === undefined) return
      const { channel } = await targetOf(address)
      await mapped('assistant.threads.setStatus', () =>
        client.assistant.threads.setStatus({ channel_id: channel, thread_ts: threadTs, status: 'is thinking…' }),
      )
    },

    async answer(invocation, part, key) {
      const { channel, user, threadTs, responseUrl } = parseInvocation(invocation)
      const formatted = formatPart(part)
      const respondThere = responseUrl === undefined ? undefined : () => respond(parts, responseUrl, { ...formatted, key })
      if (respondThere && threadTs === undefined) return respondThere()
      try {
        const answer = await client.chat.postEphemeral({
          channel,
          user,
          ...formatted,
          ...(threadTs !== undefined && { thread_ts: threadTs }),
        })
        return (answer.message_ts ?? `ephemeral:${key}`) as PlatformMessageId
      } catch (error) {
        const failed = platformError(error, 'chat.postEphemeral')
        // An answer by the response_url stands at the foot of the channel; but it also gets where the bot is no member.
        if (respondThere && (failed.kind === 'unreachable' || failed.kind === 'rejected')) return respondThere()
        throw failed
      }
    },

    maxFileBytes,
    sendFile: async (to, file) => sendFile(parts, await targetOf(parseAddress(to)), file),

    fetchAttachment: (source, options) => fetchFile(parts, source, options),

    permalink(to, id) {
      const address = parseAddress(to)
      const channel = address.kind === 'shared' ? address.channel : directory.knownDirectChannel(address.userId)
      const ts = messageTs(id)
      if (channel === undefined || ts === undefined || !directory.known) return undefined
      const threadTs = address.kind === 'shared' ? address.threadTs : undefined
      return messageLink(directory.known.url, { channel, ...(threadTs !== undefined && { threadTs }) }, ts)
    },

    directAddress: (platformUserId) => addressOf({ kind: 'direct', userId: platformUserId }),
  }
}

function poster({ client }: SenderParts) {
  return async ({ channel, threadTs }: Target, part: ReplyPart, replyLink: string | undefined): Promise<PlatformMessageId> => {
    const answer = await mapped('chat.postMessage', () =>
      client.chat.postMessage({
        channel,
        ...formatPart(part, replyLink),
        ...(threadTs !== undefined && { thread_ts: threadTs }),
        unfurl_links: false,
        unfurl_media: false,
      }),
    )
    if (answer.ts === undefined) throw new PlatformError('unknown', 'Slack: chat.postMessage was answered without the time of the message')
    return answer.ts as PlatformMessageId
  }
}

interface Response {
  readonly text: string
  readonly blocks: readonly object[]
  readonly key: DeliveryKey
}

/** Answers where a command was given, for its author alone. https://docs.slack.dev/interactivity/handling-user-interaction#message_responses */
async function respond({ apiUrl }: SenderParts, responseUrl: string, { key, ...message }: Response): Promise<PlatformMessageId> {
  const url = URL.canParse(responseUrl) ? new URL(responseUrl) : undefined
  const isSlack = url?.protocol === 'https:' && url.hostname.endsWith('.slack.com')
  if (!url || !(isSlack || url.origin === new URL(apiUrl).origin))
    throw new PlatformError('rejected', 'Slack: the way to answer leads elsewhere.')
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
    throw platformError(error, 'response_url')
  }
  if (response.ok) return `ephemeral:${key}` as PlatformMessageId
  const { status, headers } = response
  const failure = `Slack: response_url was answered ${status}`
  if (status === 429) throw new PlatformError('rate_limited', failure, 1000 * (Number(headers.get('retry-after')) || 1))
  throw new PlatformError(status >= 500 ? outcomeOfStatus(status, 'response_url') : 'rejected', failure)
}

async function mapped<T>(method: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    throw platformError(error, method)
  }
}
