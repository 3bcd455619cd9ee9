import { buildSystemPrompt } from '../../agent/prompt.ts'
import { legend } from './message-labels.ts'
import type { ContextPartInput, FitPart } from './section.ts'
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
