import { InputError } from '../core/domain/errors.ts'
import type { MessageId, PlaceId, SegmentId } from '../core/domain/ids.ts'
import { type Localized, translatorOf } from '../core/messages/messages.ts'
import type { Jobs } from '../core/ports/jobs.ts'
import type { Log } from '../core/ports/log.ts'
import type { Button } from '../core/ports/platform.ts'
import { enqueue } from '../jobs/job-list.ts'
import type { Store, Tx } from '../store/store.ts'
import type { PostMessage } from './outgoing-message.ts'
import { type Scope, visibleTo } from './scope.ts'

export interface NotifiedChangeDeps {
  readonly store: Store
  readonly jobs: Pick<Jobs, 'add'>
  readonly log: Log
  readonly post: PostMessage
}

/** The context of a change that the bot makes on its own. The user is notified in the place where they wrote. */
export interface AnsweringContext {
  readonly scope: Scope
  /** The last of the messages being answered. */
  readonly answeredMessageId: MessageId
  /** Locks the thread. Throws if the messages being answered have changed or are being answered by another worker. */
  readonly mayWrite: (tx: Tx) => Promise<void>
}

/** What the user is told of a change. */
export interface ChangeNotice {
  readonly text: string
  readonly buttons: readonly Button[]
}

interface NotifiedChange<T> {
  readonly result: T
  /** Absent if nothing changed. */
  readonly notice?: Localized<ChangeNotice>
}

/** Makes a change and notifies the user in the same transaction. Throws InputError if the answered message was deleted. */
export async function applyAndNotify<T>(
  deps: NotifiedChangeDeps,
  context: AnsweringContext,
  applyChange: (tx: Tx) => Promise<NotifiedChange<T>>,
): Promise<T> {
  const { made: result, messageId } = await deps.store.transaction(async (tx) => {
    await context.mayWrite(tx)
    const { result, notice } = await applyChange(tx)
    return { made: result, messageId: notice && (await postChangeNotice(tx, deps, context, notice)) }
  })
  if (messageId) await enqueue(deps, 'deliver-message', { messageId })
  return result
}

/** Posts a notice after the answered message, in its place and in the user's language. */
export async function postChangeNotice(
  tx: Tx,
  { post }: Pick<NotifiedChangeDeps, 'post'>,
  { scope, answeredMessageId }: Pick<AnsweringContext, 'scope' | 'answeredMessageId'>,
  notice: Localized<ChangeNotice>,
): Promise<MessageId> {
  const [answered] = await tx.$queryRaw<{ placeId: PlaceId; segmentId: SegmentId; sentAt: Date; platformOrder: bigint }[]>`
    SELECT m.place_id AS "placeId", m.segment_id AS "segmentId", m.sent_at AS "sentAt", m.platform_order AS "platformOrder"
    FROM messages m WHERE m.id = ${answeredMessageId} AND m.deleted_at IS NULL AND ${visibleTo(scope, 'm')}`
  if (!answered) throw new InputError('The message that asked for this was deleted, so nothing is stored.')
  const { placeId, segmentId, ...after } = answered
  const { language } = await tx.user.findUniqueOrThrow({ where: { id: scope.userId }, select: { language: true } })
  return post(tx, { threadId: scope.threadId, placeId, segmentId, kind: 'notice', after, ...notice(translatorOf(language)) })
}
