import type { CatalogueLanguage } from '../../core/messages/messages.ts'
import type { ResolvedStatement } from '../summary/references.ts'
import { foldText } from '../words.ts'
import { sessionCuesByLanguage, sessionCuesOf } from './languages/all.ts'
import { type ToneName, toneNames } from './languages/session-cues.ts'

const negation =
  /(?<!\p{L})(?:not|no longer|without|ohne|sans|sin|senza|sem|без|nicht|kein\w*|pas|plus|no|ya no|non|nao|не|уже не)\s+(?:\p{L}+\s+){0,2}$|n't\s+(?:\p{L}+\s+){0,2}$/u

/** Returns how the user sounds, in the user's language: the feeling that most sentences show, of equal ones the last. */
export function findTone(statements: readonly ResolvedStatement[], language: CatalogueLanguage): string | undefined {
  const counts = new Map<ToneName, { count: number; last: number }>()
  for (const { role, text, said, isQuestion, cues, order } of statements) {
    if (role !== 'user' || isQuestion) continue
    const { tones, unreal } = sessionCuesOf(cues)
    const folded = foldText(said.includes(text) ? said : `${said} ${text}`)
    if (unreal.test(folded)) continue
    for (const name of toneNames) {
      const match = tones[name].cues.exec(folded)
      if (!match || negation.test(folded.slice(0, match.index))) continue
      counts.set(name, { count: (counts.get(name)?.count ?? 0) + 1, last: order })
    }
  }
  const [best] = [...counts].sort(([, a], [, b]) => b.count - a.count || b.last - a.last)
  return best && sessionCuesByLanguage[language].tones[best[0]].label
}
