import { InputError } from '../../core/domain/errors.ts'
import type { MessageId, ThreadId, TurnId } from '../../core/domain/ids.ts'
import type { Message } from '../../core/domain/messages.ts'
import type { User } from '../../people/users.ts'
import type { Store, Tx } from '../../store/store.ts'
import { assertLease, type Lease } from '../../threads/lease.ts'
import type { Place } from '../../threads/places.ts'
import type { Scope } from '../../threads/scope.ts'
import { lockThread } from '../../threads/thread.ts'

/** The messages of one thread and one place that are answered together, and everything there is to know to do it. */
export interface Turn {
  readonly id: TurnId
  readonly threadId: ThreadId
  readonly user: User
  readonly place: Place
  readonly scope: Scope
  readonly messages: readonly [Message, ...Message[]]
  /** The reply as far as it was shown before the turn was interrupted. */
  readonly draftId: MessageId | null
  readonly attempts: number
}

/** The thread's revision, read before its messages are: a reply made from an older one is not written. */
export async function loadRevision(store: Store, threadId: ThreadId): Promise<number> {
  return (await store.db.thread.findUnique({ where: { id: threadId }, select: { revision: true } }))?.revision ?? -1
}

/** For what a turn writes before it ends. Locks the thread. Throws LeaseLost, and InputError when what it rests on was edited or deleted. */
export async function assertUnchanged(tx: Tx, turn: Turn, { lease, revision }: { lease: Lease; revision: number }): Promise<void> {
  await assertLease(tx, lease)
  const thread = await lockThread(tx, turn.threadId)
  if (thread?.revision !== revision)
    throw new InputError('The conversation was changed meanwhile, so nothing is written down: the answer is begun again.')
}

/** The message that a reply is put after: the last of those it answers. */
export const lastOf = ({ messages }: Pick<Turn, 'messages'>): Message => messages.at(-1) ?? messages[0]

/** How a reply refers to what it answers: in a shared place, visibly. */
export const replyToOf = (turn: Turn) => (turn.place.kind === 'shared' ? { replyTo: lastOf(turn).id } : {})
