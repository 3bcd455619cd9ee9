import { z } from 'zod'
import type { PlatformMessageId } from '../../src/core/domain/ids.ts'
import { optionalField, readableItems } from '../kit/payload-fields.ts'

/** manifest.yaml names the events we request. https://docs.slack.dev/apis/events-api */
const ts = z.string().regex(/^\d{1,12}\.\d{1,6}$/)
const id = z.string().regex(/^[A-Z0-9]{2,30}$/)

const file = z.object({
  name: z.string().nullish().catch(undefined),
  mimetype: optionalField(z.string()),
  /** Distinguishes a clip recorded in Slack from an uploaded file. */
  subtype: optionalField(z.string()),
  size: optionalField(z.int().nonnegative()),
  url_private: optionalField(z.string()),
  url_private_download: optionalField(z.string()),
})

/** A forwarded message, with `is_share`, or an unfurled link. https://docs.slack.dev/reference/messaging/attachments */
const attachment = z.object({
  is_share: optionalField(z.boolean()),
  author_id: optionalField(id),
  author_name: optionalField(z.string()),
  text: optionalField(z.string()),
  ts: optionalField(ts),
})

const messageBody = z.object({
  subtype: z.string().nullish(),
  /** Absent if it was null: Bolt takes null for an object, and fails. */
  user: z.preprocess((user) => user ?? undefined, id.optional()).optional(),
  /** Present if an app wrote the message. */
  bot_id: z.unknown().optional(),
  text: z.string().nullish(),
  ts,
  thread_ts: optionalField(ts),
  /** The author of the thread's first message. */
  parent_user_id: optionalField(id),
  files: readableItems(file).optional(),
  attachments: readableItems(attachment).optional(),
  edited: optionalField(z.object({ ts })),
})

const message = messageBody.extend({
  type: z.enum(['message', 'app_mention']),
  channel: id,
  /** The message after an edit. `previous_message` is the message before it. */
  message: optionalField(messageBody),
  previous_message: optionalField(messageBody),
  deleted_ts: ts.optional(),
})

const stopEvent = z.object({
  type: z.literal('agent_session_stopped'),
  channel: id,
  user: id,
  thread_ts: optionalField(ts),
  event_ts: ts,
})

const homeOpened = z.object({ type: z.literal('app_home_opened'), channel: id, user: id, tab: optionalField(z.string()) })

const reaction = z.object({
  type: z.enum(['reaction_added', 'reaction_removed']),
  user: id,
  reaction: z.string(),
  item: z.object({ type: z.literal('message'), channel: id, ts }),
  event_ts: ts,
})

/** The channel is gone or read-only, or the bot has left it. The twins about groups are about private channels. */
const channelEnd = z.object({
  type: z.enum(['channel_archive', 'channel_deleted', 'channel_left', 'group_archive', 'group_deleted', 'group_left']),
  channel: id,
})

/** Any member has left. */
const memberLeft = z.object({ type: z.literal('member_left_channel'), channel: id, user: id })

const event = z.object({
  type: z.literal('event_callback'),
  /** Identical in repeated deliveries. */
  event_id: optionalField(z.string()),
  event: z.discriminatedUnion('type', [message, stopEvent, homeOpened, reaction, channelEnd, memberLeft]),
})

const slash = z.object({
  type: z.literal('slash_command').default('slash_command'),
  command: z.string().startsWith('/'),
  text: z.string().default(''),
  user_id: id,
  channel_id: id,
  trigger_id: z.string(),
  response_url: optionalField(z.string()),
})

const person = z.object({ id })
const place = z.object({ id })

const press = z.object({
  type: z.literal('block_actions'),
  user: person,
  channel: place.optional(),
  message: optionalField(messageBody.pick({ ts: true, thread_ts: true })),
  container: optionalField(z.object({ message_ts: optionalField(ts), thread_ts: optionalField(ts) })),
  response_url: optionalField(z.string()),
  actions: z.array(z.object({ action_id: z.string(), value: z.string().nullish(), action_ts: ts })),
})

const messageAction = z.object({
  type: z.literal('message_action'),
  callback_id: z.string(),
  user: person,
  channel: place,
  message: messageBody.pick({ ts: true, thread_ts: true, user: true, text: true, files: true, attachments: true }),
  action_ts: ts,
  response_url: optionalField(z.string()),
})

const shortcut = z.object({ type: z.literal('shortcut'), callback_id: z.string(), user: person, trigger_id: z.string() })

const suggestion = z.object({ type: z.literal('block_suggestion'), action_id: z.string(), value: z.string().catch(''), user: person })

const selectedOption = z.object({ value: z.string() }).nullish()
const submission = z.object({
  type: z.literal('view_submission'),
  user: person,
  view: z.object({
    id: z.string(),
    callback_id: z.string(),
    state: z.object({ values: z.record(z.string(), z.record(z.string(), z.object({ selected_option: selectedOption }))) }),
  }),
})

const payload = z.union([event, z.discriminatedUnion('type', [press, messageAction, shortcut, suggestion, submission]), slash])

// What was checked. The payloads of Bolt's listeners, whose types are by Slack's documentation, can be passed as these.
export type SlackPayload = z.infer<typeof payload>
export type SlackMessage = z.infer<typeof message>
export type SlackMessageBody = z.infer<typeof messageBody>
export type SlackFile = z.infer<typeof file>
export type SlackReaction = z.infer<typeof reaction>
export type SlackStopEvent = z.infer<typeof stopEvent>
export type SlackChannelEnd = z.infer<typeof channelEnd> | z.infer<typeof memberLeft>
export type SlackSlashCommand = Omit<z.infer<typeof slash>, 'type'>
export type SlackButtonPress = z.infer<typeof press>
export type SlackMessageAction = z.infer<typeof messageAction>
export type SlackViewSubmission = z.infer<typeof submission>

/** Parses the fields that we read from a payload. Undefined if the payload is malformed or was not requested by us. */
export function parsePayload(body: unknown): SlackPayload | undefined {
  const parsed = payload.safeParse(body)
  return parsed.success ? parsed.data : undefined
}

/** Returns the readable messages of a thread. */
export const parseThread = (messages: unknown): SlackMessageBody[] => readableItems(messageBody).parse(messages)

/** Returns the ids of all messages of a list, also of those that cannot be read. */
export const parseListedIds = (messages: unknown): ReadonlySet<PlatformMessageId> =>
  new Set(
    readableItems(z.object({ ts: z.string() }))
      .parse(messages)
      .map(({ ts }) => ts as PlatformMessageId),
  )

const payloadName = z.object({
  type: z.string().optional(),
  event: z.object({ type: z.string() }).optional(),
  command: z.string().optional(),
})

/** Returns the payload's type for logs, without user content. */
export function getPayloadName(body: unknown): string {
  const parsed = payloadName.safeParse(body).data
  return parsed?.event?.type ?? parsed?.type ?? (parsed?.command === undefined ? 'unknown' : 'slash_command')
}

/** Returns the key of the queue for a payload. Payloads of one channel are processed in order, and requests for options at once. */
export function getQueueKey(payload: SlackPayload): string {
  switch (payload.type) {
    case 'event_callback':
      return 'item' in payload.event ? payload.event.item.channel : payload.event.channel
    case 'slash_command':
      return payload.channel_id
    case 'block_actions':
      return payload.channel?.id ?? payload.user.id
    case 'message_action':
      return payload.channel.id
    case 'block_suggestion':
      return `${payload.user.id}/${payload.action_id}/${payload.value}`
    default:
      return payload.user.id
  }
}
