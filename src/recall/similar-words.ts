import type { MessageId } from '../core/ids.ts'
import type { Db } from '../store/store.ts'
import type { Reach } from './candidates.ts'
import { type Posting, postingsOf, recentRows } from './postings.ts'
import { threadMark } from './terms.ts'
import type { Term } from './word-forms.ts'

/** By pg_trgm: the share of their groups of three letters that two words have in common. */
const leastSimilarity = 0.45
/** A misspelt word is read as at most so many others. */
const mostSimilar = 4
/** Of a query's unknown words, so many are looked at: each is compared with all that are known. */
const mostUnknown = 12
/** What is only like the word that was asked for counts by half. */
const certaintyOfSimilar = 0.5

export interface AsMeant {
  readonly terms: readonly Term[]
  /** By term. */
  readonly postings: readonly Posting[]
  /** By term: 1, or less for one that stands for what nobody wrote. */
  readonly certainty: readonly number[]
}

/** Who has each term; one that nobody but the excluded messages has is read as the words most like it too. */
export async function postingsAsMeant(
  db: Db,
  reach: Reach,
  { terms, messages, excluded }: { terms: readonly Term[]; messages: number; excluded: ReadonlySet<MessageId> },
): Promise<AsMeant> {
  const asked = await postingsOf(db, reach, { terms, messages })
  const isUnknown = ({ frequency, ids }: Posting) => frequency <= ids.filter((id) => excluded.has(id)).length
  const unknown = terms.flatMap(([lexeme = '', ...others], n) => {
    const posting = asked[n]
    return posting && isUnknown(posting) && others.length === 0 && isLong(lexeme) ? [lexeme] : []
  })
  const similar = await similarWords(db, reach, { unknown: unknown.slice(0, mostUnknown), taken: new Set(terms.flat()) })
  if (similar.size === 0) return { terms, postings: asked, certainty: terms.map(() => 1) }

  const read = await postingsOf(db, reach, { terms: [...similar.values()], messages })
  const postings = new Map([...similar.keys()].map((lexeme, n) => [lexeme, read[n]]))
  return {
    terms: terms.map((term) => similar.get(term[0] ?? '') ?? term),
    postings: asked.map((posting, n) => postings.get(terms[n]?.[0] ?? '') ?? posting),
    certainty: terms.map((term) => (similar.has(term[0] ?? '') ? certaintyOfSimilar : 1)),
  }
}

/** Long enough that what is like it is hardly something else. */
const isLong = (lexeme: string) => lexeme.length >= (/\d/.test(lexeme) ? 4 : 5)

/**
 * By lexeme, the most similar ones of the newest messages that are seen; each is taken for one only. Read from the
 * messages themselves and kept nowhere: what was deleted leaves no word behind.
 */
async function similarWords(
  db: Db,
  reach: Reach,
  { unknown, taken }: { unknown: readonly string[]; taken: ReadonlySet<string> },
): Promise<Map<string, Term>> {
  if (unknown.length === 0) return new Map()
  // Made into arrays the words are read in two thirds of the time.
  const rows = await db.$queryRaw<{ lexeme: string; word: string }[]>`
    WITH recent AS MATERIALIZED (${recentRows(reach)}), words AS MATERIALIZED (
      SELECT DISTINCT word FROM recent CROSS JOIN LATERAL unnest(tsvector_to_array(recent.terms)) word
      WHERE NOT starts_with(word, ${threadMark}) AND word <> ALL(${[...taken]}::text[])
    )
    SELECT asked.lexeme, near.word FROM unnest(${[...unknown]}::text[]) WITH ORDINALITY asked(lexeme, n)
    CROSS JOIN LATERAL (
      SELECT alike.word, alike.similarity FROM (SELECT word, similarity(word, asked.lexeme) AS similarity FROM words) alike
      WHERE alike.similarity >= ${leastSimilarity}::real
      ORDER BY alike.similarity DESC, alike.word COLLATE "C" LIMIT ${mostSimilar}
    ) near
    ORDER BY asked.n, near.similarity DESC, near.word COLLATE "C"`
  const first = new Map(rows.toReversed().map(({ lexeme, word }) => [word, lexeme]))
  return new Map(
    unknown.flatMap((lexeme): [string, Term][] => {
      const words = rows.filter((row) => row.lexeme === lexeme && first.get(row.word) === lexeme).map(({ word }) => word)
      // Itself too: a summary may have it.
      return words.length > 0 ? [[lexeme, [lexeme, ...words]]] : []
    }),
  )
}
