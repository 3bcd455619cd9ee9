import { buildSystemPrompt } from '../../agent/prompt.ts'
import { messageOf } from '../../core/domain/errors.ts'
import { buildMemoryHints, memoryUnavailableHint } from '../../memory/themes.ts'
import { legend } from './messages.ts'
import { type ContextPartInput, type FitPart, nothing } from './section.ts'
import { formatTruncated, shrinkToTokens, whole } from './truncate.ts'

/** Part 1. */
export function prepareSystemPrompt({ deps: { clock }, count, turn: { place, timezone } }: ContextPartInput): FitPart {
  const prompt = buildSystemPrompt({
    now: clock.now(),
    timezone,
    platform: place.platform,
    placeKind: place.kind,
    ...(place.title && { placeTitle: place.title }),
  })
  return (room) => {
    const { excerpt, tokens } = shrinkToTokens(whole(`${prompt}\n\n${legend}`), room - 1, count)
    const leftOut = excerpt.cut > 0 ? [{ what: `${excerpt.cut} characters of it`, why: `there is room for ${room} tokens` }] : []
    return { text: formatTruncated(excerpt), tokens: tokens + 1, items: 1, leftOut }
  }
}

/** Part 2: the memory rules and themes. The content of memory is only available through tools. */
export async function prepareMemoryHints({ deps: { store, log }, turn, count }: ContextPartInput): Promise<FitPart> {
  const text = await buildMemoryHints(store.db, turn.scope).catch((error) => {
    log.warn({ userId: turn.user.id, error: messageOf(error) }, 'reading memory for a reply failed; the reply continues without it')
    return memoryUnavailableHint
  })
  const tokens = count(text) + 1
  // A truncated rule is worse than none.
  return (room) =>
    tokens <= room
      ? { text, tokens, items: 1, leftOut: [] }
      : { ...nothing, leftOut: [{ what: 'all of it', why: `there is room for ${room} tokens` }] }
}
