import { logMessage } from '../../channels/log/log-message.ts'
import { leavePlace } from '../../channels/manage/switch-channel.ts'
import { messageOf } from '../../core/domain/errors.ts'
import type { UserId } from '../../core/domain/ids.ts'
import { detectLanguage, type LanguageCode, type LanguageSource, toLanguageCode, weighLanguage } from '../../core/domain/languages.ts'
import { stripInvisible } from '../../core/domain/text.ts'
import type { Author, InboundAction, InboundEdit, InboundEvent, InboundMessage, InboundReaction } from '../../core/ports/platform.ts'
import { enqueue, enqueueTurn } from '../../jobs/job-list.ts'
import {
  findUserByAccount,
  recallUser,
  resolveTimezone,
  restoreName,
  storeLanguage,
  type User,
  type UserAccount,
} from '../../people/users.ts'
import type { Db } from '../../store/store.ts'
import { onMessageAppended } from '../../summaries/triggers.ts'
import { setTimezone } from '../../threads/days/set-timezone.ts'
import {
  type AppendResult,
  appendMessage,
  appendPlainMessage,
  isPlain,
  type UserMessageInput,
} from '../../threads/messages/append-message.ts'
import { recordReaction } from '../../threads/messages/reactions.ts'
import { isForwarded } from '../../threads/messages/references.ts'
import type { ConversationDeps } from '../deps.ts'
import { earlierForRate, rateLimit, storeWithinDailyBytes } from '../limits.ts'
import { resolveActionText } from './action-text.ts'
import { accountOf, authorize, withoutCode } from './authorize.ts'
import { dismiss } from './dismiss.ts'
import { receiveCall } from './receive-call.ts'
import { receiveDeletion } from './receive-deletion.ts'
import { receiveEdit } from './receive-edit.ts'
import { receiveMove } from './receive-move.ts'
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

/** Records reactions of known users to messages in their own thread. */
async function receiveReaction(deps: ConversationDeps, event: InboundReaction): Promise<void> {
  const person = await findUserByAccount(deps.store.db, accountOf(event))
  if (!person || person.user.isBlocked) return
  const threadId = await recordReaction(deps.store, person, event)
  if (threadId) deps.broadcast.publish({ type: 'thread-changed', userId: person.user.id, threadId })
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

/** Adopts the language of a platform for a user of whom nothing is known. */
export async function adoptLocale(db: Db, user: User, locale = ''): Promise<User> {
  const language = user.languageSource === 'default' ? toLanguageCode(locale) : undefined
  if (!language) return user
  await storeLanguage(db, user.id, language, 'locale')
  return { ...user, language, languageSource: 'locale' }
}

/** How the language of a user who has not chosen one became known. */
type UncertainSource = Exclude<LanguageSource, 'choice'>

/** How many messages must be in a language to switch to it. The less certain the current language, the fewer. */
const neededMessages: Readonly<Record<UncertainSource, number>> = { default: 2, locale: 2, writing: 3 }

/** The share of the messages that must be in it. */
const neededShare = 3 / 4

/** How many of the latest messages that show a language are counted, and among how many messages they are looked for. */
const countedMessages = 6
const readMessages = 20

/** The number of characters of each message that are read. */
const maxCharacters = 500

/** Switches a user to the language that they write, once it is clear. Never replaces a language that they chose. */
export async function followLanguage(db: Db, user: User, text: string): Promise<void> {
  const { id, language: current, languageSource } = user
  if (languageSource === 'choice') return
  const written = weighLanguage(text) === 'nothing' ? undefined : detectLanguage(text, current)
  // The message confirms the language, or says nothing about one that is known.
  if (written === current && languageSource === 'writing') return
  if (written === undefined && languageSource !== 'default') return
  const texts = (await loadTexts(db, id)).filter((one) => weighLanguage(one) !== 'nothing').slice(0, countedMessages)
  const language = findWrittenLanguage(texts, { current, languageSource })
  if (language) await storeLanguage(db, id, language, 'writing')
}

/** Returns a user's latest messages, the latest first. What somebody else wrote and they forward is not among them. */
async function loadTexts(db: Db, userId: UserId): Promise<readonly string[]> {
  const rows = await db.$queryRaw<{ text: string }[]>`
    SELECT left(m.text, ${maxCharacters}::int) AS text FROM messages m JOIN continuous_threads c ON c.thread_id = m.thread_id
    WHERE c.user_id = ${userId} AND m.role = 'user' AND m.kind = 'chat' AND m.deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM message_references r WHERE r.message_id = m.id AND r.kind = 'forward' AND r.text = '')
    ORDER BY m.sent_at DESC, m.platform_order DESC, m.id DESC LIMIT ${readMessages}`
  return rows.map(({ text }) => text)
}

/**
 * Returns the language in which most of the messages can be read, if enough of them can. Each is read as in that language, so that what a
 * user was first taken for does not count.
 */
function findWrittenLanguage(
  texts: readonly string[],
  { current, languageSource }: { readonly current: LanguageCode; readonly languageSource: UncertainSource },
): LanguageCode | undefined {
  const detected = texts.map((text) => detectLanguage(text, current)).filter((language) => language !== undefined)
  // The current language comes first, so that it stays if all messages can be read in it as well.
  const [most] = [...new Set([current, ...detected])]
    .map((language) => ({ language, readable: texts.filter((text) => detectLanguage(text, language) === language) }))
    .sort((a, b) => b.readable.length - a.readable.length)
  if (!most || most.readable.length < texts.length * neededShare) return undefined
  const isEnough = languageSource === 'default' && most.readable.some((text) => weighLanguage(text) === 'enough')
  return isEnough || most.readable.length >= neededMessages[languageSource] ? most.language : undefined
}
