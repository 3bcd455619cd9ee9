import { arabic } from './arabic.ts'
import { chinese } from './chinese.ts'
import type { IntentCues } from './cues.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import { japanese } from './japanese.ts'
import { portuguese } from './portuguese.ts'
import { russian } from './russian.ts'
import { spanish } from './spanish.ts'

/** A text is matched with the cues of all languages, because it is short and people mix them. */
const cues: readonly IntentCues[] = [english, french, german, spanish, italian, portuguese, russian, arabic, chinese, japanese]

/** Builds a pattern that matches a cue of any language. */
export function buildCuePattern(select: (of: IntentCues) => string): RegExp {
  const sources = (isSpaceless: boolean) =>
    cues
      .filter((of) => (of.isSpaceless ?? false) === isSpaceless)
      .map(select)
      .join('|')
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${sources(false)})(?![\\p{L}\\p{N}])|(?:${sources(true)})`, 'iu')
}
