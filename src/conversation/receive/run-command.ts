import { InputError, messageOf } from '../../core/domain/errors.ts'
import type { AccountId, Invocation, MessageId, PlaceId, ThreadId } from '../../core/domain/ids.ts'
import { explainInputError } from '../../core/messages/input-error.ts'
import { translatorOf } from '../../core/messages/messages.ts'
import { findActingUser, resolveTimezone, type User } from '../../people/users.ts'
import { Prisma } from '../../store/generated/client.ts'
import { assertLease, type Lease, leaseName, withLease } from '../../threads/lease.ts'
import { markCommandAnswered } from '../../threads/messages/pending-messages.ts'
import { findLastDirectPlace, findPlaceById, isServed, type Place, upsertPlace } from '../../threads/places.ts'
import { isBeingErased } from '../../threads/thread.ts'
import { deliverPlace } from '../deliver/deliver.ts'
import type { CommandAnswer, CommandContext, ConversationDeps } from '../deps.ts'
import { withoutCode } from './authorize.ts'
import { dismiss } from './dismiss.ts'

interface StoredCommand {
  readonly id: MessageId
  readonly threadId: ThreadId
  readonly placeId: PlaceId
  readonly text: string
  readonly accountId: AccountId
  readonly userId: User['id']
  readonly sentAt: Date
  readonly platformOrder: bigint
  readonly invocation: Invocation | null
}

const notBeingErased = Prisma.sql`NOT ${isBeingErased(Prisma.sql`m.thread_id`)}`

const isPendingIn = (threadId: ThreadId) => Prisma.sql`m.thread_id = ${threadId} AND NOT ${isSeparateLine} AND ${notBeingErased}`

/** Whether a text is /stop, the one command that does not wait for others. */
export const isStopCommand = (text: string) => /^\/stop(?=\s|$)/i.test(text)

/** SQL equivalent of `isStopCommand`. The alias of messages is m. */
export const isStopLine = Prisma.sql`m.text ~* '^/stop(\\s|$)'`

/** Whether a text is a command that waits for a model. Other commands do not wait for it. */
const isSlowCommand = (text: string) => /^\/(?:resummarize|summarize)(?=\s|$)/i.test(text)

/** SQL for whether a command runs by itself, not in order with others: /stop and slow commands. The alias of messages is m. */
export const isSeparateLine = Prisma.sql`m.text ~* '^/(stop|resummarize|summarize)(\\s|$)'`

/** Returns the job that runs a command. */
export const commandJobOf = (text: string) => (isSlowCommand(text) ? 'run-slow-command' : 'run-command')

/**
 * Runs the pending commands of a message's thread in order, and answers them privately. /stop runs at once, even while a turn is running
 * or everything is being deleted. A command that waits for a model runs by itself. A command that is delivered twice runs once, and an
 * interrupted command runs again.
 */
export async function runCommand(deps: ConversationDeps, messageId: MessageId, signal: AbortSignal): Promise<void> {
  const requested = await findPendingCommand(deps, Prisma.sql`m.id = ${messageId}`)
  if (!requested) return
  const { text, threadId } = requested
  const isSeparate = isStopCommand(text) || isSlowCommand(text)
  const alone = isStopCommand(text) ? Prisma.sql`m.id = ${messageId}` : Prisma.sql`m.id = ${messageId} AND ${notBeingErased}`
  const which = isSeparate ? alone : isPendingIn(threadId)
  const lease = isSeparate ? leaseName('command', messageId) : leaseName('commands', threadId)
  // Check again after releasing the lease, so that a command that arrived meanwhile does not wait for the sweep.
  while (!signal.aborted && (await findPendingCommand(deps, which)))
    if ((await withLease(deps, lease, (held) => runPendingCommands(deps, { which, lease: held, signal }))) === 'busy') return
}

interface CommandRun {
  readonly which: Prisma.Sql
  readonly lease: Lease
  readonly signal: AbortSignal
}

async function runPendingCommands(deps: ConversationDeps, { which, lease, signal }: CommandRun): Promise<void> {
  for (;;) {
    const command = signal.aborted ? undefined : await findPendingCommand(deps, which)
    if (!command) return
    const placeId = await answerCommand(deps, command, lease)
    if (placeId) await deliverPlace(deps, placeId, signal)
  }
}

/** Returns the oldest pending command. Relies on messages_pending_idx. */
async function findPendingCommand({ store, senders }: ConversationDeps, which: Prisma.Sql): Promise<StoredCommand | undefined> {
  const [command] = await store.db.$queryRaw<StoredCommand[]>`
    SELECT m.id, m.thread_id AS "threadId", m.place_id AS "placeId", m.text, m.author_account_id AS "accountId",
      m.sent_at AS "sentAt", m.platform_order AS "platformOrder", m.invocation, c.user_id AS "userId"
    FROM messages m JOIN continuous_threads c ON c.thread_id = m.thread_id
    WHERE ${which} AND m.kind = 'command' AND m.pending AND ${isServed(senders)} ORDER BY m.sent_at, m.platform_order, m.id LIMIT 1`
  return command
}

async function answerCommand(deps: ConversationDeps, command: StoredCommand, lease: Lease): Promise<PlaceId | undefined> {
  const [user, place] = await Promise.all([
    findActingUser(deps.store.db, command.userId, command.accountId),
    findPlaceById(deps.store.db, command.placeId),
  ])
  if (!user || !place) return skipCommand(deps, command, lease)
  const answer = await executeCommand(deps, command, { user, place })
  const to = await findAnswerPlace(deps, command, { user, place })
  const shown = to.private ? answer : { text: translatorOf(user.language)('command.privateOnly') }
  const messageId = await deps.store.transaction(async (tx) => {
    await assertLease(tx, lease)
    // The day is read only now, because the command itself may have moved its message to another day.
    const { id, text } = command
    const segmentId = await markCommandAnswered(tx, { id, text, redactedText: withoutCode(text) })
    // If there is no segment, the command was deleted meanwhile.
    if (!shown || !segmentId) return undefined
    const { threadId } = command
    return deps.post(tx, {
      threadId,
      segmentId,
      placeId: to.place.id,
      kind: 'notice',
      after: command,
      ...(command.invocation && to.private && { invocation: command.invocation }),
      ...shown,
    })
  })
  if (!messageId) await dismiss(deps, { place, invocation: command.invocation })
  deps.broadcast.publish({ type: 'thread-changed', userId: user.id, threadId: command.threadId })
  return messageId && to.place.id
}

/** Leaves a command unanswered, because its account has left the user, or its place is gone. */
async function skipCommand({ store }: ConversationDeps, { id, text }: StoredCommand, lease: Lease): Promise<undefined> {
  await store.transaction(async (tx) => {
    await assertLease(tx, lease)
    await markCommandAnswered(tx, { id, text, redactedText: withoutCode(text) })
  })
}

async function executeCommand(
  deps: ConversationDeps,
  command: StoredCommand,
  { user, place }: CommandOrigin,
): Promise<CommandAnswer | undefined> {
  const translate = translatorOf(user.language)
  const context: CommandContext = {
    user,
    accountId: command.accountId,
    place,
    scope: { userId: user.id, threadId: command.threadId, audience: 'private' },
    timezone: resolveTimezone(user, deps.defaultTimezone),
    translate,
    now: deps.clock.now(),
    sentAt: command.sentAt,
    messageId: command.id,
  }
  try {
    return await deps.runCommand(context, command.text)
  } catch (error) {
    if (error instanceof InputError) return { text: explainInputError(error, translate) }
    deps.log.error({ messageId: command.id, error: messageOf(error) }, 'a command failed')
    return { text: translate('command.failed') }
  }
}

interface CommandOrigin {
  readonly user: User
  readonly place: Place
}

/**
 * Returns where the answer goes: the place itself if it is direct, otherwise the user's direct chat on the same platform. A chat that they
 * have never written in counts only if the platform itself can show the answer to the command. `private` is false if there is no such
 * place.
 */
async function findAnswerPlace(
  deps: ConversationDeps,
  command: StoredCommand,
  origin: CommandOrigin,
): Promise<{ place: Place; private: boolean }> {
  const { user, place } = origin
  if (place.kind === 'direct') return { place, private: true }
  const found = (await findLastDirectPlace(deps.store.db, user.id, place)) ?? (await createDirectPlace(deps, command, origin))
  return found ? { place: found, private: true } : { place, private: false }
}

async function createDirectPlace(
  deps: ConversationDeps,
  command: StoredCommand,
  { user, place }: CommandOrigin,
): Promise<Place | undefined> {
  const sender = deps.senders.get(place.platform)
  if (!command.invocation || !sender?.answer) return undefined
  const account = await deps.store.db.account.findUnique({ where: { id: command.accountId }, select: { platformUserId: true } })
  const address = account && sender.directAddress?.(account.platformUserId)
  const { platform, tenant } = place
  return address ? upsertPlace(deps.store.db, { platform, tenant, address, kind: 'direct' }, user.id) : undefined
}
