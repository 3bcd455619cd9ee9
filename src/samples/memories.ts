import type { MemoryType } from '../memory/items/memory-item.ts'

/** A memory of the sample conversation. */
export interface SampleMemory {
  readonly type: MemoryType
  readonly theme: string
  readonly content: string
  /** How the message begins that it was learned from. */
  readonly learnedFrom: string
}

export const sampleMemories: readonly SampleMemory[] = [
  {
    type: 'fact',
    theme: 'Lighthouse book',
    content: 'Price of the lighthouse book: 340 a spread and 600 for the cover, two rounds of corrections included.',
    learnedFrom: 'Decided: 340 a spread',
  },
  {
    type: 'instruction',
    theme: 'Running',
    content: 'Two runs a week, a short one on Tuesdays and the long one on Saturdays. Allow no bargaining.',
    learnedFrom: 'Decided: two runs a week',
  },
  {
    type: 'fact',
    theme: 'Miso',
    content: 'The cat Miso is healthy and greedy: puzzle bowl, four small meals, no milk.',
    learnedFrom: 'Vet says Miso',
  },
  {
    type: 'fact',
    theme: 'Lisbon',
    content: 'Lisbon with Clara from 16 to 21 May, five nights. Clara looks for a room in Graça.',
    learnedFrom: 'We agreed: Lisbon',
  },
  {
    type: 'fact',
    theme: 'Flat',
    content: 'Jonas and I take the flat on Rue des Tables-Claudiennes: fourth floor, 84 steps, north light.',
    learnedFrom: 'We decided: we take the flat',
  },
  {
    type: 'preference',
    theme: 'Lighthouse book',
    content: 'Palette of the lighthouse book: indigo, raw umber, a grey-green, and a warm yellow for nothing but the lamp.',
    learnedFrom: "That's it. Decided: the palette",
  },
]
