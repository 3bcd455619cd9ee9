import type { MessageId } from '../../core/domain/ids.ts'
import type { Db } from '../../store/store.ts'
import type { SearchTerm } from '../query/irregular-forms.ts'
import { rowLexemesSql, splitLexemes } from '../query/lexemes.ts'
import type { Thesaurus } from '../query/thesaurus.ts'
import type { SearchBounds } from './candidates.ts'
import { recentRowsSql } from './postings.ts'

/** By message: its lexemes. */
export type LexemesByMessage = ReadonlyMap<MessageId, readonly string[]>

/** By term that is asked for: the kinds of it, but those that are looked for themselves. */
export function findHyponyms(
  queryTerms: readonly SearchTerm[],
  { searchedTerms, thesaurus }: { searchedTerms: readonly SearchTerm[]; thesaurus: Thesaurus },
): ReadonlySet<string>[] {
  const searchedLexemes = new Set(searchedTerms.flat())
  return queryTerms.map(
    (term) => new Set(term.flatMap((lexeme) => [...(thesaurus.get(lexeme) ?? [])].filter((hyponym) => !searchedLexemes.has(hyponym)))),
  )
}

/** Of the newest messages but some, up to so many. As one text: drivers take long for many rows. */
export async function loadNewestLexemes(
  db: Db,
  bounds: SearchBounds,
  { limit, excluded }: { limit: number; excluded: ReadonlySet<MessageId> },
): Promise<LexemesByMessage> {
  const [row] = await db.$queryRaw<{ list: string | null }[]>`
    SELECT string_agg(message_id || ' ' || ${rowLexemesSql}, E'\n') AS list FROM (${recentRowsSql(bounds, limit)}) recent
    WHERE message_id <> ALL(${[...excluded]}::int[])`
  const lines = row?.list?.split('\n') ?? []
  return new Map(
    lines.map((line) => {
      const end = line.indexOf(' ')
      return [Number(line.slice(0, end)) as MessageId, splitLexemes(line.slice(end + 1))]
    }),
  )
}

/** By kind: how much it says of what is asked for, from 0 to 1. */
export type HyponymWeights = ReadonlyMap<string, number>

/** As if so many messages without any kind were there too: in a young conversation, and on a day about pets, a dog is everywhere. */
const smoothingMessages = 100

/** The rarer a kind among some messages, the surer: where everybody walks every day, a walk is no answer to "which exercise?". */
export function weighHyponyms(messages: LexemesByMessage, hyponymsByTerm: readonly ReadonlySet<string>[]): HyponymWeights {
  const frequencies = new Map(hyponymsByTerm.flatMap((hyponyms) => Array.from(hyponyms, (kind) => [kind, 0] as [string, number])))
  if (frequencies.size === 0) return frequencies
  for (const lexemes of messages.values())
    for (const lexeme of lexemes) {
      const frequency = frequencies.get(lexeme)
      if (frequency !== undefined) frequencies.set(lexeme, frequency + 1)
    }
  const total = messages.size + smoothingMessages
  return new Map(Array.from(frequencies, ([kind, count]) => [kind, count === 0 ? 1 : (Math.log(total / count) / Math.log(total)) ** 2]))
}

/** By message that says a kind of any term: by term, how surely, from 0 to 1. */
export type HyponymHits = ReadonlyMap<MessageId, readonly number[]>

export function findHyponymHits(
  messages: LexemesByMessage,
  hyponymsByTerm: readonly ReadonlySet<string>[],
  weights: HyponymWeights,
): HyponymHits {
  const hits = new Map<MessageId, number[]>()
  if (weights.size === 0) return hits
  for (const [id, lexemes] of messages) {
    const hyponymLexemes = lexemes.filter((lexeme) => weights.has(lexeme))
    if (hyponymLexemes.length === 0) continue
    const maxWeightOf = (hyponyms: ReadonlySet<string>) =>
      Math.max(0, ...hyponymLexemes.filter((kind) => hyponyms.has(kind)).map((kind) => weights.get(kind) ?? 0))
    hits.set(id, hyponymsByTerm.map(maxWeightOf))
  }
  return hits
}

/** A kind that this sure is marked where it is found: what everybody says says little. */
const minHighlightWeight = 0.25

/** Those kinds that are shown to be what was looked for. */
export const selectHighlightedHyponyms = (weights: HyponymWeights): string[] =>
  [...weights].flatMap(([hyponym, weight]) => (weight >= minHighlightWeight ? [hyponym] : []))
