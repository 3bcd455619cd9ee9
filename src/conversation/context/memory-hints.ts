import { messageOf } from '../../core/domain/errors.ts'
import { buildMemoryHints, memoryUnavailableHint } from '../../memory/hints.ts'
import { type ContextPartInput, type FitPart, nothing } from './section.ts'

/** Part 2: how memory is used and what it is about. What is in it is only ever given to a tool. */
export async function prepareMemoryHints({ deps: { store, log }, turn, count }: ContextPartInput): Promise<FitPart> {
  const text = await buildMemoryHints(store.db, turn.scope).catch((error) => {
    log.warn({ userId: turn.user.id, error: messageOf(error) }, 'memory could not be read for a reply, which goes on without it')
    return memoryUnavailableHint
  })
  const tokens = count(text) + 1
  // Half a rule is worse than none.
  return (room) =>
    tokens <= room
      ? { text, tokens, items: 1, leftOut: [] }
      : { ...nothing, leftOut: [{ what: 'all of it', why: `there is room for ${room} tokens` }] }
}
