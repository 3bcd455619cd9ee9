import { z } from 'zod'
import { PlatformError } from '../../../src/core/domain/errors.ts'
import { optionalField, readableItems } from '../../kit/payload-fields.ts'
import type { SlackClient } from '../client.ts'
import { askSlack, getErrorCode } from '../errors.ts'
import { type SlackPerson, slackPerson } from '../person.ts'

/** A channel as Slack reports it now. https://docs.slack.dev/reference/objects/conversation-object */
export interface SlackChannel {
  readonly id: string
  readonly name?: string | undefined
  readonly creator?: string | undefined
  /** Whether every full member of the workspace can read it. False if Slack does not tell. */
  readonly isPublic: boolean
  readonly isGroupConversation: boolean
  /** Whether people of other workspaces may read it. */
  readonly isShared: boolean
  /** Whether the bot is a member. Absent if Slack does not tell. */
  readonly isBotMember?: boolean | undefined
}

/** What Slack reports now about users and channels. Caches nothing. Throws PlatformError. */
export interface SlackWorkspace {
  /** Returns undefined for a user who does not exist, or whom the bot cannot see. */
  findUser(userId: string): Promise<SlackPerson | undefined>
  /** Returns undefined for a channel that does not exist, or that the bot cannot see. */
  findChannel(channel: string): Promise<SlackChannel | undefined>
  /** Returns the ids of all members of a channel. Undefined if the bot cannot see them. */
  listMembers(channel: string): Promise<ReadonlySet<string> | undefined>
  /** Returns the users of the workspace that a condition holds for. */
  listUsers(condition: (person: SlackPerson) => boolean): Promise<ReadonlySet<string>>
  /** Returns the public and private channels that the bot is a member of. */
  listOwnChannels(): Promise<readonly SlackChannel[]>
  /** Returns the token's scopes. Empty if Slack does not report them. */
  loadScopes(): Promise<readonly string[]>
}

/** Slack allows at most 999 items a page. */
const pageSize = 999
const maxPages = 200

/** Error codes of users and channels that do not exist, or that the bot cannot see. */
const absentCodes: ReadonlySet<string | undefined> = new Set([
  'channel_not_found',
  'not_in_channel',
  'method_not_supported_for_channel_type',
  'user_not_found',
  'user_not_visible',
  'users_not_found',
])

const flag = optionalField(z.boolean())
const text = optionalField(z.string())
const channelFields = z.object({
  id: z.string(),
  name: text,
  creator: text,
  is_private: flag,
  is_im: flag,
  is_mpim: flag,
  is_member: flag,
  is_ext_shared: flag,
  is_org_shared: flag,
  is_shared: flag,
})
const ChannelAnswer = z.object({ channel: channelFields })
const MemberIds = z.array(z.string())
const UserAnswer = z.object({ user: slackPerson })
const listedUser = slackPerson.extend({ id: z.string() })

export function createWorkspace(client: SlackClient): SlackWorkspace {
  return {
    findUser: (user) => find('users.info', async () => UserAnswer.parse(await client.users.info({ user })).user),
    findChannel: (channel) =>
      find('conversations.info', async () => toChannel(ChannelAnswer.parse(await client.conversations.info({ channel })).channel)),
    async listMembers(channel) {
      const members = await find('conversations.members', () =>
        loadAll(async (page) => {
          const answer = await client.conversations.members({ channel, ...page })
          return { items: MemberIds.parse(answer.members), cursor: answer.response_metadata?.next_cursor }
        }),
      )
      return members && new Set(members)
    },
    async listUsers(condition) {
      const users = await askSlack('users.list', () =>
        loadAll(async (page) => {
          const answer = await client.users.list(page)
          return { items: readableItems(listedUser).parse(answer.members), cursor: answer.response_metadata?.next_cursor }
        }),
      )
      return new Set(users.filter(condition).map(({ id }) => id))
    },
    listOwnChannels: () =>
      askSlack('users.conversations', () =>
        loadAll(async (page) => {
          const answer = await client.users.conversations({ types: 'public_channel,private_channel', exclude_archived: true, ...page })
          const items = readableItems(channelFields).parse(answer.channels).map(toChannel)
          return { items, cursor: answer.response_metadata?.next_cursor }
        }),
      ),
    async loadScopes() {
      const answer = await askSlack('auth.test', () => client.auth.test())
      return (answer.response_metadata?.scopes ?? []).filter(Boolean)
    },
  }
}

interface SlackPage<Item> {
  readonly items: readonly Item[]
  readonly cursor: string | undefined
}

interface SlackPageRequest {
  readonly limit: number
  readonly cursor?: string
}

/** Loads all pages of a list. Throws PlatformError if there are too many. */
async function loadAll<Item>(loadPage: (request: SlackPageRequest) => Promise<SlackPage<Item>>): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const answer = await loadPage({ limit: pageSize, ...(cursor !== undefined && { cursor }) })
    items.push(...answer.items)
    cursor = answer.cursor || undefined
    if (cursor === undefined) return items
  }
  throw new PlatformError('rejected', `Slack: the list has more than ${maxPages} pages of ${pageSize}.`)
}

function toChannel(found: z.infer<typeof channelFields>): SlackChannel {
  return {
    id: found.id,
    name: found.name,
    creator: found.creator,
    isPublic: found.is_private === false && !found.is_mpim && !found.is_im,
    isGroupConversation: found.is_mpim ?? false,
    isShared: Boolean(found.is_ext_shared || found.is_org_shared || found.is_shared),
    isBotMember: found.is_member,
  }
}

/** Returns what a call finds. Undefined if Slack has no such thing, or hides it from the bot. */
function find<T>(method: string, request: () => Promise<T>): Promise<T | undefined> {
  return askSlack(method, async () => {
    try {
      return await request()
    } catch (error) {
      if (absentCodes.has(getErrorCode(error))) return undefined
      throw error
    }
  })
}
