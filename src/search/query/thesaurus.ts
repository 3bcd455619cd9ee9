import { readFile } from 'node:fs/promises'
import type { MessageId } from '../../core/domain/ids.ts'
import type { LanguageCode } from '../../core/domain/languages.ts'
import type { Db, Store } from '../../store/store.ts'
import type { SearchTerm } from './terms.ts'

/** The lexemes of the kinds, parts and signs of each head lexeme. The code calls all of them hyponyms. */
export type Thesaurus = ReadonlyMap<string, ReadonlySet<string>>

/** The file of a thesaurus and the dictionary that the database uses to stem its words. */
interface ThesaurusSource {
  /** Has lines such as `pet, pets: dog cat turtle`, with words that are not stemmed. */
  readonly file: URL
  readonly dictionary: string
}

const sources: Readonly<Record<string, ThesaurusSource>> = {
  en: { file: new URL('./thesaurus/english.txt', import.meta.url), dictionary: 'english_stem' },
}

const emptyThesaurus: Thesaurus = new Map()

/** Cached per database, because the database stems the words. Each language is loaded once. */
const cacheByDatabase = new WeakMap<Db, Map<LanguageCode, Promise<Thesaurus>>>()

/** Returns the thesaurus of a language. Empty if there is none. */
export function loadThesaurus({ db }: Store, language: LanguageCode): Promise<Thesaurus> {
  const source = sources[language]
  if (!source) return Promise.resolve(emptyThesaurus)
  const byLanguage = cacheByDatabase.get(db) ?? new Map<LanguageCode, Promise<Thesaurus>>()
  cacheByDatabase.set(db, byLanguage)
  return byLanguage.get(language) ?? cacheLoading(byLanguage, language, readThesaurus(db, source))
}

function cacheLoading(
  byLanguage: Map<LanguageCode, Promise<Thesaurus>>,
  language: LanguageCode,
  loading: Promise<Thesaurus>,
): Promise<Thesaurus> {
  byLanguage.set(language, loading)
  // Lets the next search try again.
  loading.catch(() => byLanguage.delete(language))
  return loading
}

async function readThesaurus(db: Db, { file, dictionary }: ThesaurusSource): Promise<Thesaurus> {
  const entries = parseEntries(await readFile(file, 'utf8'))
  const byWord = await loadLexemesByWord(db, dictionary, [...new Set(entries.flatMap(({ heads, members }) => [...heads, ...members]))])
  const lexemesOf = (words: readonly string[]) => words.flatMap((word) => byWord.get(word) ?? [])
  const thesaurus = new Map<string, Set<string>>()
  for (const { heads, members } of entries) {
    const entryLexemes = lexemesOf([...heads, ...members])
    for (const head of lexemesOf(heads)) {
      const hyponyms = thesaurus.get(head) ?? new Set()
      thesaurus.set(head, hyponyms)
      for (const lexeme of entryLexemes) if (lexeme !== head) hyponyms.add(lexeme)
    }
  }
  return thesaurus
}

export interface ThesaurusEntry {
  /** Synonyms of each other. */
  readonly heads: readonly string[]
  /** The kinds, parts and signs of the heads. */
  readonly members: readonly string[]
}

/** Parses a thesaurus file. Each line is an entry such as `pet, pets: dog cat turtle`. */
export function parseEntries(text: string): ThesaurusEntry[] {
  return text.split('\n').flatMap((line) => {
    const [heads, members] = line.split(': ')
    return heads && members ? [{ heads: heads.split(', '), members: members.split(' ') }] : []
  })
}

/** Loads the lexeme of each word. Reads a single string, because drivers are slow with many rows. A stop word has no lexeme. */
async function loadLexemesByWord(db: Db, dictionary: string, words: readonly string[]): Promise<Map<string, string>> {
  const [row] = await db.$queryRaw<{ list: string | null }[]>`
    SELECT string_agg(word || ' ' || (ts_lexize(${dictionary}::regdictionary, word))[1], E'\n') AS list FROM unnest(${[...words]}::text[]) AS word`
  return new Map((row?.list ?? '').split('\n').map((line) => line.split(' ') as [string, string]))
}

export type LexemesByMessage = ReadonlyMap<MessageId, readonly string[]>

/** Returns the hyponyms of each term, except lexemes that are search terms themselves. */
export function findHyponyms(
  queryTerms: readonly SearchTerm[],
  { searchedTerms, thesaurus }: { searchedTerms: readonly SearchTerm[]; thesaurus: Thesaurus },
): ReadonlySet<string>[] {
  const searchedLexemes = new Set(searchedTerms.flat())
  return queryTerms.map(
    (term) => new Set(term.flatMap((lexeme) => [...(thesaurus.get(lexeme) ?? [])].filter((hyponym) => !searchedLexemes.has(hyponym)))),
  )
}

/** How specific each hyponym is, from 0 to 1. */
export type HyponymWeights = ReadonlyMap<string, number>

/** Counted as additional messages without hyponyms, because in a young conversation, or on a day about pets, a dog is everywhere. */
const smoothingMessages = 100

/** Weights hyponyms by how rare they are among some messages: if everyone walks every day, a walk does not answer "which exercise?". */
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

/** For each message with a hyponym, the weight of the best hyponym of each term, from 0 to 1. */
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

/** The minimum weight of a highlighted hyponym. More common hyponyms say little. */
const minHighlightWeight = 0.25

/** Returns the hyponyms to highlight in the results. */
export const selectHighlightedHyponyms = (weights: HyponymWeights): string[] =>
  [...weights].flatMap(([hyponym, weight]) => (weight >= minHighlightWeight ? [hyponym] : []))
