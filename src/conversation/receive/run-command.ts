import { InputError, messageOf } from '../../core/domain/errors.ts'
import type { AccountId, Invocation, MessageId, PlaceId, SegmentId, ThreadId } from '../../core/domain/ids.ts'
import { resolveTimezone } from '../../people/settings.ts'
import { findUserById, type User } from '../../people/users.ts'
import { Prisma } from '../../store/generated/client.ts'
import { assertLease, type Lease, withLease } from '../../threads/lease.ts'
import { findPlaceById, isServed, type Place, upsertPlace } from '../../threads/places.ts'
import { isBeingErased } from '../../threads/privacy/tombstones.ts'
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

const isPendingIn = (threadId: ThreadId) =>
  Prisma.sql`m.thread_id = ${threadId} AND NOT ${isStopLine} AND NOT ${isBeingErased(Prisma.sql`m.thread_id`)}`

/** The one command that waits for no other; the table's alias is m. */
export const isStopLine = Prisma.sql`m.text ~* '^/stop(\\s|$)'`

/**
 * Runs a stored command and answers it, for the person alone. Apart from turns, so that /stop reaches a running one; and
 * in order, and not while everything is being forgotten, but for /stop, which waits for nothing. A command that is delivered twice runs once; one that was interrupted
 * runs again.
 */
export async function runCommand(deps: ConversationDeps, messageId: MessageId, signal: AbortSignal): Promise<void> {
  const asked = await findPendingCommand(deps, Prisma.sql`m.id = ${messageId}`)
  if (!asked) return
  const isStop = /^\/stop(?=\s|$)/i.test(asked.text)
  const which = isStop ? Prisma.sql`m.id = ${messageId}` : isPendingIn(asked.threadId)
  const lease = isStop ? `command:${messageId}` : `commands:${asked.threadId}`
  // Looked for again after letting go: one that came meanwhile must not wait for the sweep.
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

/** The oldest that is pending. Relies on messages_pending_idx. */
async function findPendingCommand({ store, senders }: ConversationDeps, which: Prisma.Sql): Promise<StoredCommand | undefined> {
  const [command] = await store.db.$queryRaw<StoredCommand[]>`
    SELECT m.id, m.thread_id AS "threadId", m.place_id AS "placeId", m.text, m.author_account_id AS "accountId",
      m.sent_at AS "sentAt", m.platform_order AS "platformOrder", m.invocation, c.user_id AS "userId"
    FROM messages m JOIN continuous_threads c ON c.thread_id = m.thread_id
    WHERE ${which} AND m.kind = 'command' AND m.pending AND ${isServed(senders)} ORDER BY m.sent_at, m.platform_order, m.id LIMIT 1`
  return command
}

async function answerCommand(deps: ConversationDeps, command: StoredCommand, lease: Lease): Promise<PlaceId | undefined> {
  const [user, place] = await Promise.all([findUserById(deps.store.db, command.userId), findPlaceById(deps.store.db, command.placeId)])
  if (!user || !place) return undefined
  const answer = await executeCommand(deps, command, { user, place })
  const to = await findAnswerPlace(deps, command, { user, place })
  const said = to.private ? answer : { text: 'I answer that in private: write to me directly first, then try again.' }
  const messageId = await deps.store.transaction(async (tx) => {
    await assertLease(tx, lease)
    // Read only now: the command may have moved its own message to another day.
    const [asked] = await tx.$queryRaw<{ segmentId: SegmentId }[]>`
      UPDATE messages SET pending = FALSE, invocation = NULL, text = CASE text WHEN ${command.text} THEN ${withoutCode(command.text)} ELSE text END
      WHERE id = ${command.id} AND pending RETURNING segment_id AS "segmentId"`
    // Forgotten meanwhile: nobody asks any more.
    if (!said || !asked) return undefined
    const { threadId } = command
    return deps.post(tx, {
      threadId,
      segmentId: asked.segmentId,
      placeId: to.place.id,
      kind: 'notice',
      after: command,
      ...(command.invocation && to.private && { invocation: command.invocation }),
      ...said,
    })
  })
  if (!messageId) await dismiss(deps, { place, invocation: command.invocation })
  deps.broadcast.publish({ type: 'thread-changed', userId: user.id, threadId: command.threadId })
  return messageId && to.place.id
}

async function executeCommand(
  deps: ConversationDeps,
  command: StoredCommand,
  { user, place }: CommandRequest,
): Promise<CommandAnswer | undefined> {
  const context: CommandContext = {
    user,
    accountId: command.accountId,
    place,
    scope: { userId: user.id, threadId: command.threadId, audience: 'private' },
    timezone: resolveTimezone(deps, user),
    now: deps.clock.now(),
    messageId: command.id,
  }
  try {
    return await deps.runCommand(context, command.text)
  } catch (error) {
    if (error instanceof InputError) return { text: error.message }
    deps.log.error({ messageId: command.id, error: messageOf(error) }, 'a command failed')
    return { text: 'That did not work, through no fault of yours. It was logged; please try again.' }
  }
}

interface CommandRequest {
  readonly user: User
  readonly place: Place
}

/**
 * Whose the answer is: the place itself where the person is alone with the bot, else their own chat with it on that
 * platform. Before they have written there, only where the answer is first shown in a way of the platform's own.
 */
async function findAnswerPlace(
  deps: ConversationDeps,
  command: StoredCommand,
  asked: CommandRequest,
): Promise<{ place: Place; private: boolean }> {
  const { user, place } = asked
  if (place.kind === 'direct') return { place, private: true }
  const [direct] = await deps.store.db.$queryRaw<{ id: PlaceId }[]>`
    SELECT id FROM places
    WHERE user_id = ${user.id} AND kind = 'direct' AND platform = ${place.platform} AND tenant = ${place.tenant} AND last_active_at IS NOT NULL
    ORDER BY last_active_at DESC LIMIT 1`
  const found = direct ? await findPlaceById(deps.store.db, direct.id) : await createDirectPlace(deps, command, asked)
  return found ? { place: found, private: true } : { place, private: false }
}

async function createDirectPlace(
  deps: ConversationDeps,
  command: StoredCommand,
  { user, place }: CommandRequest,
): Promise<Place | undefined> {
  const sender = deps.senders.get(place.platform)
  if (!command.invocation || !sender?.answer) return undefined
  const account = await deps.store.db.account.findUnique({ where: { id: command.accountId }, select: { platformUserId: true } })
  const address = account && sender.directAddress?.(account.platformUserId)
  const { platform, tenant } = place
  return address ? upsertPlace(deps.store.db, { platform, tenant, address, kind: 'direct' }, user.id) : undefined
}
