import type { LoopId, MessageId, PlaceId, ReminderId, UserId } from '../../core/domain/ids.ts'
import { findUserById, resolveTimezone } from '../../people/users.ts'
import type { Tx } from '../../store/store.ts'
import { type StoredNotice, storeNotice } from '../../threads/notify.ts'
import { listDirectPlaces } from '../../threads/places.ts'
import type { LoopDeps } from '../deps.ts'
import { formatReminder, withRepetitionNote } from '../format-loop.ts'
import { loadLoopsById } from '../open-loop.ts'
import { loadDueList } from './due-list.ts'
import { postForUser } from './post-for-user.ts'
import { markPosted } from './post-reminder.ts'

interface SettledPosting {
  readonly messageId: MessageId | null
  readonly userId: UserId
  readonly isFailed: boolean
  readonly isUnknown: boolean
}

/**
 * Looks at the deliveries of posted reminders. If the place was unreachable, posts them in the user's next direct place. If nobody knows
 * whether they arrived, posts them once more, with a note. Relies on reminders_posted_idx.
 */
export async function followUpReminders(deps: LoopDeps): Promise<void> {
  const settled = await deps.store.db.$queryRaw<SettledPosting[]>`
    SELECT r.message_id AS "messageId", l.user_id AS "userId",
      COALESCE(bool_or(d.state = 'failed'), FALSE) AS "isFailed", COALESCE(bool_or(d.state = 'unknown'), FALSE) AS "isUnknown"
    FROM reminders r JOIN open_loops l ON l.id = r.loop_id LEFT JOIN deliveries d ON d.message_id = r.message_id
    WHERE r.state = 'posted'
    GROUP BY r.message_id, l.user_id HAVING COALESCE(bool_and(d.state NOT IN ('pending', 'sending')), TRUE) LIMIT 100`
  for (const posting of settled) await postForUser(deps, posting.userId, (tx) => followUp(tx, deps, posting))
}

/** Ends the postings of a message, or posts its reminders again. The user's thread is locked. */
async function followUp(tx: Tx, deps: LoopDeps, posting: SettledPosting): Promise<StoredNotice | undefined> {
  const { messageId, userId } = posting
  const reminders = await tx.$queryRaw<PostedReminder[]>`
    SELECT r.id, r.loop_id AS "loopId", r.due_at AS "dueAt", r.is_timed AS "isTimed", r.place_ids AS "placeIds", r.is_repeated AS "isRepeated"
    FROM reminders r JOIN open_loops l ON l.id = r.loop_id
    WHERE r.state = 'posted' AND r.message_id IS NOT DISTINCT FROM ${messageId}::int AND l.user_id = ${userId} AND l.state = 'open'`
  const ids = reminders.map(({ id }) => id)
  const placeId = messageId && (await choosePlace(tx, posting, reminders))
  const notice = placeId ? await postAgain(tx, deps, { posting, reminders, placeId }) : undefined
  if (notice) {
    await tx.reminder.updateMany({ where: { id: { in: ids } }, data: { isRepeated: posting.isUnknown } })
    await markPosted(tx, ids, notice.messageId)
  }
  // What was not posted again has arrived, is closed, or has no place left.
  await tx.$executeRaw`
    UPDATE reminders r SET state = 'done' FROM open_loops l
    WHERE l.id = r.loop_id AND l.user_id = ${userId} AND r.state = 'posted' AND r.message_id IS NOT DISTINCT FROM ${messageId}::int`
  if (!notice && posting.isFailed) deps.log.warn({ messageId, userId }, 'a reminder reached none of the places of its user')
  return notice
}

interface PostedReminder {
  readonly id: ReminderId
  readonly loopId: LoopId
  readonly dueAt: Date
  readonly isTimed: boolean
  readonly placeIds: readonly PlaceId[]
  readonly isRepeated: boolean
}

/** Returns where to post reminders again: the next direct place after a failure, the same place once after an unknown outcome. */
async function choosePlace(
  tx: Tx,
  { userId, isFailed, isUnknown }: SettledPosting,
  reminders: readonly PostedReminder[],
): Promise<PlaceId | undefined> {
  const [first] = reminders
  if (!first || (!isFailed && !isUnknown)) return undefined
  if (isUnknown) return first.isRepeated ? undefined : first.placeIds.at(-1)
  const places = await listDirectPlaces(tx, userId)
  return places.find(({ id }) => !first.placeIds.includes(id))?.id
}

interface RepeatedPosting {
  readonly posting: SettledPosting
  readonly reminders: readonly PostedReminder[]
  readonly placeId: PlaceId
}

async function postAgain(tx: Tx, deps: LoopDeps, { posting, reminders, placeId }: RepeatedPosting): Promise<StoredNotice | undefined> {
  const { userId, messageId, isUnknown } = posting
  const user = await findUserById(tx, userId)
  const [first] = reminders
  if (!user || !first) return undefined
  const [loop] = await loadLoopsById(tx, [first.loopId])
  const list = first.isTimed ? undefined : await loadDueList(tx, deps, userId)
  return storeNotice(tx, deps, userId, (translate) => {
    const when = { dueAt: first.dueAt, now: deps.clock.now(), timezone: resolveTimezone(user, deps.defaultTimezone) }
    const reminder = list ? { text: list.markdown, buttons: list.buttons } : loop && formatReminder({ loop, ...when }, translate)
    const { text = '', buttons = [] } = reminder ?? {}
    return {
      ...{ text: isUnknown ? withRepetitionNote(text, translate) : text, buttons, placeId, isOfToday: true, silent: list !== undefined },
      ...(isUnknown && messageId && { repeats: messageId }),
    }
  })
}
