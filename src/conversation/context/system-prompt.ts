import { systemPrompt } from '../../agent/prompt.ts'
import { legend } from './message-labels.ts'
import type { Fit, PartInput } from './section.ts'
import { shownText, shrink, whole } from './truncate.ts'

/** Part 1. */
export function prepareSystemPrompt({ clock, count, turn: { place, timezone } }: PartInput): Fit {
  const prompt = systemPrompt({
    now: clock.now(),
    timezone,
    platform: place.platform,
    placeKind: place.kind,
    ...(place.title && { placeTitle: place.title }),
  })
  return (room) => {
    const { excerpt, tokens } = shrink(whole(`${prompt}\n\n${legend}`), room - 1, count)
    const leftOut = excerpt.cut > 0 ? [{ what: `${excerpt.cut} characters of it`, why: `there is room for ${room} tokens` }] : []
    return { text: shownText(excerpt), tokens: tokens + 1, items: 1, leftOut }
  }
}
