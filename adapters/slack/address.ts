import { PlatformError } from '../../src/core/domain/errors.ts'
import type { PlaceAddress, PlatformMessageId } from '../../src/core/domain/ids.ts'

export const platformName = 'slack'

/** A user's direct conversation with the bot, a channel, or one thread of a channel. */
export type SlackAddress =
  | { readonly kind: 'direct'; readonly userId: string }
  | { readonly kind: 'shared'; readonly channel: string; readonly threadTs?: string }

/** Formats "@<user>", "<channel>" or "<channel>/<thread>". Persisted, so this form must stay readable. */
export function formatAddress(address: SlackAddress): PlaceAddress {
  if (address.kind === 'direct') return `@${address.userId}` as PlaceAddress
  return (address.threadTs === undefined ? address.channel : `${address.channel}/${address.threadTs}`) as PlaceAddress
}

/** Throws PlatformError('rejected') for an address that this adapter did not create. */
export function parseAddress(address: PlaceAddress): SlackAddress {
  const [, userId] = /^@([A-Z0-9]{2,30})$/.exec(address) ?? []
  if (userId !== undefined) return { kind: 'direct', userId }
  const [, channel, threadTs] = /^([A-Z0-9]{2,30})(?:\/(\d{1,12}\.\d{1,6}))?$/.exec(address) ?? []
  if (channel === undefined) throw new PlatformError('rejected', `"${address}" is not the address of a place on Slack.`)
  return { kind: 'shared', channel, ...(threadTs !== undefined && { threadTs }) }
}

/**
 * Whether a channel is direct. Ids of direct channels begin with a D. All other channels can be read by several users.
 * https://docs.slack.dev/apis/web-api/using-the-conversations-api
 */
export const isDirectChannel = (channel: string): boolean => channel.startsWith('D')

/** Returns the address of a place. A direct conversation is identified by its user, and its threads are not separate places. */
export function toSlackAddress(channel: string, userId: string, threadTs?: string | null): SlackAddress {
  if (isDirectChannel(channel)) return { kind: 'direct', userId }
  return { kind: 'shared', channel, ...(threadTs && { threadTs }) }
}

interface SlackMessageTimes {
  readonly ts?: string | undefined
  readonly thread_ts?: string | undefined
}

/**
 * Returns the thread that a message is in. The first message of a thread has its own timestamp there, and is in the channel.
 * https://docs.slack.dev/messaging/retrieving-messages
 */
export function findOwnThread({ ts, thread_ts: threadTs }: SlackMessageTimes): string | undefined {
  return threadTs === ts ? undefined : threadTs
}

/** Returns the timestamp of a message on Slack. Undefined for other ids, such as that of a button press. */
export const toMessageTs = (id: PlatformMessageId): string | undefined => (/^\d{1,12}\.\d{1,6}$/.test(id) ? id : undefined)

/** Converts a timestamp to microseconds. Slack's timestamps order the messages in a channel. */
export function orderFromTs(ts: string): bigint {
  const [seconds = '0', micros = '0'] = ts.split('.')
  return BigInt(seconds) * 1_000_000n + BigInt(micros.padEnd(6, '0').slice(0, 6))
}

export const dateFromTs = (ts: string): Date => new Date(Number(orderFromTs(ts) / 1000n))

/** Returns a link for users who can read the message. `url` is the workspace's URL, such as "https://acme.slack.com/". */
export function buildMessageLink(
  url: string,
  { channel, threadTs }: { readonly channel: string; readonly threadTs?: string },
  ts: string,
): string {
  const link = `${url.replace(/\/+$/, '')}/archives/${channel}/p${ts.replace('.', '')}`
  return threadTs === undefined ? link : `${link}?thread_ts=${threadTs}&cid=${channel}`
}
