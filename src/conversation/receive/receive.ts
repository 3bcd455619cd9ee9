import { messageOf } from '../../core/domain/errors.ts'
import { dayLabelOf } from '../../core/ports/clock.ts'
import type {
  Author,
  InboundAction,
  InboundDeletion,
  InboundEdit,
  InboundEvent,
  InboundMessage,
  InboundReaction,
} from '../../core/ports/platform.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { resolveTimezone } from '../../people/settings.ts'
import { findUserByAccount, restoreName, type UserAccount } from '../../people/users.ts'
import { requestPlatformDeletion } from '../../privacy/forget/platform-deletion.ts'
import { onDayChanged, onMessageAppended } from '../../summaries/triggers.ts'
import { setTimezone } from '../../threads/days/set-timezone.ts'
import { type AppendResult, appendMessage } from '../../threads/messages/append-message.ts'
import { deleteMessage, editMessage, type MessageChange } from '../../threads/messages/edit-message.ts'
import { recordReaction } from '../../threads/messages/reactions.ts'
import { findMessageDay, findPlatformMessage } from '../../threads/messages/read-messages.ts'
import { changePlaceAddress } from '../../threads/places.ts'
import { redeliveryWindowMs } from '../../threads/privacy/tombstones.ts'
import type { ConversationDeps } from '../deps.ts'
import { accountOf, authorize, withoutCode } from './authorize.ts'
import { dismiss } from './dismiss.ts'
import { rateLimit } from './rate-limit.ts'

/** No code that is entered is good for longer, in ms. */
const codesMs = 10 * 60_000

const commandLine = /^\/[a-z_]{1,32}(?=\s|$)/i

/**
 * Takes one event of a platform. When it resolves, what there is to keep is stored and the work it calls for is queued;
 * when it rejects, the platform should send the event again, which does no harm if it was stored after all.
 */
export async function receive(deps: ConversationDeps, event: InboundEvent): Promise<void> {
  switch (event.type) {
    case 'message':
      return receiveMessage(deps, event)
    case 'edit':
      return receiveEdit(deps, event)
    case 'deletion':
      return receiveDeletion(deps, event)
    case 'action':
      return receiveAction(deps, event)
    case 'reaction':
      return receiveReaction(deps, event)
    case 'move':
      return changePlaceAddress(deps.store, event.place, event.to)
  }
}

async function receiveMessage(deps: ConversationDeps, event: InboundMessage | InboundEdit): Promise<void> {
  // What is said between others in a shared place is no business of ours as long as nobody has switched its log on.
  if (!event.addressed) return
  const admitted = await authorize(deps, event, event.text)
  if (!admitted) return
  const { person, text } = admitted
  await storeMessage(deps, person, { ...event, kind: commandLine.test(text) ? 'command' : 'chat', text })
}

async function receiveAction(deps: ConversationDeps, event: InboundAction): Promise<void> {
  const admitted = await authorize(deps, event, event.action)
  if (!admitted) return
  const { person, text } = admitted
  if (!commandLine.test(text)) {
    deps.log.warn({ platform: event.place.platform }, 'a button was pressed that is not one of ours')
    return dismiss(deps, event)
  }
  await storeMessage(deps, person, { ...event, kind: 'command', text: await resolveActionText(deps, person, { ...event, action: text }) })
}

/** The action with what stands in it for the message it was chosen on; see `ChosenMessage`. */
async function resolveActionText(
  { store: { db }, ...deps }: ConversationDeps,
  { user }: UserAccount,
  given: InboundAction,
): Promise<string> {
  const { action, about, place } = given
  if (!about) return action
  const key = { place, platformMessageId: about.id }
  const blanks = {
    '{day}': async () => (await findMessageDay(db, user.id, key)) ?? dayLabelOf(about.sentAt, resolveTimezone(deps, user)),
    '{number}': async () => (await findMessageNumber(db, user.id, key)) ?? 'of others',
    '{message}': async () => (await findMessageNumber(db, user.id, key)) ?? about.text ?? '',
  }
  const [blank, filling] = Object.entries(blanks).find(([one]) => action.includes(one)) ?? []
  if (!blank || !filling) return action
  const text = await filling()
  // By a function, because a text may have "$&" in it.
  return action.replace(blank, () => text)
}

async function findMessageNumber(...asked: Parameters<typeof findPlatformMessage>): Promise<string | undefined> {
  const message = await findPlatformMessage(...asked)
  return message && `#${message.id}`
}

/** Only of people we know, on what is in their own thread. */
async function receiveReaction(deps: ConversationDeps, event: InboundReaction): Promise<void> {
  const person = await findUserByAccount(deps.store.db, accountOf(event))
  if (!person || person.user.isBlocked) return
  const threadId = await recordReaction(deps.store, person, event)
  if (threadId) deps.broadcast.publish({ type: 'thread-changed', userId: person.user.id, threadId })
}

/** Forgotten as if the person had asked for it here; the text itself goes at once. */
async function receiveDeletion(deps: ConversationDeps, { place, id }: InboundDeletion): Promise<void> {
  const forgetRequestId = await requestPlatformDeletion(deps, { place, platformMessageId: id })
  const deleted = await deleteMessage(deps, place, id)
  if (forgetRequestId) await enqueue(deps, 'forget', { forgetRequestId })
  if (typeof deleted !== 'string') deps.broadcast.publish({ type: 'thread-changed', userId: deleted.userId, threadId: deleted.threadId })
}

async function receiveEdit(deps: ConversationDeps, event: InboundEdit): Promise<void> {
  const person = await findUserByAccount(deps.store.db, accountOf(event))
  if (person?.user.isBlocked) return
  const changed = await editMessage(deps, { ...event, text: withoutCode(event.text), platformMessageId: event.id })
  // An edit that overtook what it edits is the message. What is older, and not known, was forgotten or never told.
  if (changed === 'unknown')
    return deps.clock.now().getTime() - event.sentAt.getTime() < redeliveryWindowMs ? receiveMessage(deps, event) : undefined
  await followUp(deps, changed)
}

type StoredEvent = Omit<InboundMessage, 'type' | 'addressed'> & { readonly kind: 'chat' | 'command'; readonly editedAt?: Date }

async function storeMessage(deps: ConversationDeps, person: UserAccount, event: StoredEvent): Promise<void> {
  const timezone = await timezoneFor(deps, person, event.author)
  const appended = await appendMessage(deps, {
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
    ...(event.replyTo && { replyTo: event.replyTo }),
    ...(event.attachments && { attachments: event.attachments }),
    ...(event.invocation && event.kind === 'command' && { invocation: event.invocation }),
    // Emptied when it is answered, and in any case later on.
    ...(withoutCode(event.text) !== event.text && { textExpiresAt: new Date(deps.clock.now().getTime() + codesMs) }),
    ...(event.editedAt && { editedAt: event.editedAt }),
  })
  if (appended.isNew && (person.user.name === '' || appended.opened)) await restoreName(deps.store.db, person, event.author.name)
  await enqueueWork(deps, await rateLimit(deps, { appended, invocation: event.invocation }))
}

/** Set from the platform where it knows and nobody has said; else the one of those who have not said theirs. */
async function timezoneFor(deps: ConversationDeps, { user }: UserAccount, author: Author): Promise<string> {
  if (user.timezone || !author.timezone) return resolveTimezone(deps, user)
  try {
    return (await setTimezone(deps, user.id, author.timezone)).timezone
  } catch (error) {
    // Whatever is wrong with it, the message is worth more.
    deps.log.warn({ userId: user.id, error: messageOf(error) }, 'the timezone that a platform named could not be set')
    return resolveTimezone(deps, user)
  }
}

/** An event that comes again queues its work again: the first time may have been cut short between the commit and the queue. */
async function enqueueWork(deps: ConversationDeps, appended: AppendResult): Promise<void> {
  const { message } = appended
  if (message.pending)
    await (message.kind === 'command'
      ? enqueue(deps, 'run-command', { messageId: message.id })
      : enqueue(deps, 'answer-thread', { threadId: message.threadId }, deps.settings.debounceMs))
  if (!appended.isNew) return
  deps.metrics.count('messages_received', { platform: appended.place.platform })
  deps.broadcast.publish({ type: 'thread-changed', userId: appended.userId, threadId: message.threadId })
  // The rest follows the reply, and does not hold it up: see answer.ts.
  if (appended.opened) await onMessageAppended(deps, appended)
}

async function followUp(deps: ConversationDeps, changed: MessageChange | 'unknown' | 'unchanged'): Promise<void> {
  if (typeof changed === 'string') return
  deps.broadcast.publish({ type: 'thread-changed', userId: changed.userId, threadId: changed.threadId })
  await enqueue(deps, 'index-thread', { threadId: changed.threadId })
  await onDayChanged(deps, changed)
}
