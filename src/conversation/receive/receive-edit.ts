import { deleteLoggedMessage, onLoggedMessageEdited, takeOutOfLog } from '../../channels/log/change-log.ts'
import { findLoggedChannel } from '../../channels/log/find-logged-channel.ts'
import type { UserId } from '../../core/domain/ids.ts'
import type { InboundEdit } from '../../core/ports/platform.ts'
import type { Budget } from '../../core/ports/rate-limits.ts'
import { enqueue, enqueueTurn } from '../../jobs/job-list.ts'
import { findUserByAccount, type UserAccount } from '../../people/users.ts'
import { followUpQuoteChanges } from '../../privacy/forget/quotes.ts'
import { onDayChanged } from '../../summaries/triggers.ts'
import { editMessage, type MessageChange } from '../../threads/messages/edit-message.ts'
import { notifyUser } from '../../threads/notify.ts'
import { type QuotedText, updateReferencesTo } from '../../threads/privacy/references.ts'
import { redeliveryWindowMs } from '../../threads/privacy/tombstones.ts'
import type { ConversationDeps } from '../deps.ts'
import { type CorrectionOutcome, requestCorrection } from '../turn/answer-again.ts'
import { accountOf, withoutCode } from './authorize.ts'

/**
 * Stores an edit. If it corrects the newest answered message, the message is answered again, in the same transaction. `storeAsNew` stores
 * an edit that arrives before its message, or that addresses the bot for the first time. It returns `known` if another process has stored
 * the message meanwhile, as it was before the edit.
 */
export async function receiveEdit(
  deps: ConversationDeps,
  event: InboundEdit,
  storeAsNew: () => Promise<'known' | undefined>,
): Promise<void> {
  const person = await findUserByAccount(deps.store.db, accountOf(event))
  const isBlocked = person?.user.isBlocked ?? false
  if (isBlocked) return updateQuotes(deps, event, { text: '', isWithdrawn: true })
  const isExcluded = (await findLoggedChannel(deps.store.db, event.place, event.author.id))?.isAuthorExcluded ?? false
  if (isExcluded && !event.addressed) await deleteLoggedMessage(deps, event.place, event.id)
  let { changed, correction } = await storeEdit(deps, event, person)
  // Afterwards, so that what quotes the old text until then is found too.
  const quoted = { text: withoutCode(event.text), isWithdrawn: false, editedAt: event.editedAt }
  await updateQuotes(deps, event, isExcluded ? { text: '', isWithdrawn: true } : quoted)
  // An unknown message older than the redelivery window was deleted, or never addressed the bot.
  if (changed === 'unknown') {
    if (deps.clock.now().getTime() - event.sentAt.getTime() >= redeliveryWindowMs || (await storeAsNew()) !== 'known') return
    ;({ changed, correction } = await storeEdit(deps, event, await findUserByAccount(deps.store.db, accountOf(event))))
  }
  if (changed === 'unchanged' || changed === 'unknown') return
  const { userId, threadId } = changed
  if (userId === null) {
    if (!event.addressed) return onLoggedMessageEdited(deps, changed, event)
    await takeOutOfLog(deps, changed)
    await storeAsNew()
    return
  }
  deps.broadcast.publish({ type: 'thread-changed', userId, threadId })
  if (correction === 'requested') await enqueueTurn(deps, threadId, deps.settings.debounceMs)
  if (correction === 'over limit') await notifyOverLimit(deps, userId)
  await enqueue(deps, 'index-thread', { threadId })
  await onDayChanged(deps, changed)
}

async function updateQuotes(deps: ConversationDeps, { place, id }: InboundEdit, quoted: QuotedText): Promise<void> {
  await followUpQuoteChanges(deps, await updateReferencesTo(deps.store, { place, platformMessageId: id }, quoted))
}

interface StoredEdit {
  readonly changed: MessageChange | 'unknown' | 'unchanged'
  readonly correction: CorrectionOutcome
}

async function storeEdit(deps: ConversationDeps, event: InboundEdit, person: UserAccount | undefined): Promise<StoredEdit> {
  let correction: CorrectionOutcome = 'none'
  const { editedAt, addressed } = event
  const changed = await editMessage(deps, {
    ...event,
    text: withoutCode(event.text),
    platformMessageId: event.id,
    // Whoever takes the mention of the bot out of a message no longer asks for a reply.
    ...(person &&
      addressed && {
        requestAnswer: async (tx, edited) => {
          const limit = deps.settings.messagesPerMinute
          correction = await requestCorrection(tx, edited, { userId: person.user.id, editedAt, now: deps.clock.now(), limit })
          return correction === 'requested'
        },
      }),
  })
  return { changed, correction }
}

/** How often a user is told that an edited message was not answered again. */
const noticeBudget: Budget = { name: 'edits-notice', points: 1, perMs: 60_000 }

async function notifyOverLimit(deps: ConversationDeps, userId: UserId): Promise<void> {
  if ((await deps.rateLimits.spend(noticeBudget, String(userId))) > 0) return
  const limit = deps.settings.messagesPerMinute
  deps.log.info({ userId, limit }, 'a user exceeded the rate limit with edits')
  await notifyUser(deps, userId, (translate) => ({ text: translate('limit.edits', { limit }) }))
}
