import type { ReadableChannel } from '../../../src/channels/access/readers.ts'
import type { LogEntry } from '../../../src/channels/cascade/channel-lines.ts'
import { type LogPageRequest, loadLogPage } from '../../../src/channels/log/read-log.ts'
import { InputError } from '../../../src/core/domain/errors.ts'
import type { DayLabel, MessageId } from '../../../src/core/domain/ids.ts'
import { dayLabelOf } from '../../../src/core/ports/clock.ts'
import type { User } from '../../../src/people/users.ts'
import { type SearchOutput, searchConversation } from '../../../src/search/search.ts'
import { ensureContinuousThread } from '../../../src/threads/thread.ts'
import type { WebDeps } from '../options.ts'
import { describeChannel, type ShownChannel } from './channel-pages.ts'

/** The number of messages of a page of a log. */
const entriesAtOnce = 60
const resultsAtOnce = 10

export interface LogDay {
  /** In the timezone of the channel. */
  readonly day: DayLabel
  readonly entries: readonly LogEntry[]
}

export interface ChannelLogView {
  readonly channel: ShownChannel
  /** Oldest first. */
  readonly days: readonly LogDay[]
  /** The page before this one ends before this message. Absent if there is none. */
  readonly earlier?: number
  /** The page after this one begins after this message. Absent if there is none. */
  readonly later?: number
  readonly highlighted?: number
}

/** Loads a page of a log. Undefined if the message that the request names is not of the channel, or is gone. */
export async function loadChannelLog(
  deps: WebDeps,
  channel: ReadableChannel,
  at: LogPageRequest['at'],
): Promise<ChannelLogView | undefined> {
  const page = await loadLogPage(deps.store.db, channel, { limit: entriesAtOnce, ...(at && { at }) })
  if (!page) return undefined
  const { entries, hasEarlier, hasLater } = page
  const [first, last] = [entries[0], entries.at(-1)]
  return {
    channel: describeChannel(deps, channel),
    days: splitDays(entries, channel.timezone),
    ...(hasEarlier && first && { earlier: first.id }),
    ...(hasLater && last && { later: last.id }),
    ...(at?.side === 'around' && { highlighted: at.id }),
  }
}

function splitDays(entries: readonly LogEntry[], timezone: string): LogDay[] {
  const days: { day: DayLabel; entries: LogEntry[] }[] = []
  for (const entry of entries) {
    const day = dayLabelOf(entry.sentAt, timezone)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}

/** What somebody searches a channel for. */
export interface ChannelQuery {
  readonly query: string
  readonly cursor?: string | undefined
}

export interface ChannelSearchView {
  readonly channel: ShownChannel
  readonly query: string
  readonly found: SearchOutput | InputError
}

/** Searches what everyone said in a channel, and what the bot answered there. */
export async function searchChannel(
  deps: WebDeps,
  { user, channel }: { readonly user: User; readonly channel: ReadableChannel },
  { query, cursor }: ChannelQuery,
): Promise<ChannelSearchView> {
  const threadId = await ensureContinuousThread(deps.store, user.id, deps.clock.now())
  const scope = { userId: user.id, threadId, audience: channel.audience }
  const input = { query, limit: resultsAtOnce, ...(cursor !== undefined && { cursor }) }
  const found = await searchConversation(deps, scope, input).catch((error: unknown) => {
    if (error instanceof InputError) return error
    throw error
  })
  return { channel: describeChannel(deps, channel), query, found }
}

/** Returns the address that shows a message in the log of its channel. */
export const logHref = ({ id }: Pick<ShownChannel, 'id'>, message: MessageId | number): string =>
  `/channels/${id}/?message=${message}#m${message}`
