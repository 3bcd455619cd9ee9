import { hideSpokenNumbers } from '../../core/domain/spoken-digits.ts'
import type { InboundCall } from '../../core/ports/platform.ts'
import type { Budget } from '../../core/ports/rate-limits.ts'
import { enqueue } from '../../jobs/job-list.ts'
import { findUserById, resolveTimezone, type UserAccount } from '../../people/users.ts'
import { onMessageAppended } from '../../summaries/triggers.ts'
import { appendCall, listStoredCalls } from '../../threads/messages/append-call.ts'
import { notifyUser } from '../../threads/notify.ts'
import type { ConversationDeps } from '../deps.ts'
import { findSecrets, identifyCaller, type KnownCaller } from './identify-caller.ts'

/**
 * Stores the turns of a finished call in the thread of a caller who has proved who they are. Of other calls nothing is stored. Idempotent:
 * a call that is delivered again, late or by another process is stored once.
 */
export async function receiveCall(deps: ConversationDeps, call: InboundCall): Promise<void> {
  if ((await listStoredCalls(deps.store.db, [call.id])).size > 0) return
  const identity = await identifyCaller(deps, call)
  deps.metrics.count('calls_received', { identified: identity.by })
  if ('caller' in identity) return storeCall(deps, call, identity.caller)
  if ('person' in identity) await notifyOfUnproven(deps, identity.person)
  // Without the number and what was said, which are about somebody unknown.
  deps.log.info({ identified: identity.by, turns: call.turns.length }, 'a call was not stored, because nothing proves who called')
}

async function storeCall(deps: ConversationDeps, call: InboundCall, caller: KnownCaller): Promise<void> {
  const user = await findUserById(deps.store.db, caller.userId)
  if (!user) return
  const appended = await appendCall(deps, {
    ...call,
    ...caller,
    turns: await hideSecrets(deps, call, caller),
    authorName: user.name,
    timezone: resolveTimezone(user, deps.defaultTimezone),
  })
  if (!appended) return
  const { threadId, days } = appended
  deps.broadcast.publish({ type: 'thread-changed', userId: user.id, threadId })
  await enqueue(deps, 'index-thread', { threadId })
  for (const day of days) await onMessageAppended(deps, day)
}

/** Removes PINs and codes, also where the bot repeats them. */
async function hideSecrets({ store }: ConversationDeps, { turns }: InboundCall, caller: KnownCaller): Promise<InboundCall['turns']> {
  const texts = turns.map(({ text }) => text)
  // Turns of the bot may lie between the parts of a number, so those of each side are also read by themselves.
  const sides = (['user', 'assistant'] as const).map((side) => turns.flatMap(({ role }, index) => (role === side ? [index] : [])))
  for (const side of sides) {
    const own = side.map((index) => texts[index] ?? '')
    const hidden = hideSpokenNumbers(own, await findSecrets(store.db, own, caller))
    for (const [position, index] of side.entries()) texts[index] = hidden[position] ?? ''
  }
  return turns.map((turn, index) => ({ ...turn, text: texts[index] ?? '' }))
}

/** How often a user is notified of calls identified only by their number, which can be forged. */
const noticeBudget: Budget = { name: 'unproven-calls', points: 1, perMs: 3_600_000 }

async function notifyOfUnproven(deps: ConversationDeps, { user }: UserAccount): Promise<void> {
  if ((await deps.rateLimits.spend(noticeBudget, String(user.id))) > 0) return
  await notifyUser(deps, user.id, (translate) => ({ text: translate('voice.unproven') }))
}
