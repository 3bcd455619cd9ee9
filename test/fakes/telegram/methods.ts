import { isDeepStrictEqual } from 'node:util'
import type { MessageEntity } from 'grammy/types'
import type { FormFile } from '../form.ts'
import { checkedText } from './entities.ts'
import { memberMethods } from './member-methods.ts'
import type { Method } from './method.ts'
import { checkedRich, type RichContent } from './rich.ts'
import { type FakeButton, type FakeChat, type FakeMessage, type Params, Refusal } from './types.ts'
import { quoted, type World } from './world.ts'

/** Bytes of what bots can fetch. */
const longestFile = 20 * 1024 * 1024
/** Bytes of what bots can send. */
const longestSent = 50 * 1024 * 1024

/** The methods of the Bot API that the fake knows. */
export const methods: Readonly<Record<string, Method>> = {
  ...memberMethods,

  getMe: ({ world }) => ({
    ...world.bot,
    can_join_groups: true,
    can_read_all_group_messages: world.readsAllMessages,
    supports_inline_queries: false,
  }),

  getUpdates: ({ queue, signal }, params) =>
    queue.poll(
      {
        offset: Number(params['offset'] ?? 0),
        limit: Number(params['limit'] ?? 100),
        timeoutMs: 1000 * Number(params['timeout'] ?? 0),
        ...allowed(params),
      },
      signal,
    ),

  setWebhook: ({ queue }, params) => {
    const url = String(params['url'] ?? '')
    if (url !== '' && !url.startsWith('https://')) {
      throw new Refusal(400, 'Bad Request: bad webhook: An HTTPS URL must be provided for webhook')
    }
    queue.setWebhook(url === '' ? undefined : { url, secret: params['secret_token'] as string | undefined, ...allowed(params) })
    return true
  },
  deleteWebhook: ({ queue }) => {
    queue.setWebhook(undefined)
    return true
  },
  getWebhookInfo: ({ queue }) => ({ url: queue.webhookUrl ?? '', has_custom_certificate: false, pending_update_count: queue.pending }),

  setMyCommands: ({ world }, params) => {
    const commands = params['commands'] as { command: string; description: string }[]
    for (const { command, description } of commands) {
      if (!/^[a-z0-9_]{1,32}$/.test(command)) throw new Refusal(400, 'Bad Request: BOT_COMMAND_INVALID')
      if (description.length < 1 || description.length > 256) throw new Refusal(400, 'Bad Request: BOT_COMMAND_DESCRIPTION_INVALID')
    }
    world.commands.set(scopeOf(params), commands)
    return true
  },
  getMyCommands: ({ world }, params) => world.commands.get(scopeOf(params)) ?? [],

  sendMessage: ({ world }, params) => sent(world, params, checkedContent(params)),
  sendRichMessage: ({ world }, params) => sent(world, params, richContent(params)),

  sendDocument: ({ world }, params) => {
    const { name, content } = params['document'] as FormFile
    if (!content || content.length === 0) throw new Refusal(400, 'Bad Request: file must be non-empty')
    if (content.length > longestSent) throw new Refusal(413, 'Request Entity Too Large')
    const chat = world.writableChat(params['chat_id'])
    world.documents.push({ chatId: chat.id, name, content })
    const document = { file_id: `document-${world.nextId()}`, file_name: name, file_size: content.length }
    return world.write(chat, { from: world.bot, ...topicOf(params), document })
  },

  editMessageText: ({ world }, params) => {
    const chat = world.writableChat(params['chat_id'])
    const content = params['rich_message'] ? richContent(params) : checkedContent(params)
    const message = world.message(chat.id, params['message_id'])
    if (!message) throw new Refusal(400, 'Bad Request: message to edit not found')
    if (message.from.id !== world.bot.id) throw new Refusal(400, "Bad Request: message can't be edited")
    const { entities: _, reply_markup: __, rich_message: ___, ...kept } = message
    const changed = { ...kept, ...content, ...keyboardOf(params) }
    const { edit_date: ____, ...before } = message
    const { edit_date: _____, ...after } = changed
    if (isDeepStrictEqual(before, after)) {
      throw new Refusal(
        400,
        'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
      )
    }
    world.edits.push({ chatId: chat.id, messageId: message.message_id, text: content.text })
    return world.replace(chat.id, { ...changed, edit_date: world.now() } as FakeMessage)
  },

  deleteMessage: ({ world }, params) => {
    const chat = world.writableChat(params['chat_id'])
    if (!world.remove(chat.id, params['message_id'])) throw new Refusal(400, 'Bad Request: message to delete not found')
    return true
  },

  getFile: ({ world }, params) => {
    const id = String(params['file_id'])
    const file = world.files.get(id)
    if (!file) throw new Refusal(400, 'Bad Request: wrong file_id or the file is temporarily unavailable')
    if (file.content.length > longestFile) throw new Refusal(400, 'Bad Request: file is too big')
    return { file_id: id, file_unique_id: id, ...(world.sizesAreKnown && { file_size: file.content.length }), file_path: file.path }
  },

  sendMessageDraft: ({ world }, params) => {
    const chat = world.writableChat(params['chat_id'])
    if (chat.type !== 'private') throw new Refusal(400, 'Bad Request: PEER_ID_INVALID')
    const draftId = params['draft_id']
    if (!Number.isInteger(draftId) || draftId === 0) throw new Refusal(400, 'Bad Request: DRAFT_ID_INVALID')
    const text = params['text'] ? checkedText(params['text'], params['entities']).text : ''
    world.drafts.push({ chatId: chat.id, ...topicIdOf(params), draftId: Number(draftId), text, canStop: params['can_stop'] === true })
    return true
  },

  sendChatAction: ({ world }, params) => {
    const chat = world.writableChat(params['chat_id'])
    world.actions.push({ chatId: chat.id, ...topicIdOf(params), action: String(params['action']) })
    return true
  },

  answerCallbackQuery: ({ world }, params) => {
    const id = String(params['callback_query_id'])
    if (!world.openPresses.delete(id)) {
      throw new Refusal(400, 'Bad Request: query is too old and response timeout expired or query ID is invalid')
    }
    world.answeredPresses.push(id)
    return true
  },
}

/** Fields of a message. */
interface Written {
  readonly text: string
  readonly entities?: readonly MessageEntity[]
  readonly rich_message?: RichContent
}

function checkedContent(params: Params): Written {
  if (params['parse_mode'] !== undefined) throw new Refusal(400, 'Bad Request: the fake takes entities, no parse_mode')
  const { text, entities } = checkedText(params['text'], params['entities'])
  return { text, ...(entities.length > 0 && { entities }) }
}

/** With the text that can be read in it, which a real message has not. */
function richContent(params: Params): Written {
  const rich = checkedRich(params['rich_message'])
  return { text: rich.text, rich_message: rich }
}

function sent(world: World, params: Params, content: Written): FakeMessage {
  const chat = world.writableChat(params['chat_id'])
  const fields = { from: world.bot, ...content, ...topicOf(params), ...keyboardOf(params) }
  const message = params['ephemeral_message_parameters']
    ? world.ephemeral.answer(chat, params, fields)
    : world.write(chat, { ...fields, ...replyOf(world, chat, params) })
  world.sent.push({ chatId: chat.id, ...topicIdOf(params), messageId: message.message_id, text: content.text })
  return message
}

function replyOf(world: World, chat: FakeChat, params: Params): Pick<FakeMessage, 'reply_to_message'> {
  const reply = params['reply_parameters'] as
    | { message_id?: number; ephemeral_message_id?: number; allow_sending_without_reply?: boolean }
    | undefined
  if (reply?.ephemeral_message_id !== undefined) throw new Refusal(400, 'Bad Request: a reply to an ephemeral message must be ephemeral')
  const replied = reply && world.message(chat.id, reply.message_id)
  if (reply && !replied && !reply.allow_sending_without_reply) throw new Refusal(400, 'Bad Request: message to be replied not found')
  return replied ? { reply_to_message: quoted(replied) } : {}
}

function keyboardOf(params: Params): Pick<FakeMessage, 'reply_markup'> {
  const markup = params['reply_markup'] as { inline_keyboard?: FakeButton[][] } | undefined
  const rows = markup?.inline_keyboard
  if (!rows) return {}
  for (const { text, callback_data: data } of rows.flat()) {
    if (!text) throw new Refusal(400, 'Bad Request: inline keyboard button text is empty')
    if (!data || Buffer.byteLength(data) > 64) throw new Refusal(400, 'Bad Request: BUTTON_DATA_INVALID')
  }
  return { reply_markup: { inline_keyboard: rows } }
}

function topicIdOf(params: Params): { topicId?: number } {
  const id = params['message_thread_id']
  return id === undefined ? {} : { topicId: Number(id) }
}

function topicOf(params: Params): Pick<FakeMessage, 'message_thread_id' | 'is_topic_message'> {
  const { topicId } = topicIdOf(params)
  return topicId === undefined ? {} : { message_thread_id: topicId, is_topic_message: true }
}

/** The scope of a menu, followed by its language if it has one. */
function scopeOf(params: Params): string {
  const type = (params['scope'] as { type: string } | undefined)?.type ?? 'default'
  return [type, ...(params['language_code'] ? [String(params['language_code'])] : [])].join(' ')
}

function allowed(params: Params): { allowed?: readonly string[] } {
  const types = params['allowed_updates']
  return Array.isArray(types) ? { allowed: types } : {}
}

/** Methods and parameters that a Bot API server from before drafts, rich messages and ephemeral ones does not know. */
const newer = { methods: ['sendMessageDraft', 'sendRichMessage'], params: ['ephemeral_message_parameters', 'rich_message'] }

/** How an older server understands a call: it refuses methods that it does not know, and passes over such parameters. */
export function asOlder(method: string, params: Params): Params {
  if (newer.methods.includes(method)) throw new Refusal(404, 'Not Found: method not found')
  const known = Object.fromEntries(Object.entries(params).filter(([name]) => !newer.params.includes(name)))
  const commands = known['commands']
  if (Array.isArray(commands)) return { ...known, commands: commands.map(({ is_ephemeral: _, ...command }) => command) }
  const { ephemeral_message_id: __, ...reply } = (known['reply_parameters'] ?? {}) as { ephemeral_message_id?: number; message_id?: number }
  return reply.message_id === undefined ? { ...known, reply_parameters: undefined } : known
}
