import type { FormFile } from '../form.ts'
import { type Gateway, withoutContent } from './gateway.ts'
import type { Interactions } from './interactions.ts'
import {
  type FakeGuild,
  type FakeMember,
  type FakeMessage,
  type FakeRow,
  invalidForm,
  Refusal,
  type RegisteredCommand,
  unknownMessage,
} from './types.ts'
import type { World } from './world.ts'

export interface RouteParts {
  readonly world: World
  readonly gateway: Gateway
  readonly interactions: Interactions
  /** What the Developer Portal says about the application, besides its id. */
  readonly application: Readonly<Record<string, unknown>>
}

export interface Call {
  readonly body: Readonly<Record<string, unknown>>
  readonly query: URLSearchParams
}

/** Bytes of what bots can send. */
const longestSent = 10 * 1024 * 1024

type Route = (parts: RouteParts, ids: readonly string[], call: Call) => unknown

/** By method and path, with :id for each part that varies. What they return is the answer; nothing is 204. */
export const routes: Readonly<Record<string, Route>> = {
  'GET /gateway/bot': ({ gateway }) => ({
    url: gateway.url,
    shards: 1,
    session_start_limit: { total: 1000, remaining: 999, reset_after: 0, max_concurrency: 1 },
  }),
  'GET /users/@me': ({ world }) => world.bot,
  'GET /applications/@me': ({ world, application }) => ({ id: world.applicationId, name: 'Throughline', ...application }),

  'POST /users/@me/channels': ({ world }, _, { body }) => {
    const user = world.users.get(String(body['recipient_id']))
    if (!user) throw new Refusal(400, 50033, 'Invalid Recipient(s)')
    return world.directChannel(user)
  },
  'GET /guilds/:id': ({ world }, [id = '']) => {
    const { name, owner_id } = guildOf(world, id)
    const roles = [...world.roles.values()].filter(({ guildId }) => guildId === id)
    return { id, name, owner_id, roles: roles.map(({ guildId: _, ...role }) => ({ ...role, position: 0, managed: false })) }
  },
  // Without threads, and without the channels that the bot cannot see.
  'GET /guilds/:id/channels': ({ world }, [id = '']) =>
    [...world.channels.values()].filter(
      ({ id: channelId, guild_id, type }) => guild_id === guildOf(world, id).id && type < 11 && !world.closedTo.has(channelId),
    ),
  'GET /guilds/:id/threads/active': ({ world }, [id = '']) => ({
    threads: [...world.channels.values()].filter(({ guild_id, type }) => guild_id === guildOf(world, id).id && type >= 11),
    members: [],
  }),
  'GET /guilds/:id/members/:id': ({ world }, [id = '', userId = '']) => {
    const member = memberOf(world, guildOf(world, id).id, userId)
    return { user: world.users.get(userId), nick: null, ...member, joined_at: world.now(), deaf: false, mute: false, flags: 0 }
  },
  'GET /channels/:id/thread-members/:id': ({ world }, [id = '', userId = '']) => {
    memberOf(world, world.channel(id).id, userId)
    return { id, user_id: userId, join_timestamp: world.now(), flags: 0 }
  },
  'GET /channels/:id': ({ world }, [id = '']) => world.channel(id),

  'GET /channels/:id/messages/:id': (parts, [channelId = '', messageId = '']) => {
    const { id } = parts.world.channel(channelId)
    const found = parts.world.messages(id).find((message) => message.id === messageId)
    if (!found) throw unknownMessage()
    return readable(parts, found)
  },
  'GET /channels/:id/messages': (parts, [id = ''], { query }) => {
    const { world } = parts
    const after = BigInt(query.get('after') ?? 0)
    const before = query.get('before')
    const limit = Number(query.get('limit') ?? 50)
    if (limit < 1 || limit > 100) throw invalidForm('limit', 'NUMBER_TYPE_MAX', 'int value should be less than or equal to 100.')
    const { id: channelId } = world.channel(id)
    // The page that precedes, or that follows, its newest message first.
    const page = world
      .messages(channelId)
      .filter(({ id: each }) => (before === null ? BigInt(each) > after : BigInt(each) < BigInt(before)))
    return (before === null ? page.slice(0, limit) : page.slice(-limit)).reverse().map((message) => readable(parts, message))
  },

  'POST /channels/:id/messages': ({ world }, [id = ''], { body }) => {
    const channel = world.writableChannel(id)
    const files = (body['files'] ?? []) as readonly FormFile[]
    if (files.some((file) => file.content.length > longestSent)) throw new Refusal(413, 40005, 'Request entity too large')
    const content = checkedContent(body, files.length > 0)
    const { nonce } = body
    if (nonce !== undefined && String(nonce).length > 25)
      throw invalidForm('nonce', 'NONCE_TYPE_TOO_LONG', 'Must be 25 or fewer in length.')
    const already = nonce !== undefined && body['enforce_nonce'] === true ? world.sentWith(String(nonce)) : undefined
    if (already) return already
    const reference = body['message_reference'] as { message_id: string; fail_if_not_exists?: boolean } | undefined
    const replyTo = reference && world.messages(channel.id).find((message) => message.id === reference.message_id)
    if (reference && !replyTo && reference.fail_if_not_exists !== false)
      throw invalidForm('message_reference', 'REPLIES_UNKNOWN_MESSAGE', 'Unknown message')
    const message = world.write(channel, {
      author: world.bot,
      content: content.content,
      flags: content.flags,
      pings: pingsOf(body, replyTo),
      fields: { components: content.components, ...(nonce !== undefined && { nonce }) },
      ...(replyTo && { replyTo }),
    })
    if (nonce !== undefined) world.noteNonce(String(nonce), message)
    world.filesSent.push(...files.map((file) => ({ ...file, channelId: channel.id })))
    return message
  },

  'PATCH /channels/:id/messages/:id': ({ world }, [channelId = '', messageId = ''], { body }) => {
    world.writableChannel(channelId)
    const message = world.message(channelId, messageId)
    if (message.author.id !== world.bot.id) throw new Refusal(403, 50005, 'Cannot edit a message authored by another user')
    return world.change(message, { ...checkedContent(body), edited_timestamp: world.now() }, pingsOf(body))
  },

  'DELETE /channels/:id/messages/:id': ({ world }, [channelId = '', messageId = '']) => {
    world.remove(world.writableChannel(channelId).id, [world.message(channelId, messageId).id])
  },

  'POST /channels/:id/typing': ({ world }, [id = '']) => {
    world.typing.push(world.writableChannel(id).id)
  },

  'PUT /applications/:id/commands': (parts, [applicationId = ''], call) => register(parts, applicationId, 'global', call),
  'PUT /applications/:id/guilds/:id/commands': (parts, [applicationId = '', guildId = ''], call) =>
    register(parts, applicationId, guildId, call),

  'POST /interactions/:id/:id/callback': ({ interactions }, [id = '', token = ''], { body }) =>
    interactions.respond(id, token, body as { type: number; data?: Record<string, unknown> }),
  'PATCH /webhooks/:id/:id/messages/@original': ({ interactions }, [, token = ''], { body }) =>
    interactions.editOriginal(token, checkedContent(body), pingsOf(body)),
  'DELETE /webhooks/:id/:id/messages/@original': ({ interactions }, [, token = '']) => interactions.removeOriginal(token),
  'POST /webhooks/:id/:id': ({ interactions }, [, token = ''], { body, query }) => {
    const message = interactions.followUp(token, checkedContent(body), pingsOf(body))
    return query.get('wait') === 'true' ? message : undefined
  },
}

function guildOf(world: World, id: string): FakeGuild {
  const guild = world.guilds.get(id)
  if (!guild?.hasBot) throw new Refusal(404, 10004, 'Unknown Guild')
  return guild
}

/** A member of a server or thread. */
function memberOf(world: World, of: string, userId: string): FakeMember {
  if (!world.users.has(userId)) throw new Refusal(404, 10013, 'Unknown User')
  const member = world.members.get(of)?.get(userId)
  if (!member) throw new Refusal(404, 10007, 'Unknown Member')
  return member
}

const contentFlags = (1 << 18) | (1 << 19)

/** A message as the bot may read it: without the content of what is said to others, unless the portal gives it. */
function readable({ world, application }: RouteParts, message: FakeMessage): object {
  const own = message.author.id === world.bot.id || message.mentions.some(({ id }) => id === world.bot.id)
  const isDirect = world.channels.get(message.channel_id)?.guild_id === undefined
  return own || isDirect || Number(application['flags']) & contentFlags ? message : withoutContent(message)
}

function checkedContent(body: Call['body'], mayBeEmpty = false): Pick<FakeMessage, 'content' | 'components' | 'flags'> {
  const content = String(body['content'] ?? '').trim()
  const rows = (body['components'] ?? []) as FakeRow[]
  if (content === '' && !mayBeEmpty) throw new Refusal(400, 50006, 'Cannot send an empty message')
  if (content.length > 2000) throw invalidForm('content', 'BASE_TYPE_MAX_LENGTH', 'Must be 2000 or fewer in length.')
  if (rows.length > 5) throw invalidForm('components', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 5 in length.')
  const buttons = rows.flatMap(({ components }) => components)
  for (const { components } of rows) {
    if (components.length < 1 || components.length > 5)
      throw invalidForm('components', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 5 in length.')
  }
  for (const { label, custom_id: action } of buttons) {
    if (!label || label.length > 80) throw invalidForm('label', 'BASE_TYPE_MAX_LENGTH', 'Must be 80 or fewer in length.')
    if (!action || action.length > 100) throw invalidForm('custom_id', 'BASE_TYPE_MAX_LENGTH', 'Must be 100 or fewer in length.')
  }
  if (new Set(buttons.map((button) => button.custom_id)).size !== buttons.length)
    throw invalidForm('components', 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated')
  return { content, components: rows, flags: Number(body['flags'] ?? 0) }
}

/** Whom a message calls. Without a word about it, everybody it names. https://discord.com/developers/docs/resources/message#allowed-mentions-object */
function pingsOf(body: Call['body'], replyTo?: FakeMessage): string[] {
  const allowed = body['allowed_mentions'] as { parse?: string[]; replied_user?: boolean } | undefined
  const may = (kind: string) => !allowed || (allowed.parse ?? []).includes(kind)
  const found = (kind: string, pattern: RegExp) =>
    may(kind) ? [...String(body['content'] ?? '').matchAll(pattern)].map(([written]) => written) : []
  const replied = replyTo && (allowed?.replied_user ?? !allowed) ? [replyTo.author.username] : []
  return [...found('everyone', /@(?:everyone|here)\b/g), ...found('users', /<@!?\d+>/g), ...found('roles', /<@&\d+>/g), ...replied]
}

function register({ world }: RouteParts, applicationId: string, scope: string, { body }: Call): readonly RegisteredCommand[] {
  if (applicationId !== world.applicationId)
    throw new Refusal(403, 20012, 'You are not authorized to perform this action on this application')
  const commands = body as unknown as RegisteredCommand[]
  for (const { type, name, description = '', description_localizations: translated = {}, options = [] } of commands) {
    if (type === 1 && !/^[-_'\p{Ll}\p{N}]{1,32}$/u.test(name))
      throw invalidForm('name', 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid')
    if (type === 1 && (description.length < 1 || description.length > 100))
      throw invalidForm('description', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.')
    if (type === 3 && (description !== '' || options.length > 0 || name.length > 32))
      throw invalidForm('description', 'APPLICATION_COMMAND_INVALID', 'Context menu commands cannot have them')
    if (Object.values(translated).some((text) => text.length < 1 || text.length > 100))
      throw invalidForm('description_localizations', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.')
    const lastRequired = options.findLastIndex(({ required }) => required === true)
    if (options.slice(0, lastRequired + 1).some(({ required }) => !required))
      throw invalidForm(
        'options',
        'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
        'Required options must be placed before non-required options',
      )
    for (const option of options) {
      if ((option.choices?.length ?? 0) > 25) throw invalidForm('choices', 'BASE_TYPE_MAX_LENGTH', 'Must be 25 or fewer in length.')
      if (option.autocomplete && option.choices) throw invalidForm('choices', 'APPLICATION_COMMAND_INVALID', 'No choices with autocomplete')
    }
  }
  if (new Set(commands.map(({ type, name }) => `${type} ${name}`)).size !== commands.length)
    throw invalidForm('name', 'APPLICATION_COMMANDS_DUPLICATE_NAME', 'Application command names must be unique')
  world.commands.set(scope, commands)
  return commands
}
