import type { PlatformMessageId } from '../../src/core/ids.ts'
import type { InboundAction, InboundEvent } from '../../src/core/platform.ts'
import { addressIn, dateOf, isDirectChannel, orderOf } from './address.ts'
import { chosenLine } from './day-picker.ts'
import { describeError } from './errors.ts'
import { buttonId, isCutFallback } from './format.ts'
import type { InboundParts } from './inbound.ts'
import { invocationOf } from './invocation.ts'
import { personOf, placeOf } from './look-ups.ts'
import type { SlackMessageAction, SlackPress, SlackSlash, SlackSubmission } from './payloads.ts'
import { textOf } from './said.ts'
import { slashLine } from './typed-commands.ts'

export async function slashEvent(parts: InboundParts, slash: SlackSlash): Promise<InboundEvent> {
  const { clock } = parts
  const now = clock.now()
  return action(parts, {
    id: `slash:${slash.trigger_id}`,
    line: slashLine(parts.commands, slash),
    user: slash.user_id,
    channel: slash.channel_id,
    responseUrl: slash.response_url,
    // Slack does not say when it was given.
    at: now,
    order: BigInt(now.getTime()) * 1000n,
  })
}

/** A button of ours; undefined for anything else that can be pressed or chosen. */
export async function pressEvent(parts: InboundParts, press: SlackPress): Promise<InboundEvent | undefined> {
  const [pressed] = press.actions
  if (!pressed?.value || !buttonId.test(pressed.action_id) || !press.channel) return undefined
  return action(parts, {
    id: `press:${pressed.action_ts}`,
    line: pressed.value,
    user: press.user.id,
    channel: press.channel.id,
    threadTs: press.message?.thread_ts ?? press.container?.thread_ts ?? undefined,
    responseUrl: press.response_url,
    at: dateOf(pressed.action_ts),
    order: orderOf(pressed.action_ts),
  })
}

/** An entry in the menu of a message; undefined when no command has it. */
export async function messageActionEvent(parts: InboundParts, chosen: SlackMessageAction): Promise<InboundEvent | undefined> {
  const declared = parts.commands.find(({ name }) => name === chosen.callback_id)?.messageAction
  if (!declared) return undefined
  const given = action(parts, {
    id: `menu:${chosen.action_ts}`,
    line: declared.action,
    user: chosen.user.id,
    channel: chosen.channel.id,
    threadTs: chosen.message.thread_ts ?? undefined,
    responseUrl: chosen.response_url,
    at: dateOf(chosen.action_ts),
    order: orderOf(chosen.action_ts),
  })
  const [event, text] = await Promise.all([given, chosenText(parts, chosen.message)])
  const { ts } = chosen.message
  return { ...event, about: { id: ts as PlatformMessageId, sentAt: dateOf(ts), ...(text && { text }) } }
}

/** Of a long message of its own, Slack tells the bot no more than what notifications show of it. */
async function chosenText(parts: InboundParts, message: SlackMessageAction['message']): Promise<string | undefined> {
  const isPart = message.user === parts.me.userId && isCutFallback(message.text ?? '')
  return isPart ? undefined : textOf(parts, message)
}

/** A day that was chosen in the picker. It belongs to no channel, so it is answered directly. */
export async function submissionEvent(parts: InboundParts, { user, view }: SlackSubmission): Promise<InboundEvent | undefined> {
  const line = chosenLine(parts.commands, view)
  if (line === undefined) return undefined
  const now = parts.clock.now()
  return {
    type: 'action',
    place: await placeOf(parts, { kind: 'direct', userId: user.id }),
    id: `view:${view.id}` as PlatformMessageId,
    order: BigInt(now.getTime()) * 1000n,
    author: await personOf(parts, user.id),
    action: line,
    sentAt: now,
  }
}

interface Given {
  readonly id: string
  readonly line: string
  readonly user: string
  readonly channel: string
  readonly threadTs?: string | undefined
  readonly responseUrl?: string | undefined
  readonly at: Date
  readonly order: bigint
}

async function action(parts: InboundParts, given: Given): Promise<InboundAction> {
  const { user, channel, threadTs, responseUrl } = given
  const ours = isDirectChannel(channel) && (await isWithTheBot(parts, user, channel))
  const origin = { channel, user, ...(threadTs !== undefined && { threadTs }), ...(responseUrl !== undefined && { responseUrl }) }
  return {
    type: 'action',
    place: await placeOf(parts, addressIn(channel, user, threadTs)),
    id: given.id as PlatformMessageId,
    order: given.order,
    author: await personOf(parts, user),
    action: given.line,
    ...(!ours && { invocation: invocationOf(origin) }),
    sentAt: given.at,
  }
}

/** Commands reach the bot from anywhere, also from where two people are alone: there they are answered for their author alone. */
async function isWithTheBot({ directory, log }: InboundParts, user: string, channel: string): Promise<boolean> {
  if (directory.knownDirectChannel(user) === channel) return true
  try {
    return (await directory.directChannel(user)) === channel
  } catch (error) {
    log.debug({ reason: describeError(error) }, 'Slack did not say which channel a person and the bot share')
    return false
  }
}
