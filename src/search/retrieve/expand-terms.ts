import type { MessageId } from '../../core/domain/ids.ts'
import type { Db } from '../../store/store.ts'
import { visibleTo } from '../../threads/scope.ts'
import { buildCandidatePattern, countAllowedTypos, createTrigramMatcher, createTypoMatcher } from '../query/fuzzy-match.ts'
import { isQuestion } from '../query/intent-cues.ts'
import { type SearchTerm, scopeTagPrefix } from '../query/terms.ts'
import type { Thesaurus } from '../query/thesaurus.ts'
import type { SearchBounds } from './bounds.ts'
import { loadPostings, type Postings, type PostingsQuery, recentRowsSql, type TermMatch } from './postings.ts'

/** The share of their groups of three letters that two words have in common; the groups of a short word tell nothing. */
const minTrigramSimilarity = 0.45
/** What is known are the words of so many of the newest messages. */
const maxVocabularyMessages = 4_000
/** A misspelt word is read as at most so many others. */
const maxSimilarWords = 4
/** Of a query's unknown words, so many are looked at: each is compared with all that are known. */
const maxUnknownWords = 12
/** So many of them are looked for by their kinds: each has dozens, that every message read is held against. */
const maxHyponymExpansions = 4
/** A longer word is hardly misspelt, and takes long to compare. In letters. */
const maxWordLength = 64
/** A word in more messages than this is known, whatever they are; where there are fewer, they are read. */
const maxUnknownFrequency = 8
/** Characters of a message that tell whether it asks. */
const questionCheckChars = 500
/** What is only like the word that was asked for counts by half; a kind of what it says counts for more. */
const similarWordCertainty = 0.5
const hyponymCertainty = 0.7
/** Of a word whose kinds all went to another: "illness" beside "disease". It asks for nothing that is not asked for already. */
const redundantCertainty = 0.1

export interface ExpandedPostings extends Postings {
  readonly terms: readonly SearchTerm[]
  /** By term: 1, or less for one that stands for what nobody wrote. */
  readonly certainty: readonly number[]
}

/** Who has which term; one that nobody has said is read as the kinds of what it says too, or as the words most like it. */
export async function loadExpandedPostings(
  db: Db,
  bounds: SearchBounds,
  query: PostingsQuery,
  thesaurus: Thesaurus,
): Promise<ExpandedPostings> {
  const { terms } = query
  const exactPostings = await loadPostings(db, bounds, query)
  const unknownLexemes = (await findUnknownWords(db, bounds, { query, exactPostings, thesaurus })).slice(0, maxUnknownWords)
  // Words that the thesaurus has are not misspelt.
  const misspelt = await findSimilarWords(db, bounds, { unknownLexemes: unknownLexemes.filter((lexeme) => !thesaurus.has(lexeme)), query })
  const hyponymsByLexeme = expandToHyponyms(unknownLexemes, { known: [...terms, ...misspelt.values()], thesaurus })
  const expansions = new Map([...misspelt, ...hyponymsByLexeme])
  if (expansions.size === 0) return { ...exactPostings, terms, certainty: terms.map(() => 1) }

  const expandedTerms = terms.map((term) => expansions.get(term[0] ?? '') ?? term)
  const postings = await loadPostings(db, bounds, { ...query, terms: expandedTerms })
  const lookupCertainty = (lexeme: string) => {
    if (misspelt.has(lexeme)) return similarWordCertainty
    const expansion = hyponymsByLexeme.get(lexeme)
    return expansion === undefined ? 1 : expansion.length > 1 ? hyponymCertainty : redundantCertainty
  }
  return { ...postings, terms: expandedTerms, certainty: terms.map(([lexeme = '']) => lookupCertainty(lexeme)) }
}

/** Long enough that what is like it is hardly something else. */
const isLong = (lexeme: string) => lexeme.length >= (/\d/.test(lexeme) ? 4 : 5)

/** By lexeme of the first few that have any, the kinds of it; each is taken for one only. */
function expandToHyponyms(
  unknownLexemes: readonly string[],
  { known, thesaurus }: { known: readonly SearchTerm[]; thesaurus: Thesaurus },
): Map<string, SearchTerm> {
  const usedLexemes = new Set(known.flat())
  const claimHyponyms = (lexeme: string) => {
    const hyponyms = [...(thesaurus.get(lexeme) ?? [])].filter((kind) => !usedLexemes.has(kind))
    for (const kind of hyponyms) usedLexemes.add(kind)
    return hyponyms
  }
  const heads = unknownLexemes.filter((lexeme) => thesaurus.has(lexeme)).slice(0, maxHyponymExpansions)
  return new Map(heads.map((lexeme) => [lexeme, [lexeme, ...claimHyponyms(lexeme)]]))
}

/** The words that nobody has said on any day; who asks again spells again as before, and the answer does so too. */
async function findUnknownWords(
  db: Db,
  bounds: SearchBounds,
  { query, exactPostings, thesaurus }: { query: PostingsQuery; exactPostings: Postings; thesaurus: Thesaurus },
): Promise<string[]> {
  const termIndexes = query.terms.flatMap(([lexeme = '', ...others], n) =>
    others.length === 0 &&
    lexeme.length <= maxWordLength &&
    (isLong(lexeme) || countAllowedTypos(lexeme) > 0 || thesaurus.has(lexeme)) &&
    (exactPostings.frequencies[n] ?? 0) <= maxUnknownFrequency
      ? [n]
      : [],
  )
  const rareTerms = termIndexes.map((n) => query.terms[n] ?? [])
  const matchesOnAnyDay =
    bounds.segments && (await loadPostings(db, { ...bounds, segments: undefined }, { ...query, terms: rareTerms })).matches
  const idsByTerm = termIndexes.map((number, n) =>
    matchesOnAnyDay ? findIdsWithTerm(matchesOnAnyDay, n) : findIdsWithTerm(exactPostings.matches, number),
  )
  // In front of others a frequency may be an estimate: what more have is known all the same.
  const possiblyUnknownIds = idsByTerm.filter((ids) => ids.size <= maxUnknownFrequency)
  const statements = await loadStatements(db, bounds, [...new Set(possiblyUnknownIds.flatMap((ids) => [...ids]))])
  return rareTerms.flatMap(([lexeme = ''], n) => {
    const ids = idsByTerm[n] ?? new Set()
    // An answer to a message that has the word only repeats it.
    const isKnown = ids.size > maxUnknownFrequency || statements.some(({ id, answers }) => ids.has(id) && !(answers && ids.has(answers)))
    return isKnown ? [] : [lexeme]
  })
}

function findIdsWithTerm(matches: readonly TermMatch[], n: number): Set<MessageId> {
  const ids = new Set<MessageId>()
  for (const { id, termHits } of matches) if (termHits[n]) ids.add(id)
  return ids
}

interface StatementMessage {
  readonly id: MessageId
  /** The message it answers. */
  readonly answers: MessageId | null
}

/** Of some messages, those that say something and ask nothing. By primary key. */
async function loadStatements(db: Db, { scope }: SearchBounds, ids: readonly MessageId[]): Promise<StatementMessage[]> {
  if (ids.length === 0) return []
  const rows = await db.$queryRaw<(StatementMessage & { readonly text: string })[]>`
    SELECT m.id, left(m.text, ${questionCheckChars}::int) AS text, m.reply_to_id AS answers
    FROM messages m WHERE m.id = ANY(${[...ids]}::int[]) AND ${visibleTo(scope, 'm')}`
  return rows.filter(({ text }) => !isQuestion(text))
}

/**
 * By lexeme, the most similar ones of the newest messages that are seen; each is taken for one only. Read from the
 * messages themselves and kept nowhere: what was deleted leaves no word behind.
 */
async function findSimilarWords(
  db: Db,
  bounds: SearchBounds,
  { unknownLexemes, query }: { unknownLexemes: readonly string[]; query: PostingsQuery },
): Promise<Map<string, SearchTerm>> {
  if (unknownLexemes.length === 0) return new Map()
  const vocabulary = await loadVocabulary(db, bounds, query)
  const known = new Set(query.terms.flat())
  const usedWords = new Set<string>()
  return new Map(
    unknownLexemes.flatMap((lexeme): [string, SearchTerm][] => {
      const words = [...new Set(vocabulary.match(buildCandidatePattern(lexeme)))].filter(
        (word) => !word.startsWith(scopeTagPrefix) && !known.has(word),
      )
      const similar = rankBySimilarity(lexeme, words).flatMap((word) => (usedWords.has(word) ? [] : [word]))
      for (const word of similar) usedWords.add(word)
      // Itself too: a summary may have it.
      return similar.length > 0 ? [[lexeme, [lexeme, ...similar]]] : []
    }),
  )
}

/** The words of the newest messages, one a line. As one text: a row a word takes five times as long. */
async function loadVocabulary(db: Db, bounds: SearchBounds, { excluded }: PostingsQuery): Promise<string> {
  const [row] = await db.$queryRaw<{ words: string | null }[]>`
    SELECT string_agg(array_to_string(tsvector_to_array(recent.terms), E'\n'), E'\n') AS words FROM (${recentRowsSql(bounds, maxVocabularyMessages)}) recent
    WHERE recent.message_id <> ALL(${[...excluded]}::int[])`
  return row?.words ?? ''
}

function rankBySimilarity(lexeme: string, words: readonly string[]): string[] {
  const compareTrigrams = isLong(lexeme) ? createTrigramMatcher(lexeme) : () => 0
  const compareTypos = createTypoMatcher(lexeme)
  return words
    .map((word) => {
      const trigramSimilarity = compareTrigrams(word)
      return { word, bestSimilarity: Math.max(trigramSimilarity >= minTrigramSimilarity ? trigramSimilarity : 0, compareTypos(word)) }
    })
    .filter(({ bestSimilarity }) => bestSimilarity > 0)
    .sort((a, b) => b.bestSimilarity - a.bestSimilarity || (a.word < b.word ? -1 : 1))
    .slice(0, maxSimilarWords)
    .map(({ word }) => word)
}
