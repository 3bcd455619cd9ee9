import type { SessionInput } from '../../src/sessions/session-input.ts'
import type { FoundLoop, LoopClosing, SessionNotes } from '../../src/sessions/session-notes.ts'
import { repeatingNotes } from '../sessions/bench.ts'

interface Meaning {
  readonly opens?: Pick<FoundLoop, 'text' | 'owner' | 'ownerName' | 'due'>
  readonly closes?: Pick<LoopClosing, 'state'> & { readonly text: string }
}

const offer = 'send the offer to Tom'
const plants = 'water the plants'

/** All that is said, and what it means. */
const sentences: Readonly<Record<string, Meaning>> = {
  'I must send the offer to Tom.': { opens: { text: offer, owner: 'user' } },
  'I must send the offer to Tom by Friday.': { opens: { text: offer, owner: 'user', due: 'by Friday' } },
  'Eve must send the offer to Tom tomorrow at 9.': { opens: { text: offer, owner: 'other', ownerName: 'Eve', due: 'tomorrow at 9' } },
  'I must water the plants.': { opens: { text: plants, owner: 'user' } },
  'Done, I sent the offer to Tom.': { closes: { text: offer, state: 'done' } },
  'Done, I watered the plants.': { closes: { text: plants, state: 'done' } },
  'Never mind the offer to Tom.': { closes: { text: offer, state: 'dropped' } },
  'Nice weather today.': {},
  'I slept well.': {},
}
const texts = Object.keys(sentences)

/** A sentence with a tag that makes it unique. */
export const write = (what: number, tag: string): string => `${texts[what % texts.length]} ${tag}`
export const meaningOf = (text: string): Meaning => sentences[text] ?? sentences[text.slice(0, text.lastIndexOf(' '))] ?? {}

/** The days that the sentences name, seen from the day on which all is said. */
export const dueDays: Readonly<Record<string, string>> = { 'by Friday': '2026-11-20', 'tomorrow at 9': '2026-11-19 09:00' }

/** Notes of all that the sentences say. What a session opens and closes itself is left out. */
export function readLoops(input: SessionInput): SessionNotes {
  const opened = new Map<string, FoundLoop>()
  const closings: LoopClosing[] = []
  for (const { id: messageId, role, text } of input.lines) {
    const { opens, closes } = role === 'user' ? meaningOf(text) : {}
    if (opens && !opened.has(opens.text)) opened.set(opens.text, { ...opens, messageId })
    if (!closes) continue
    opened.delete(closes.text)
    for (const { id: loopId, text: task } of input.openLoops)
      if (task === closes.text && !closings.some((closing) => closing.loopId === loopId))
        closings.push({ loopId, messageId, state: closes.state })
  }
  return { ...repeatingNotes(input), newLoops: [...opened.values()], closings }
}
