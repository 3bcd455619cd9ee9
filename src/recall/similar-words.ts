import type { MessageId } from '../core/ids.ts'
import type { Db } from '../store/store.ts'
import { visibleTo } from '../threads/scope.ts'
import type { Reach } from './candidates.ts'
import { isQuestion } from './cues.ts'
import { type Asked, type Match, type Postings, postingsOf, recentRows } from './postings.ts'
import { markPrefix } from './terms.ts'
import type { Thesaurus } from './thesaurus.ts'
import { errorsAllowed, likenessTo, mayBeLike, similarityTo } from './typing-errors.ts'
import type { Term } from './word-forms.ts'

/** The share of their groups of three letters that two words have in common; the groups of a short word tell nothing. */
const leastSimilarity = 0.45
/** What is known are the words of so many of the newest messages. */
const mostListened = 4_000
/** A misspelt word is read as at most so many others. */
const mostSimilar = 4
/** Of a query's unknown words, so many are looked at: each is compared with all that are known. */
const mostUnknown = 12
/** So many of them are looked for by their kinds: each has dozens, that every message read is held against. */
const mostByKinds = 4
/** A longer word is hardly misspelt, and takes long to compare. In letters. */
const longestMeant = 64
/** A word in more messages than this is known, whatever they are; where there are fewer, they are read. */
const mostAsking = 8
/** Characters of a message that tell whether it asks. */
const askingLength = 500
/** What is only like the word that was asked for counts by half; a kind of what it says counts for more. */
const certaintyOfSimilar = 0.5
const certaintyOfKinds = 0.7
/** Of a word whose kinds all went to another: "illness" beside "disease". It asks for nothing that is not asked for already. */
const certaintyOfRepeated = 0.1

export interface AsMeant extends Postings {
  readonly terms: readonly Term[]
  /** By term: 1, or less for one that stands for what nobody wrote. */
  readonly certainty: readonly number[]
}

/** Who has which term; one that nobody has said is read as the kinds of what it says too, or as the words most like it. */
export async function postingsAsMeant(db: Db, reach: Reach, query: Asked, thesaurus: Thesaurus): Promise<AsMeant> {
  const { terms } = query
  const asked = await postingsOf(db, reach, query)
  const unknown = (await unknownWords(db, reach, { query, asked, thesaurus })).slice(0, mostUnknown)
  // Words that the thesaurus has are not misspelt.
  const misspelt = await similarWords(db, reach, { unknown: unknown.filter((lexeme) => !thesaurus.has(lexeme)), query })
  const byKinds = kindsOfUnknown(unknown, { known: [...terms, ...misspelt.values()], thesaurus })
  const similar = new Map([...misspelt, ...byKinds])
  if (similar.size === 0) return { ...asked, terms, certainty: terms.map(() => 1) }

  const meant = terms.map((term) => similar.get(term[0] ?? '') ?? term)
  const postings = await postingsOf(db, reach, { ...query, terms: meant })
  const certaintyOf = (lexeme: string) => {
    if (misspelt.has(lexeme)) return certaintyOfSimilar
    const kinds = byKinds.get(lexeme)
    return kinds === undefined ? 1 : kinds.length > 1 ? certaintyOfKinds : certaintyOfRepeated
  }
  return { ...postings, terms: meant, certainty: terms.map(([lexeme = '']) => certaintyOf(lexeme)) }
}

/** Long enough that what is like it is hardly something else. */
const isLong = (lexeme: string) => lexeme.length >= (/\d/.test(lexeme) ? 4 : 5)

/** By lexeme of the first few that have any, the kinds of it; each is taken for one only. */
function kindsOfUnknown(
  unknown: readonly string[],
  { known, thesaurus }: { known: readonly Term[]; thesaurus: Thesaurus },
): Map<string, Term> {
  const taken = new Set(known.flat())
  const kindsOf = (lexeme: string) => {
    const kinds = [...(thesaurus.get(lexeme) ?? [])].filter((kind) => !taken.has(kind))
    for (const kind of kinds) taken.add(kind)
    return kinds
  }
  const heads = unknown.filter((lexeme) => thesaurus.has(lexeme)).slice(0, mostByKinds)
  return new Map(heads.map((lexeme) => [lexeme, [lexeme, ...kindsOf(lexeme)]]))
}

/** The words that nobody has said on any day; who asks again spells again as before, and the answer does so too. */
async function unknownWords(
  db: Db,
  reach: Reach,
  { query, asked, thesaurus }: { query: Asked; asked: Postings; thesaurus: Thesaurus },
): Promise<string[]> {
  const numbers = query.terms.flatMap(([lexeme = '', ...others], n) =>
    others.length === 0 &&
    lexeme.length <= longestMeant &&
    (isLong(lexeme) || errorsAllowed(lexeme) > 0 || thesaurus.has(lexeme)) &&
    (asked.frequencies[n] ?? 0) <= mostAsking
      ? [n]
      : [],
  )
  const rare = numbers.map((n) => query.terms[n] ?? [])
  const onAnyDay = reach.segments && (await postingsOf(db, { ...reach, segments: undefined }, { ...query, terms: rare })).matches
  const idsOf = numbers.map((number, n) => (onAnyDay ? havingTerm(onAnyDay, n) : havingTerm(asked.matches, number)))
  // In front of others a frequency may be an estimate: what more have is known all the same.
  const asking = idsOf.filter((ids) => ids.size <= mostAsking)
  const speaking = await thoseSpeaking(db, reach, [...new Set(asking.flatMap((ids) => [...ids]))])
  return rare.flatMap(([lexeme = ''], n) => {
    const ids = idsOf[n] ?? new Set()
    // An answer to a message that has the word only repeats it.
    const isSaid = ids.size > mostAsking || speaking.some(({ id, answers }) => ids.has(id) && !(answers && ids.has(answers)))
    return isSaid ? [] : [lexeme]
  })
}

function havingTerm(matches: readonly Match[], n: number): Set<MessageId> {
  const having = new Set<MessageId>()
  for (const { id, own } of matches) if (own[n]) having.add(id)
  return having
}

interface Speaking {
  readonly id: MessageId
  /** The message it answers. */
  readonly answers: MessageId | null
}

/** Of some messages, those that say something and ask nothing. By primary key. */
async function thoseSpeaking(db: Db, { scope }: Reach, ids: readonly MessageId[]): Promise<Speaking[]> {
  if (ids.length === 0) return []
  const rows = await db.$queryRaw<(Speaking & { readonly text: string })[]>`
    SELECT m.id, left(m.text, ${askingLength}::int) AS text, m.reply_to_id AS answers
    FROM messages m WHERE m.id = ANY(${[...ids]}::int[]) AND ${visibleTo(scope, 'm')}`
  return rows.filter(({ text }) => !isQuestion(text))
}

/**
 * By lexeme, the most similar ones of the newest messages that are seen; each is taken for one only. Read from the
 * messages themselves and kept nowhere: what was deleted leaves no word behind.
 */
async function similarWords(
  db: Db,
  reach: Reach,
  { unknown, query }: { unknown: readonly string[]; query: Asked },
): Promise<Map<string, Term>> {
  if (unknown.length === 0) return new Map()
  const said = await wordsSaid(db, reach, query)
  const known = new Set(query.terms.flat())
  const taken = new Set<string>()
  return new Map(
    unknown.flatMap((lexeme): [string, Term][] => {
      const words = [...new Set(said.match(mayBeLike(lexeme)))].filter((word) => !word.startsWith(markPrefix) && !known.has(word))
      const similar = mostLike(lexeme, words).flatMap((word) => (taken.has(word) ? [] : [word]))
      for (const word of similar) taken.add(word)
      // Itself too: a summary may have it.
      return similar.length > 0 ? [[lexeme, [lexeme, ...similar]]] : []
    }),
  )
}

/** The words of the newest messages, one a line. As one text: a row a word takes five times as long. */
async function wordsSaid(db: Db, reach: Reach, { excluded }: Asked): Promise<string> {
  const [row] = await db.$queryRaw<{ words: string | null }[]>`
    SELECT string_agg(array_to_string(tsvector_to_array(recent.terms), E'\n'), E'\n') AS words FROM (${recentRows(reach, mostListened)}) recent
    WHERE recent.message_id <> ALL(${[...excluded]}::int[])`
  return row?.words ?? ''
}

function mostLike(lexeme: string, words: readonly string[]): string[] {
  const similarity = isLong(lexeme) ? similarityTo(lexeme) : () => 0
  const likeness = likenessTo(lexeme)
  return words
    .map((word) => {
      const similar = similarity(word)
      return { word, alike: Math.max(similar >= leastSimilarity ? similar : 0, likeness(word)) }
    })
    .filter(({ alike }) => alike > 0)
    .sort((a, b) => b.alike - a.alike || (a.word < b.word ? -1 : 1))
    .slice(0, mostSimilar)
    .map(({ word }) => word)
}
