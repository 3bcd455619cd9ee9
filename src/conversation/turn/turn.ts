import { InputError } from '../../core/domain/errors.ts'
import type { MessageId, ThreadId, TurnId } from '../../core/domain/ids.ts'
import type { Message } from '../../core/domain/messages.ts'
import type { User } from '../../people/users.ts'
import type { Store, Tx } from '../../store/store.ts'
import { assertLease, type Lease } from '../../threads/lease.ts'
import type { Place } from '../../threads/places.ts'
import type { Scope } from '../../threads/scope.ts'
import { lockThread } from '../../threads/thread.ts'

/** Messages of one thread and one place that are answered together, with their context. */
export interface Turn {
  readonly id: TurnId
  readonly threadId: ThreadId
  readonly user: User
  readonly place: Place
  readonly scope: Scope
  readonly messages: readonly [Message, ...Message[]]
  /** The unfinished reply that was shown before the turn was interrupted. */
  readonly draftId: MessageId | null
  readonly attempts: number
}

/** Loads the thread's revision. Call it before reading messages: a reply from an older revision is not committed. */
export async function loadRevision(store: Store, threadId: ThreadId): Promise<number> {
  return (await store.db.thread.findUnique({ where: { id: threadId }, select: { revision: true } }))?.revision ?? -1
}

/** Guards what a turn writes before it ends. Locks the thread. Throws LeaseLostError, or InputError if the thread was edited or anything was deleted. */
export async function assertUnchanged(tx: Tx, turn: Turn, { lease, revision }: { lease: Lease; revision: number }): Promise<void> {
  await assertLease(tx, lease)
  const thread = await lockThread(tx, turn.threadId)
  if (thread?.revision !== revision)
    throw new InputError('The conversation has changed, so nothing was written. The answer is started again.')
}

/** Returns the message that the reply follows: the last one it answers. */
export const lastOf = ({ messages }: Pick<Turn, 'messages'>): Message => messages.at(-1) ?? messages[0]

/** In a shared place, the reply refers to the message it answers. */
export const replyToOf = (turn: Turn) => (turn.place.kind === 'shared' ? { replyTo: lastOf(turn).id } : {})
