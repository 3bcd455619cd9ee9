import { channelMethods } from './channel-methods.ts'
import { checkBlocks } from './markdown.ts'
import type { Method } from './method.ts'
import { type FakeBlock, type FakeMessage, type Params, Refusal } from './types.ts'
import type { World } from './world.ts'

/** The methods of the Web API that the fake knows. https://docs.slack.dev/reference/methods */
export const methods: Readonly<Record<string, Method>> = {
  'auth.test': ({ world }) => ({
    url: world.team.url,
    team: 'Acme',
    team_id: world.team.id,
    user: 'throughline',
    user_id: world.bot.id,
    bot_id: world.bot.botId,
  }),

  'apps.connections.open': ({ asApp, socketAddress }) => {
    if (!asApp) throw new Refusal('not_allowed_token_type')
    return { url: socketAddress() }
  },

  ...channelMethods,

  'conversations.open': ({ world }, { users }) => {
    const person = world.people.get(String(users))
    if (!person) throw new Refusal('user_not_found')
    if (world.disabled.has(person.id)) throw new Refusal('user_disabled')
    return { channel: { id: person.directChannel } }
  },

  'chat.postMessage': ({ world }, params) => {
    const channel = writable(world, params)
    const content = contentOf(params)
    const message = world.write(channel, {
      user: world.bot.id,
      ...content,
      ...threadOf(world, channel, params),
      rest: { ...content.rest, bot_id: world.bot.botId },
    })
    world.event(channel, { ...message })
    return { channel, ts: message.ts, message }
  },

  'chat.update': ({ world }, params) => {
    const channel = writable(world, params)
    const before = ownMessage(world, channel, params)
    if (before.streaming_state === 'in_progress') throw new Refusal('streaming_state_conflict')
    const { text, rest } = contentOf(params)
    if (Buffer.byteLength(text) > 4_000) throw new Refusal('msg_too_long')
    const { blocks: _, ...kept } = before
    const now = world.replace(channel, { ...kept, text, ...rest, edited: { user: world.bot.id, ts: world.nextTs() } })
    world.changed(channel, before, now)
    return { channel, ts: now.ts, text }
  },

  'chat.delete': ({ world }, params) => {
    const channel = writable(world, params)
    const before = ownMessage(world, channel, params)
    world.remove(channel, before.ts)
    const ts = world.nextTs()
    world.event(channel, { type: 'message', subtype: 'message_deleted', hidden: true, ts, deleted_ts: before.ts, previous_message: before })
    return { channel, ts: before.ts }
  },

  'chat.postEphemeral': ({ world }, params) => {
    const channel = writable(world, params)
    const user = String(params['user'])
    if (!world.people.has(user)) throw new Refusal('user_not_in_channel')
    const { text, rest } = contentOf(params)
    const message: FakeMessage = {
      type: 'message',
      ts: world.nextTs(),
      user: world.bot.id,
      bot_id: world.bot.botId,
      text,
      ...rest,
      ...(params['thread_ts'] !== undefined && { thread_ts: String(params['thread_ts']) }),
    }
    world.ephemerals.push({ channel, user, message })
    return { message_ts: message.ts }
  },

  'files.getUploadURLExternal': ({ world, origin }, params) => {
    const [name, length] = [String(params['filename'] ?? ''), Number(params['length'])]
    if (world.scopes.length > 0 && !world.scopes.includes('files:write')) throw new Refusal('missing_scope')
    if (name === '' || !(length > 0)) throw new Refusal('invalid_arguments')
    const id = world.nextId('F')
    world.uploads.set(id, { name, length })
    return { file_id: id, upload_url: `${origin}/uploads/${id}` }
  },

  'files.completeUploadExternal': ({ world }, params) => {
    const channel = writable(world, { channel: params['channel_id'] })
    const thread = params['thread_ts']
    const files = (params['files'] ?? []) as readonly { id: string }[]
    for (const { id } of files) {
      const { name, content } = world.uploads.get(id) ?? {}
      if (name === undefined || !content) throw new Refusal('file_not_found')
      world.shared.push({ channel, name, content, ...(thread !== undefined && { threadTs: String(thread) }) })
    }
    return { files: files.map(({ id }) => ({ id })) }
  },

  'chat.startStream': ({ world }, params) => {
    const channel = writable(world, params)
    if (params['thread_ts'] === undefined) throw new Refusal('invalid_arguments')
    if (!world.isAgent) throw new Refusal('method_not_supported_for_app')
    if (!channel.startsWith('D') && !(params['recipient_user_id'] && params['recipient_team_id']))
      throw new Refusal('missing_recipient_user_id')
    const text = markdownOf(params, 1)
    const message = world.write(channel, {
      user: world.bot.id,
      text: '',
      ...threadOf(world, channel, params),
      rest: { bot_id: world.bot.botId, blocks: [{ type: 'markdown', text }], streaming_state: 'in_progress' },
    })
    world.pieces.set(`${channel}/${message.ts}`, [text])
    world.event(channel, { ...message, subtype: 'bot_message' })
    return { channel, ts: message.ts }
  },

  'chat.appendStream': ({ world }, params) => grow(world, params, 'in_progress'),
  'chat.stopStream': ({ world }, params) => grow(world, params, 'completed'),

  'assistant.threads.setStatus': ({ world }, params) => {
    const { id } = world.channel(params['channel_id'])
    if (!world.message(id, params['thread_ts'])) throw new Refusal('invalid_thread_ts')
    world.statuses.push({ channel: id, threadTs: String(params['thread_ts']), status: String(params['status']) })
    return {}
  },

  'assistant.threads.setSuggestedPrompts': ({ world }, params) => {
    const { id } = world.channel(params['channel_id'])
    const prompts = params['prompts'] as readonly { readonly title: string }[]
    world.prompts.push({ channel: id, threadTs: params['thread_ts'] as string | undefined, titles: prompts.map(({ title }) => title) })
    return {}
  },

  'views.open': ({ world }, params) => {
    const trigger = String(params['trigger_id'])
    if (!world.triggers.delete(trigger)) throw new Refusal('invalid_trigger_id')
    world.views.push({ trigger, view: params['view'] as Readonly<Record<string, unknown>> })
    return { view: { id: world.nextId('V') } }
  },
}

function writable(world: World, params: Params): string {
  return world.writableChannel(params['channel']).id
}

interface Content {
  readonly text: string
  readonly rest: Partial<FakeMessage>
}

export function contentOf(params: Params): Content {
  const blocks = (params['blocks'] ?? []) as readonly FakeBlock[]
  const text = String(params['text'] ?? '')
  if (text === '' && blocks.length === 0) throw new Refusal('no_text')
  if (text.length > 40_000) throw new Refusal('msg_too_long')
  checkBlocks(blocks)
  return { text, rest: blocks.length > 0 ? { blocks } : {} }
}

function threadOf(world: World, channel: string, params: Params): { threadTs?: string } {
  const ts = params['thread_ts']
  if (ts === undefined) return {}
  if (!world.message(channel, ts)) throw new Refusal('thread_not_found')
  return { threadTs: String(ts) }
}

function ownMessage(world: World, channel: string, params: Params): FakeMessage {
  const message = world.message(channel, params['ts'])
  if (!message) throw new Refusal('message_not_found')
  if (message.user !== world.bot.id) throw new Refusal('cant_update_message')
  return message
}

function markdownOf(params: Params, least: number): string {
  const text = String(params['markdown_text'] ?? '')
  if (text.length < least) throw new Refusal('no_text')
  if (text.length > 12_000) throw new Refusal('msg_too_long')
  return text
}

function grow(world: World, params: Params, state: 'in_progress' | 'completed'): object {
  const channel = writable(world, params)
  const before = ownMessage(world, channel, params)
  if (before.streaming_state !== 'in_progress') throw new Refusal('message_not_in_streaming_state')
  const piece = markdownOf(params, state === 'in_progress' ? 1 : 0)
  const [first, ...others] = before.blocks ?? []
  const more = (params['blocks'] ?? []) as readonly FakeBlock[]
  const blocks = [{ type: 'markdown', text: `${String(first?.text ?? '')}${piece}` }, ...others, ...more]
  checkBlocks(blocks)
  const now = world.replace(channel, { ...before, blocks, streaming_state: state })
  world.pieces.get(`${channel}/${before.ts}`)?.push(piece)
  world.changed(channel, before, now)
  return { channel, ts: now.ts }
}
