import type { MessageId } from '../../core/domain/ids.ts'
import { type Db, planOnce } from '../../store/store.ts'
import { visibleChat } from '../../threads/scope.ts'
import { isQuestion } from '../query/intent-cues.ts'
import { hasIrregularForms, hasOtherForms, isScopeTag, type QueryLanguages, type SearchTerm } from '../query/terms.ts'
import type { Thesaurus } from '../query/thesaurus.ts'
import {
  addOtherForms,
  buildCandidatePattern,
  countAllowedTypos,
  createTrigramMatcher,
  createTypoMatcher,
  findAccentedSpellings,
  hasShortParts,
} from '../query/word-forms.ts'
import type { SearchBounds } from './bounds.ts'
import { findLexemesInSummaries } from './candidates.ts'
import { loadPostings, type Postings, type PostingsQuery, type TermMatch } from './postings.ts'

/** The minimum trigram similarity of a similar word. The trigrams of a short word say too little. */
const minTrigramSimilarity = 0.45
/** A misspelled word is expanded to at most this many similar words. */
const maxSimilarWords = 4
/** At most this many unknown words of a query are expanded, because each is compared with all known words. */
const maxUnknownWords = 12
/** At most this many unknown words are expanded to hyponyms, because each has dozens, and every message is checked for all of them. */
const maxHyponymExpansions = 4
/** In letters. A longer word is rarely misspelled and is slow to compare. */
const maxWordLength = 64
/** A word that occurs in more messages than this is known. For a rarer word, the messages are checked. */
const maxUnknownFrequency = 8
/** The number of characters of a message used to decide whether it is a question. */
const questionCheckChars = 500
/** The certainty that a similar word is what the user meant. A hyponym is more certain. */
const similarWordCertainty = 0.5
const hyponymCertainty = 0.7
/** The certainty of a word whose hyponyms all belong to another term, such as "illness" beside "disease". It adds nothing to the query. */
const redundantCertainty = 0.1

export interface ExpandedPostings extends Postings {
  readonly terms: readonly SearchTerm[]
  /** For each term, 1, or less if it was expanded. */
  readonly certainty: readonly number[]
}

/**
 * Returns which messages contain which terms. Adds the other forms of terms, and expands unknown terms to their hyponyms, or to the most
 * similar words, except `spelledLexemes`, which are known to be spelled correctly.
 */
export async function loadExpandedPostings(
  db: Db,
  bounds: SearchBounds,
  given: PostingsQuery,
  { languages, thesaurus, spelledLexemes }: { languages: QueryLanguages; thesaurus: Thesaurus; spelledLexemes: ReadonlySet<string> },
): Promise<ExpandedPostings> {
  const terms = await addFormsInTexts(bounds, given, languages)
  const query = { ...given, terms }
  const exactPostings = await loadPostings(db, bounds, query)
  const unknownLexemes = (await findUnknownWords(db, bounds, { query, exactPostings, thesaurus })).slice(0, maxUnknownWords)
  // The words of the thesaurus and of summaries are spelled correctly too.
  const doubtfulLexemes = unknownLexemes.filter((lexeme) => !spelledLexemes.has(lexeme) && !thesaurus.has(lexeme))
  const lexemesInSummaries = await findLexemesInSummaries(db, bounds, doubtfulLexemes)
  const misspeltLexemes = doubtfulLexemes.filter((lexeme) => !lexemesInSummaries.has(lexeme))
  const vocabulary = misspeltLexemes.length > 0 ? await query.newest.loadWords(bounds) : ''
  const accented = findAccentedSpellings(misspeltLexemes, vocabulary)
  const misspelt = findSimilarWords(
    misspeltLexemes.filter((lexeme) => !accented.has(lexeme)),
    vocabulary,
    new Set([...terms, ...accented.values()].flat()),
  )
  const hyponymsByLexeme = expandToHyponyms(unknownLexemes, { known: [...terms, ...accented.values(), ...misspelt.values()], thesaurus })
  const expansions = new Map([...accented, ...misspelt, ...hyponymsByLexeme])
  if (expansions.size === 0) return { ...exactPostings, terms, certainty: terms.map(() => 1) }

  const expandedTerms = terms.map((term) => [...new Set([...(expansions.get(term[0] ?? '') ?? []), ...term])])
  const postings = await loadPostings(db, bounds, { ...query, terms: expandedTerms })
  const lookupCertainty = (lexeme: string) => {
    if (misspelt.has(lexeme)) return similarWordCertainty
    const expansion = hyponymsByLexeme.get(lexeme)
    return expansion === undefined ? 1 : expansion.length > 1 ? hyponymCertainty : redundantCertainty
  }
  return { ...postings, terms: expandedTerms, certainty: terms.map(([lexeme = '']) => lookupCertainty(lexeme)) }
}

/**
 * Adds to each term its other forms in the languages of the query and of the texts. The forms in the language of the query come from all
 * texts, because names and words of it stand in any: "Tischlerei Behrens". Those in another language come from the texts in it only, because
 * the language of a short query is uncertain.
 */
async function addFormsInTexts(
  bounds: SearchBounds,
  given: PostingsQuery,
  { query, texts }: QueryLanguages,
): Promise<readonly SearchTerm[]> {
  const languages = [...new Set([query, ...texts])].filter(hasOtherForms)
  const sources = languages.flatMap((language) => [
    ...(language === query ? [{ language, isOfLanguage: false }] : []),
    ...(language !== query || hasShortParts(language) ? [{ language, isOfLanguage: true }] : []),
  ])
  const formsByLanguage = await Promise.all(
    sources.map(async ({ language, isOfLanguage }) => {
      const lexemes = await given.newest.loadWords(bounds, isOfLanguage ? language : undefined)
      return addOtherForms(given.terms, { lexemes, language, isOfLanguage })
    }),
  )
  return given.terms.map((term, n) => [...new Set([...term, ...formsByLanguage.flatMap((terms) => terms[n] ?? [])])])
}

/** Returns whether a word is long enough that a similar word rarely means something else. */
const isLong = (lexeme: string) => lexeme.length >= (/\d/.test(lexeme) ? 4 : 5)

/** Expands the first few unknown lexemes to their hyponyms. Each hyponym is used only once. */
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

/**
 * Returns the words that no statement contains, on any day. Questions and the answers to them do not count: a user who asks again repeats
 * the same spelling, and so does the answer.
 */
async function findUnknownWords(
  db: Db,
  bounds: SearchBounds,
  { query, exactPostings, thesaurus }: { query: PostingsQuery; exactPostings: Postings; thesaurus: Thesaurus },
): Promise<string[]> {
  const termIndexes = query.terms.flatMap((term, n) => {
    const [lexeme = ''] = term
    return !hasIrregularForms(term) &&
      lexeme.length <= maxWordLength &&
      (isLong(lexeme) || countAllowedTypos(lexeme) > 0 || thesaurus.has(lexeme)) &&
      (exactPostings.frequencies[n] ?? 0) <= maxUnknownFrequency
      ? [n]
      : []
  })
  const rareTerms = termIndexes.map((n) => query.terms[n] ?? [])
  const matchesOnAnyDay =
    bounds.segments && (await loadPostings(db, { ...bounds, segments: undefined }, { ...query, terms: rareTerms })).matches
  const idsByTerm = termIndexes.map((number, n) =>
    matchesOnAnyDay ? findIdsWithTerm(matchesOnAnyDay, n) : findIdsWithTerm(exactPostings.matches, number),
  )
  // In a shared place, a frequency may be an estimate. If a word turns out to be in more messages, it is known.
  const possiblyUnknownIds = idsByTerm.filter((ids) => ids.size <= maxUnknownFrequency)
  const statements = await loadStatements(db, bounds, [...new Set(possiblyUnknownIds.flatMap((ids) => [...ids]))])
  return rareTerms.flatMap(([lexeme = ''], n) => {
    const ids = idsByTerm[n] ?? new Set()
    // An answer to a message that contains the word only repeats it.
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
  /** The message that this one answers. */
  readonly answers: MessageId | null
}

/** Returns those of the given messages that are not questions. Reads by primary key. */
async function loadStatements(db: Db, { scope }: SearchBounds, ids: readonly MessageId[]): Promise<StatementMessage[]> {
  if (ids.length === 0) return []
  const rows = await db.$queryRaw<(StatementMessage & { readonly text: string })[]>(planOnce`
    SELECT m.id, left(m.text, ${questionCheckChars}::int) AS text, m.reply_to_id AS answers
    FROM messages m WHERE m.id = ANY(${[...ids]}::int[]) AND ${visibleChat(scope)}`)
  return rows.filter(({ text }) => !isQuestion(text))
}

/**
 * Returns, for each unknown lexeme, the most similar words of a vocabulary, except `known`. Each word is used only once. Stores no word
 * list, so that deleted messages leave no word behind.
 */
function findSimilarWords(unknownLexemes: readonly string[], vocabulary: string, known: ReadonlySet<string>): Map<string, SearchTerm> {
  const usedWords = new Set<string>()
  return new Map(
    unknownLexemes.flatMap((lexeme): [string, SearchTerm][] => {
      const words = [...new Set(vocabulary.match(buildCandidatePattern(lexeme)))].filter((word) => !isScopeTag(word) && !known.has(word))
      const similar = rankBySimilarity(lexeme, words).flatMap((word) => (usedWords.has(word) ? [] : [word]))
      for (const word of similar) usedWords.add(word)
      // Includes the word itself, which a question may contain.
      return similar.length > 0 ? [[lexeme, [lexeme, ...similar]]] : []
    }),
  )
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
