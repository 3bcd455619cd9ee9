import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { InboundAction, InboundEvent } from '../../../src/core/ports/platform.ts'
import { dateFromTs, findOwnThread, isDirectChannel, orderFromTs, toSlackAddress } from '../address.ts'
import type { SlackDeps } from '../deps.ts'
import { describeError } from '../errors.ts'
import { isTruncatedFallback } from '../format/format-part.ts'
import { formatInvocation } from '../invocation.ts'
import type { SlackButtonPress, SlackMessageAction, SlackSlashCommand, SlackViewSubmission } from '../payloads.ts'
import { toCommandLine } from './day-picker.ts'
import { loadAuthor, loadPlaceRef } from './lookups.ts'
import { extractMessageText } from './message-text.ts'
import { parseSlashCommand } from './typed-commands.ts'

export async function toSlashCommandEvent(deps: SlackDeps, slash: SlackSlashCommand): Promise<InboundEvent> {
  const { clock } = deps
  const now = clock.now()
  return toInboundAction(deps, {
    id: `slash:${slash.trigger_id}`,
    commandLine: parseSlashCommand(deps.commands, slash),
    user: slash.user_id,
    channel: slash.channel_id,
    responseUrl: slash.response_url,
    // Slack does not report the time of a slash command.
    at: now,
    order: BigInt(now.getTime()) * 1000n,
  })
}

/** Converts the press of one of our buttons to an event. Undefined if it has no command, or is in no channel. */
export async function toButtonEvent(deps: SlackDeps, press: SlackButtonPress): Promise<InboundEvent | undefined> {
  const [button] = press.actions
  if (!button?.value || !press.channel) return undefined
  return toInboundAction(deps, {
    id: `press:${button.action_ts}`,
    commandLine: button.value,
    user: press.user.id,
    channel: press.channel.id,
    threadTs: findPressedThread(press),
    responseUrl: press.response_url,
    at: dateFromTs(button.action_ts),
    order: orderFromTs(button.action_ts),
  })
}

/** A message that only one user sees is named by its container alone. */
const findPressedThread = ({ message, container }: SlackButtonPress): string | undefined =>
  (message && findOwnThread(message)) ?? (container && findOwnThread({ ...container, ts: container.message_ts }))

/** Converts the choice of an entry in a message's menu to an event. */
export async function toMessageActionEvent(
  deps: SlackDeps,
  payload: SlackMessageAction,
  { action: commandLine }: { readonly action: string },
): Promise<InboundEvent> {
  const pendingAction = toInboundAction(deps, {
    id: `menu:${payload.action_ts}`,
    commandLine,
    user: payload.user.id,
    channel: payload.channel.id,
    threadTs: findOwnThread(payload.message),
    responseUrl: payload.response_url,
    at: dateFromTs(payload.action_ts),
    order: orderFromTs(payload.action_ts),
  })
  const [event, text] = await Promise.all([pendingAction, extractChosenText(deps, payload.message)])
  const { ts } = payload.message
  return { ...event, about: { id: ts as PlatformMessageId, sentAt: dateFromTs(ts), ...(text && { text }) } }
}

/**
 * Returns the text of the chosen message. Undefined for a long message of the bot itself, because Slack sends only its notification text.
 */
async function extractChosenText(deps: SlackDeps, message: SlackMessageAction['message']): Promise<string | undefined> {
  const isPart = message.user === deps.me.userId && isTruncatedFallback(message.text ?? '')
  return isPart ? undefined : extractMessageText(deps, message)
}

/** Converts a day chosen in the picker to an event. The choice belongs to no channel, so it is answered in the direct conversation. */
export async function toSubmissionEvent(deps: SlackDeps, { user, view }: SlackViewSubmission): Promise<InboundEvent | undefined> {
  const commandLine = toCommandLine(deps.commands, view)
  if (commandLine === undefined) return undefined
  const now = deps.clock.now()
  return {
    type: 'action',
    place: await loadPlaceRef(deps, { kind: 'direct', userId: user.id }),
    id: `view:${view.id}` as PlatformMessageId,
    order: BigInt(now.getTime()) * 1000n,
    author: await loadAuthor(deps, user.id),
    action: commandLine,
    sentAt: now,
  }
}

interface SlackActionFields {
  readonly id: string
  readonly commandLine: string
  readonly user: string
  readonly channel: string
  readonly threadTs?: string | undefined
  readonly responseUrl?: string | undefined
  readonly at: Date
  readonly order: bigint
}

async function toInboundAction(deps: SlackDeps, fields: SlackActionFields): Promise<InboundAction> {
  const { user, channel, threadTs, responseUrl } = fields
  const isWithBot = isDirectChannel(channel) && (await isBotDirectChannel(deps, user, channel))
  const origin = { channel, user, ...(threadTs !== undefined && { threadTs }), ...(responseUrl !== undefined && { responseUrl }) }
  return {
    type: 'action',
    place: await loadPlaceRef(deps, toSlackAddress(channel, user, threadTs)),
    id: fields.id as PlatformMessageId,
    order: fields.order,
    author: await loadAuthor(deps, user),
    action: fields.commandLine,
    ...(!isWithBot && { invocation: formatInvocation(origin) }),
    sentAt: fields.at,
  }
}

/**
 * Whether a channel is the user's direct conversation with the bot. Commands can come from anywhere, even from a direct conversation
 * between users, where only the author of the command sees the answer.
 */
async function isBotDirectChannel({ directory, log }: SlackDeps, user: string, channel: string): Promise<boolean> {
  if (directory.getKnownDirectChannel(user) === channel) return true
  try {
    return (await directory.openDirectChannel(user)) === channel
  } catch (error) {
    log.debug({ reason: describeError(error) }, 'The direct channel of a Slack user could not be looked up')
    return false
  }
}
