import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type Clock, findTimezone } from '../../src/core/ports/clock.ts'
import { orderFromTs } from './address.ts'
import type { SlackClient } from './client.ts'
import { createLookupCache } from './lookup-cache.ts'
import { parseThread, type SlackMessageBody } from './payloads.ts'
import { isFullMember, slackPerson } from './person.ts'

/** The bot itself, and its workspace. */
export interface SlackIdentity {
  readonly userId: string
  readonly teamId: string
  /** The workspace's URL, such as "https://acme.slack.com/". */
  readonly url: string
  /** The token's scopes. Empty if Slack does not report them. */
  readonly scopes: readonly string[]
}

export interface SlackUser {
  readonly name: string
  readonly handle?: string
  readonly isBot: boolean
  /** Whether the user is a full member of the bot's workspace, not a guest. Shared channels contain users from other workspaces. */
  readonly isMember?: boolean
  readonly timezone?: string
  readonly locale?: string
}

/** What Slack knows about users, channels and threads, cached for a while. Calls reject with the client's errors. */
export interface SlackDirectory {
  loadIdentity(): Promise<SlackIdentity>
  /** The identity if it is already known. Makes no request. */
  readonly knownIdentity: SlackIdentity | undefined
  loadUser(userId: string): Promise<SlackUser>
  /** Returns a user as last loaded, however long ago. Makes no request. */
  getLastKnownUser(userId: string): SlackUser | undefined
  /** Loads the name of a channel, without the #. */
  loadChannelName(channel: string): Promise<string | undefined>
  /** Returns the direct channel between the bot and a user. Opens it if necessary. */
  openDirectChannel(userId: string): Promise<string>
  /** Returns the direct channel if it is already known. Makes no request. */
  getKnownDirectChannel(userId: string): string | undefined
  /** Records a direct channel that the user wrote in, so that it need not be requested. */
  rememberDirectChannel(userId: string, channel: string): void
  /** Loads the first message of a thread and the latest ones before a message, oldest first, at most `limit` in all. Not cached. */
  loadThreadBefore(channel: string, threadTs: string, before: { readonly ts: string; readonly limit: number }): Promise<SlackMessageBody[]>
  /** Loads a message with its author and thread. For the root of a thread, also loads some of the participants. */
  loadMessage(channel: string, ts: string): Promise<SlackMessageInfo>
}

export interface SlackMessageInfo {
  readonly threadTs?: string
  readonly authors: readonly string[]
}

const hourMs = 3_600_000

/** How much of a thread is read. Slack recommends at most 200 messages a page. */
const threadPageSize = 200
const maxThreadPages = 5

const Auth = z.object({ user_id: z.string(), team_id: z.string(), url: z.string() })
const UserInfo = z.object({ user: slackPerson })
const ChannelInfo = z.object({ channel: z.object({ name: z.string().nullish() }) })
const OpenedChannel = z.object({ channel: z.object({ id: z.string() }) })
const Replies = z.object({
  messages: z.array(
    z.object({
      ts: z.string(),
      thread_ts: z.string().optional(),
      user: z.string().optional(),
      reply_users: z.array(z.string()).optional(),
    }),
  ),
})

export function createDirectory(client: SlackClient, clock: Clock): SlackDirectory {
  const directChannels = new LRUCache<string, string>({ max: 10_000 })
  const lastKnownUsers = new LRUCache<string, SlackUser>({ max: 10_000 })
  let known: SlackIdentity | undefined

  const loadUser = createLookupCache({ clock, maxEntries: 2_000, ttlMs: hourMs }, async (user) => {
    const { user: found } = UserInfo.parse(await client.users.info({ user, include_locale: true }))
    const name = [found.profile?.display_name, found.profile?.real_name, found.real_name, found.name].find((candidate) => candidate?.trim())
    const timezone = found.tz ? findTimezone(found.tz) : undefined
    const loaded: SlackUser = {
      name: name ?? user,
      ...(found.name && { handle: found.name }),
      isBot: found.is_bot ?? false,
      isMember: isFullMember(known?.teamId, found),
      ...(timezone && { timezone }),
      ...(found.locale && { locale: found.locale }),
    }
    lastKnownUsers.set(user, loaded)
    return loaded
  })

  const loadChannelName = createLookupCache({ clock, maxEntries: 2_000, ttlMs: hourMs }, async (channel) => {
    const info = ChannelInfo.parse(await client.conversations.info({ channel }))
    // The name of a group conversation consists of its users' names.
    return info.channel.name?.startsWith('mpdm-') ? undefined : (info.channel.name ?? undefined)
  })

  const message = createLookupCache({ clock, maxEntries: 2_000, ttlMs: hourMs }, async (key): Promise<SlackMessageInfo> => {
    const [channel = '', ts = ''] = key.split('/')
    const [found] = Replies.parse(await client.conversations.replies({ channel, ts, limit: 1, inclusive: true })).messages
    const authors = [found?.user, ...(found?.reply_users ?? [])].filter((user) => user !== undefined)
    return { authors, ...(found?.thread_ts !== undefined && { threadTs: found.thread_ts }) }
  })

  return {
    async loadIdentity() {
      if (known) return known
      const answer = await client.auth.test()
      const { user_id: userId, team_id: teamId, url } = Auth.parse(answer)
      known = { userId, teamId, url, scopes: (answer.response_metadata?.scopes ?? []).filter(Boolean) }
      return known
    },
    get knownIdentity() {
      return known
    },
    loadUser,
    getLastKnownUser: (userId) => lastKnownUsers.get(userId),
    loadChannelName,
    loadMessage: (channel, ts) => message(`${channel}/${ts}`),
    async loadThreadBefore(channel, threadTs, { ts, limit }) {
      const found: SlackMessageBody[] = []
      let cursor: string | undefined
      // Slack lists a thread from its start, and the first message on each page is that of the thread.
      for (let page = 0; page < maxThreadPages; page++) {
        const request = { channel, ts: threadTs, latest: ts, limit: threadPageSize, ...(cursor !== undefined && { cursor }) }
        const answer = await client.conversations.replies(request)
        found.push(...parseThread(answer.messages))
        cursor = answer.response_metadata?.next_cursor || undefined
        if (cursor === undefined) break
      }
      const byTs = new Map(found.map((each) => [each.ts, each]))
      const earlier = [...byTs.values()].filter((each) => orderFromTs(each.ts) < orderFromTs(ts))
      return earlier.length <= limit ? earlier : [...earlier.slice(0, 1), ...earlier.slice(1 - limit)]
    },
    async openDirectChannel(userId) {
      const channel = directChannels.get(userId) ?? OpenedChannel.parse(await client.conversations.open({ users: userId })).channel.id
      directChannels.set(userId, channel)
      return channel
    },
    getKnownDirectChannel: (userId) => directChannels.get(userId),
    rememberDirectChannel: (userId, channel) => void directChannels.set(userId, channel),
  }
}
