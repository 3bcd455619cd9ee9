import { onLoggedMessageDeleted } from '../../channels/log/change-log.ts'
import { logMessage } from '../../channels/log/log-message.ts'
import { leavePlace } from '../../channels/manage/switch-channel.ts'
import { messageOf } from '../../core/domain/errors.ts'
import { stripInvisible } from '../../core/domain/text.ts'
import { dayLabelOf } from '../../core/ports/clock.ts'
import type {
  Author,
  InboundAction,
  InboundDeletion,
  InboundEdit,
  InboundEvent,
  InboundMessage,
  InboundMove,
  InboundReaction,
} from '../../core/ports/platform.ts'
import { enqueue, enqueueTurn } from '../../jobs/job-list.ts'
import { findUserByAccount, recallUser, resolveTimezone, restoreName, type UserAccount } from '../../people/users.ts'
import { requestPlatformDeletion } from '../../privacy/forget/platform-deletion.ts'
import { removeQuotes } from '../../privacy/forget/quotes.ts'
import { onMessageAppended } from '../../summaries/triggers.ts'
import { setTimezone } from '../../threads/days/set-timezone.ts'
import {
  type AppendResult,
  appendMessage,
  appendPlainMessage,
  isPlain,
  type UserMessageInput,
} from '../../threads/messages/append-message.ts'
import { deleteMessage } from '../../threads/messages/edit-message.ts'
import { recordReaction } from '../../threads/messages/reactions.ts'
import { findMessageDay, findPlatformMessage } from '../../threads/messages/read-messages.ts'
import { isForwarded } from '../../threads/messages/references.ts'
import { changePlaceAddress, movedIdPrefix } from '../../threads/places.ts'
import { findReferencesTo } from '../../threads/privacy/references.ts'
import { prefixPlatformIds } from '../deliver/outbox.ts'
import type { ConversationDeps } from '../deps.ts'
import { earlierForRate, rateLimit, storeWithinDailyBytes } from '../limits.ts'
import { accountOf, authorize, withoutCode } from './authorize.ts'
import { dismiss } from './dismiss.ts'
import { adoptLocale, followLanguage } from './follow-language.ts'
import { receiveCall } from './receive-call.ts'
import { receiveEdit } from './receive-edit.ts'
import { commandJobOf } from './run-command.ts'

/** How long a message keeps a code that was entered in it, in ms. No code is valid for longer. */
const codeLifetimeMs = 10 * 60_000

const commandLine = /^\/[a-z_]{1,32}(?=\s|$)/i

/**
 * Receives one event from a platform. Resolves once the event is stored and its work is enqueued. If it rejects, the platform
 * should deliver the event again. Idempotent.
 */
export async function receive(deps: ConversationDeps, received: InboundEvent): Promise<void> {
  const event = withPlainNames(received)
  switch (event.type) {
    case 'message':
      return void (await receiveMessage(deps, event))
    case 'edit':
      return receiveEdit(deps, event, () => receiveMessage(deps, event))
    case 'deletion':
      return receiveDeletion(deps, event)
    case 'action':
      return receiveAction(deps, event)
    case 'reaction':
      return receiveReaction(deps, event)
    case 'move':
      return receiveMove(deps, event)
    case 'departure':
      return leavePlace(deps, event)
    case 'call':
      return receiveCall(deps, event)
  }
}

/** Removes what is invisible in the names of the author, so that no name can pass for another one. */
const withPlainNames = <Event extends InboundEvent>(event: Event): Event => {
  if (!('author' in event)) return event
  const { name, handle } = event.author
  const plain = { name: stripInvisible(name).trim(), ...(handle !== undefined && { handle: stripInvisible(handle).trim() }) }
  return { ...event, author: { ...event.author, ...plain } }
}

/** Returns `known` if the message was stored before. */
async function receiveMessage(deps: ConversationDeps, event: InboundMessage | InboundEdit): Promise<'known' | undefined> {
  if (!event.addressed) return void (await logMessage(deps, event))
  // Most messages come from somebody who has not changed since their last one.
  const remembered = isPlain(event) ? recallUser(deps.store, accountOf(event)) : undefined
  if (remembered && isUsable(remembered, event) && (await receiveFrom(deps, event, remembered)) !== 'refused') return undefined
  const outcome = await receiveFrom(deps, event)
  return outcome === 'known' ? outcome : undefined
}

/** Whether a message needs nothing to be decided about a remembered author, and changes nothing of theirs. */
const isUsable = ({ user }: UserAccount, { text, author }: InboundMessage | InboundEdit) =>
  !user.isBlocked && !user.isOnlyInChannels && (user.timezone !== null || !author.timezone) && !commandLine.test(text.trim())

/**
 * Returns `known` if the message was stored before. A remembered author is checked when the message is stored. Returns `refused`, and has stored
 * no message, if they have changed or the message is not accepted for another reason.
 */
async function receiveFrom(
  deps: ConversationDeps,
  event: InboundMessage | InboundEdit,
  remembered?: UserAccount,
): Promise<'known' | 'refused' | undefined> {
  const caller = await authorize(deps, event, event.text, remembered)
  if (typeof caller !== 'string') {
    const { person, text } = caller
    // What somebody else wrote is no command of the person who forwards it.
    const isForward = event.refersTo !== undefined && isForwarded(event.refersTo)
    const kind = commandLine.test(text) && !isForward ? 'command' : 'chat'
    return storeMessage(deps, person, { ...event, kind, text, isRemembered: remembered !== undefined })
  }
  if (remembered) return 'refused'
  if (caller === 'ignored') await dismiss(deps, event)
  return undefined
}

async function receiveAction(deps: ConversationDeps, event: InboundAction): Promise<void> {
  const caller = await authorize(deps, event, event.action)
  if (caller === 'rejected') return
  if (caller === 'ignored') return dismiss(deps, event)
  const { person, text } = caller
  if (!commandLine.test(text)) {
    deps.log.warn({ platform: event.place.platform }, 'a button with an unknown action was pressed')
    return dismiss(deps, event)
  }
  await storeMessage(deps, person, { ...event, kind: 'command', text: await resolveActionText(deps, person, { ...event, action: text }) })
}

/** Fills in an action's placeholder for the message that the action was chosen on. See `ChosenMessage`. */
async function resolveActionText(
  { store: { db }, ...deps }: ConversationDeps,
  { user }: UserAccount,
  event: InboundAction,
): Promise<string> {
  const { action, about, place } = event
  if (!about) return action
  const key = { place, platformMessageId: about.id }
  const placeholders = {
    '{day}': async () => (await findMessageDay(db, user.id, key)) ?? dayLabelOf(about.sentAt, resolveTimezone(user, deps.defaultTimezone)),
    '{number}': async () => (await findMessageNumber(db, user.id, key)) ?? 'of others',
    '{message}': async () => (await findMessageNumber(db, user.id, key)) ?? about.text ?? '',
  }
  const [placeholder, resolve] = Object.entries(placeholders).find(([one]) => action.includes(one)) ?? []
  if (!placeholder || !resolve) return action
  const text = await resolve()
  // Replaced through a function, because the text may contain "$&".
  return action.replace(placeholder, () => text)
}

async function findMessageNumber(...key: Parameters<typeof findPlatformMessage>): Promise<string | undefined> {
  const message = await findPlatformMessage(...key)
  return message && `#${message.id}`
}

/** Records reactions of known users to messages in their own thread. */
async function receiveReaction(deps: ConversationDeps, event: InboundReaction): Promise<void> {
  const person = await findUserByAccount(deps.store.db, accountOf(event))
  if (!person || person.user.isBlocked) return
  const threadId = await recordReaction(deps.store, person, event)
  if (threadId) deps.broadcast.publish({ type: 'thread-changed', userId: person.user.id, threadId })
}

/**
 * Handles a deletion on the platform as if the user had requested it with /forget. The text of the message is removed at once, also where
 * others quote it.
 */
async function receiveDeletion(deps: ConversationDeps, { place, id }: InboundDeletion): Promise<void> {
  const forgetRequestId = await requestPlatformDeletion(deps, { place, platformMessageId: id })
  const deleted = await deleteMessage(deps, place, id)
  await removeQuotes(deps, await findReferencesTo(deps.store.db, { place, platformMessageId: id }))
  if (forgetRequestId) await enqueue(deps, 'forget', { forgetRequestId })
  if (typeof deleted === 'string') return
  const { userId, threadId } = deleted
  if (userId === null) return onLoggedMessageDeleted(deps, deleted)
  deps.broadcast.publish({ type: 'thread-changed', userId, threadId })
}

type StoredEvent = Omit<InboundMessage, 'type' | 'addressed'> & {
  readonly kind: 'chat' | 'command'
  readonly editedAt?: Date
  /** Whether the author is as they are remembered. False by default. */
  readonly isRemembered?: boolean
}

async function storeMessage(deps: ConversationDeps, person: UserAccount, event: StoredEvent): Promise<'known' | 'refused' | undefined> {
  const { isRemembered = false } = event
  let outcome: 'known' | 'refused' | undefined
  const isWithinLimit = await storeWithinDailyBytes(deps, { userId: person.user.id, message: event, isSilent: isRemembered }, async () => {
    const appended = await storeAndEnqueue(deps, person, event)
    outcome = appended ? (appended.isNew ? undefined : 'known') : 'refused'
    return appended?.isNew ?? false
  })
  if (isWithinLimit) return outcome
  if (isRemembered) return 'refused'
  await dismiss(deps, event)
  return undefined
}

/** Returns undefined if the author is remembered and the message was not stored. */
async function storeAndEnqueue(deps: ConversationDeps, person: UserAccount, event: StoredEvent): Promise<AppendResult | undefined> {
  const timezone = await timezoneFor(deps, person, event.author)
  const input: UserMessageInput = {
    userId: person.user.id,
    timezone,
    accountId: person.accountId,
    authorName: event.author.name,
    place: event.place,
    platformMessageId: event.id,
    platformOrder: event.order,
    kind: event.kind,
    text: event.text,
    sentAt: event.sentAt,
    pending: true,
    earlier: earlierForRate(event.sentAt, deps.settings.messagesPerMinute),
    ...(event.replyTo && { replyTo: event.replyTo }),
    ...(event.replyToMessage && { replyToMessage: event.replyToMessage }),
    ...(event.attachments && { attachments: event.attachments }),
    ...(event.refersTo && { refersTo: event.refersTo }),
    ...(event.invocation && event.kind === 'command' && { invocation: event.invocation }),
    // The code is removed when the command is answered, and at this time at the latest.
    ...(withoutCode(event.text) !== event.text && { textExpiresAt: new Date(deps.clock.now().getTime() + codeLifetimeMs) }),
    ...(event.editedAt && { editedAt: event.editedAt }),
  }
  const appended = event.isRemembered ? await appendPlainMessage(deps.store.db, input, person) : await appendMessage(deps, input)
  if (!appended) return undefined
  const user = await adoptLocale(deps.store.db, person.user, event.author.locale)
  if (appended.isNew && event.kind === 'chat' && !(event.refersTo && isForwarded(event.refersTo)))
    await followLanguage(deps.store.db, user, event.text)
  if (appended.isNew && (person.user.name === '' || appended.opened)) await restoreName(deps.store.db, person, event.author.name)
  const outcome = await rateLimit(deps, appended, event.invocation)
  if (outcome === 'silent') await dismiss(deps, { place: appended.place, invocation: event.invocation })
  await enqueueWork(deps, appended, { isPending: appended.message.pending && outcome === 'within' })
  return appended
}

/** Returns the user's timezone. If the user has not set one, adopts the one that the platform reports, or else returns the default. */
async function timezoneFor(deps: ConversationDeps, { user }: UserAccount, author: Author): Promise<string> {
  if (user.timezone || !author.timezone) return resolveTimezone(user, deps.defaultTimezone)
  try {
    return (await setTimezone(deps, user.id, author.timezone)).timezone
  } catch (error) {
    // The message matters more than the timezone, so it is stored anyway.
    deps.log.warn({ userId: user.id, error: messageOf(error) }, 'a timezone reported by a platform was not set')
    return resolveTimezone(user, deps.defaultTimezone)
  }
}

/**
 * Enqueues the work for a stored message. A redelivered event enqueues it again, because the first attempt may have been interrupted after
 * the commit.
 */
async function enqueueWork(deps: ConversationDeps, appended: AppendResult, { isPending }: { isPending: boolean }): Promise<void> {
  const { message } = appended
  if (isPending)
    await (message.kind === 'command'
      ? enqueue(deps, commandJobOf(message.text), { messageId: message.id })
      : enqueueTurn(deps, message.threadId, deps.settings.debounceMs))
  if (!appended.isNew) return
  deps.metrics.count('messages_received', { platform: appended.place.platform })
  deps.broadcast.publish({ type: 'thread-changed', userId: appended.userId, threadId: message.threadId })
  // Further summary work is triggered after the reply, so as not to delay the reply. See answer.ts.
  if (appended.opened) await onMessageAppended(deps, appended)
}

async function receiveMove({ store }: ConversationDeps, { place, to }: InboundMove): Promise<void> {
  await store.transaction(async (tx) => {
    const placeId = await changePlaceAddress(tx, place, to)
    if (placeId) await prefixPlatformIds(tx, placeId, movedIdPrefix(place.address))
  })
}
