import { PlatformError } from '../../../src/core/domain/errors.ts'
import type { PlaceAddress, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { HistoryPage, HistoryRequest, PastMessage, SharedPlaces } from '../../../src/core/ports/shared-places.ts'
import { dateFromTs, orderFromTs, parseAddress, toMessageTs } from '../address.ts'
import type { SlackDeps, SlackReceiverOptions } from '../deps.ts'
import { askSlack, getErrorCode } from '../errors.ts'
import { parseListedIds, parseThread, type SlackMessageBody } from '../payloads.ts'
import { toInboundMessage } from '../receive/inbound-events.ts'
import { formatPosition, fromMicros, parsePosition, startPosition, stepBack, stepForward, toMicros } from './history-position.ts'

/** Slack recommends at most 200 messages a page, and gives some apps at most 15. */
const pageSize = 200

/** How slow our clock may be. A message from the time in between is read twice rather than not at all. */
const greatestSkewMicros = 300_000_000n

/**
 * Reads what was said. The history of a channel is what stands in the channel itself. A thread is a place of its own, with its replies as
 * its history.
 */
export function createHistory(options: SlackReceiverOptions): Required<Pick<SharedPlaces, 'loadHistory'>> {
  const { client, directory, clock } = options

  /** Loads the next page, which is empty while we walk back to the beginning. */
  async function loadChannelHistory(place: PlaceAddress, channel: string, { from, since }: HistoryRequest): Promise<HistoryPage> {
    const position = from === undefined ? startPosition(since, toMicros(clock.now()) + greatestSkewMicros) : parsePosition(from)
    if (!position) throw unreadablePosition()
    const bounds = { oldest: fromMicros(position.after), latest: fromMicros(position.ends[0]) }
    const answer = await askSlack('conversations.history', () => client.conversations.history({ channel, ...bounds, limit: pageSize }))
    const found = sortByTime(parseThread(answer.messages))
    const [first] = found
    const back = answer.has_more === true ? stepBack(position, first && orderFromTs(first.ts)) : undefined
    if (back) return { messages: [], listed: new Set(), next: formatPosition(back) }
    const next = stepForward(position)
    const messages = await toPastMessages(place, channel, found)
    return { messages, listed: parseListedIds(answer.messages), ...(next && { next: formatPosition(next) }) }
  }

  /** Slack lists a thread from its start, and each page begins with the thread's first message. */
  async function loadThreadHistory(place: PlaceAddress, thread: SlackThread, { from, since }: HistoryRequest): Promise<HistoryPage> {
    const oldest = from ?? fromMicros(toMicros(since) - 1n)
    if (!toMessageTs(oldest as PlatformMessageId)) throw unreadablePosition()
    const answer = await loadReplies({ ...thread, oldest, limit: pageSize })
    const found = sortByTime(answer.messages).filter(({ ts }) => orderFromTs(ts) > orderFromTs(oldest))
    const next = answer.hasMore ? found.at(-1)?.ts : undefined
    const messages = await toPastMessages(place, thread.channel, found)
    return { messages, listed: answer.listed, ...(next !== undefined && { next }) }
  }

  async function loadReplies(request: Parameters<typeof client.conversations.replies>[0]): Promise<SlackReplies> {
    return askSlack('conversations.replies', async () => {
      try {
        const answer = await client.conversations.replies(request)
        return { messages: parseThread(answer.messages), listed: parseListedIds(answer.messages), hasMore: answer.has_more ?? false }
      } catch (error) {
        if (getErrorCode(error) === 'thread_not_found') return { messages: [], listed: new Set(), hasMore: false }
        throw error
      }
    })
  }

  async function toPastMessages(place: PlaceAddress, channel: string, bodies: readonly SlackMessageBody[]): Promise<PastMessage[]> {
    const me = await askSlack('auth.test', () => directory.loadIdentity())
    const messages: PastMessage[] = []
    for (const body of bodies) {
      await loadAuthorOf(body)
      const message = await askSlack('conversations.history', () => toPastMessage({ ...options, me }, channel, body))
      if (message?.place.address === place) messages.push(message)
    }
    return messages
  }

  /** Waits for the author, because a log with only ids for names is of no use. */
  async function loadAuthorOf({ user }: SlackMessageBody): Promise<void> {
    try {
      if (user) await askSlack('users.info', () => directory.loadUser(user))
    } catch (error) {
      // Slack may no longer have that user.
      if (!(error instanceof PlatformError) || (error.kind !== 'unreachable' && error.kind !== 'rejected')) throw error
    }
  }

  return {
    loadHistory(place, request) {
      const { channel, threadTs } = parseShared(place)
      if (threadTs === undefined) return loadChannelHistory(place, channel, request)
      return loadThreadHistory(place, { channel, ts: threadTs }, request)
    },
  }
}

interface SlackThread {
  readonly channel: string
  readonly ts: string
}

interface SlackReplies {
  readonly messages: readonly SlackMessageBody[]
  readonly listed: ReadonlySet<PlatformMessageId>
  readonly hasMore: boolean
}

const unreadablePosition = () => new PlatformError('rejected', 'Slack: this is not the beginning of a page of history.')

/** Throws PlatformError('rejected') for the address of a direct conversation. */
function parseShared(place: PlaceAddress): { readonly channel: string; readonly threadTs?: string } {
  const address = parseAddress(place)
  if (address.kind === 'shared') return address
  throw new PlatformError('rejected', 'Slack: only channels have a history for the bot.')
}

/** Slack begins some lists with the newest message. */
const sortByTime = (bodies: readonly SlackMessageBody[]): SlackMessageBody[] =>
  [...bodies].sort((one, other) => (orderFromTs(one.ts) < orderFromTs(other.ts) ? -1 : 1))

/** Converts a message as it reads now. An old command is not answered any more. */
async function toPastMessage(deps: SlackDeps, channel: string, body: SlackMessageBody): Promise<PastMessage | undefined> {
  const posted = await toInboundMessage(deps, channel, body)
  if (!posted) return undefined
  const { invocation: _, ...message } = posted
  return body.edited ? { ...message, type: 'edit', editedAt: dateFromTs(body.edited.ts) } : message
}
