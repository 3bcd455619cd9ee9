import type { Method } from './method.ts'
import { type FakeChannel, type FakeMessage, type FakePerson, type Params, Refusal } from './types.ts'
import type { World } from './world.ts'

/** Methods about channels, who is in them and what was said there. https://docs.slack.dev/reference/methods */
export const channelMethods: Readonly<Record<string, Method>> = {
  'users.info': ({ world }, { user }) => {
    const person = world.people.get(String(user))
    if (!person) throw new Refusal('user_not_found')
    return { user: userObject(world, person) }
  },

  // Those of other workspaces are not in the list.
  'users.list': ({ world }, params) => {
    const listed = [...world.people.values()].filter(({ teamId = world.team.id }) => teamId === world.team.id)
    const { items, response_metadata } = pageOf(listed, params)
    return { members: items.map((person) => userObject(world, person)), response_metadata }
  },

  'users.conversations': ({ world }, params) => {
    const types = String(params['types'] ?? 'public_channel').split(',')
    const listed = [...world.channels.values()].filter(
      (channel) =>
        channel.joined &&
        types.includes(typeOf(channel)) &&
        !(String(params['exclude_archived']) === 'true' && world.archived.has(channel.id)),
    )
    const { items, response_metadata } = pageOf(listed, params)
    // Without is_member and num_members.
    return { channels: items.map((channel) => channelObject(world, channel)), response_metadata }
  },

  'conversations.info': ({ world }, { channel }) => {
    const found = world.visibleChannel(channel)
    if (found.personId === undefined) world.requireScope(found.isPrivate ? 'groups:read' : 'channels:read')
    return { channel: { ...channelObject(world, found), is_member: found.joined } }
  },

  'conversations.members': ({ world }, params) => {
    const channel = world.visibleChannel(params['channel'])
    world.requireScope(channel.isPrivate ? 'groups:read' : 'channels:read')
    const { items, response_metadata } = pageOf(world.membersOf(channel), params)
    return { members: items, response_metadata }
  },

  'conversations.history': ({ world }, params) => {
    const channel = readableChannel(world, params)
    const listed = historyOf(world, channel, params)
    const limit = Math.min(Number(params['limit'] ?? 100), world.longestHistory)
    const page = listed.slice(0, limit)
    return { messages: page, has_more: page.length < listed.length, pin_count: 0 }
  },

  // Each page begins with the first message of the thread.
  'conversations.replies': ({ world }, params) => {
    const channel = readableChannel(world, params)
    const message = world.message(channel.id, params['ts'])
    if (!message) throw new Refusal('thread_not_found')
    const replies = world.messages(channel.id).filter(({ thread_ts, ts }) => thread_ts === message.ts && ts !== message.ts)
    const listed = replies.filter(inRange(params))
    const from = Number(params['cursor'] ?? 0)
    const page = listed.slice(from, from + Math.min(Number(params['limit'] ?? 1000), world.longestHistory) - 1)
    const next = from + page.length
    return {
      messages: [{ ...message, ...(replies.length > 0 && { reply_users: [...new Set(replies.map(({ user }) => user))] }) }, ...page],
      has_more: next < listed.length,
      ...(next < listed.length && { response_metadata: { next_cursor: String(next) } }),
    }
  },
}

function userObject(world: World, { id, name, isBot, timezone, locale, teamId = world.team.id, flags }: FakePerson): object {
  const names = { name: name.toLowerCase(), real_name: name, profile: { display_name: name } }
  return { id, team_id: teamId, ...names, deleted: false, is_bot: isBot, tz: timezone, locale, ...flags }
}

function channelObject(world: World, { id, name, creator, isPrivate, isShared, isGroup, personId }: FakeChannel): object {
  if (personId !== undefined) return { id, name, is_im: true }
  return {
    id,
    name,
    name_normalized: name,
    creator: creator ?? world.bot.id,
    is_channel: !isPrivate,
    is_group: isPrivate ?? false,
    is_im: false,
    is_mpim: isGroup ?? false,
    is_private: isPrivate ?? false,
    is_archived: world.archived.has(id),
    is_shared: isShared ?? false,
    is_ext_shared: isShared ?? false,
    is_org_shared: false,
    is_general: false,
  }
}

function typeOf({ personId, isGroup, isPrivate }: FakeChannel): string {
  if (personId !== undefined) return 'im'
  if (isGroup) return 'mpim'
  return isPrivate ? 'private_channel' : 'public_channel'
}

/** The channel, if the bot may read it: it is in there, and has the scope. */
function readableChannel(world: World, params: Params): FakeChannel {
  const channel = world.visibleChannel(params['channel'])
  const kind = { im: 'im', mpim: 'mpim', private_channel: 'groups', public_channel: 'channels' }[typeOf(channel)]
  world.requireScope(`${kind}:history`)
  if (!channel.joined) throw new Refusal('not_in_channel')
  return channel
}

/** What stands in a channel itself, the newest first: replies only if they were sent to the channel too. */
function historyOf(world: World, channel: FakeChannel, params: Params): readonly FakeMessage[] {
  const standing = world
    .messages(channel.id)
    .filter(({ ts, thread_ts, subtype }) => thread_ts === undefined || thread_ts === ts || subtype === 'thread_broadcast')
  return standing.filter(inRange(params)).reverse()
}

/** Neither end is included unless it is asked for. */
function inRange(params: Params): (message: FakeMessage) => boolean {
  const micros = (ts: unknown) => BigInt(String(ts).replace('.', ''))
  const isInclusive = String(params['inclusive']) === 'true'
  for (const end of ['oldest', 'latest'])
    if (params[end] !== undefined && !/^\d+\.\d{6}$/.test(String(params[end]))) throw new Refusal(`invalid_ts_${end}`)
  return ({ ts }) => {
    const [at, extra] = [micros(ts), isInclusive ? 1n : 0n]
    const isAfter = params['oldest'] === undefined || at > micros(params['oldest']) - extra
    return isAfter && (params['latest'] === undefined || at < micros(params['latest']) + extra)
  }
}

/** A part of a list, and where the next one begins: an empty text at the end. */
function pageOf<Item>(items: readonly Item[], params: Params): { items: readonly Item[]; response_metadata: { next_cursor: string } } {
  const limit = Number(params['limit'] ?? 100)
  if (limit > 999) throw new Refusal('invalid_limit')
  const from = Number(params['cursor'] ?? 0)
  const next = from + limit
  return { items: items.slice(from, next), response_metadata: { next_cursor: next < items.length ? String(next) : '' } }
}
