import { readFile } from 'node:fs/promises'
import { Prisma } from '../store/generated/client.ts'
import type { Db, Store } from '../store/store.ts'
import { type SearchLanguage, wordsOf } from './terms.ts'

/** By lexeme that people ask with: the lexemes of what is a kind of it, belongs to it or is a sign of it. */
export type Thesaurus = ReadonlyMap<string, ReadonlySet<string>>

/** Lines of `pet, pets: dog cat turtle`, in plain words. */
const files: Readonly<Record<string, URL>> = { english: new URL('./thesaurus/english.txt', import.meta.url) }

const none: Thesaurus = new Map()

/** By store, as its database makes the lexemes; each language is read once. */
const known = new WeakMap<Store, Map<SearchLanguage, Promise<Thesaurus>>>()

/** The thesaurus of a language; empty where there is none. */
export function thesaurusOf(store: Store, language: SearchLanguage): Promise<Thesaurus> {
  const file = files[language]
  if (!file) return Promise.resolve(none)
  const ofStore = known.get(store) ?? new Map<SearchLanguage, Promise<Thesaurus>>()
  known.set(store, ofStore)
  const reading = ofStore.get(language) ?? readThesaurus(store.db, file, language)
  ofStore.set(language, reading)
  // What failed is tried again by the next search.
  reading.catch(() => ofStore.delete(language))
  return reading
}

async function readThesaurus(db: Db, file: URL, language: SearchLanguage): Promise<Thesaurus> {
  const entries = entriesOf(await readFile(file, 'utf8'))
  const lexemes = await lexemesByWord(db, language, [...new Set(entries.flatMap(({ heads, members }) => [...heads, ...members]))])
  const lexemesIn = (words: readonly string[]) => words.flatMap((word) => lexemes.get(word) ?? [])
  const thesaurus = new Map<string, Set<string>>()
  for (const { heads, members } of entries) {
    const all = lexemesIn([...heads, ...members])
    for (const head of lexemesIn(heads)) {
      const kinds = thesaurus.get(head) ?? new Set()
      thesaurus.set(head, kinds)
      for (const lexeme of all) if (lexeme !== head) kinds.add(lexeme)
    }
  }
  return thesaurus
}

export interface Entry {
  /** Words of one meaning. */
  readonly heads: readonly string[]
  /** Kinds, parts and signs of it. */
  readonly members: readonly string[]
}

/** The entries of a thesaurus file, one a line: `pet, pets: dog cat turtle`. */
export function entriesOf(text: string): Entry[] {
  return text.split('\n').flatMap((line) => {
    const [heads, members] = line.split(': ')
    return heads && members ? [{ heads: heads.split(', '), members: members.split(' ') }] : []
  })
}

/** As one text: drivers take long for many rows. A stop word has no lexeme. */
async function lexemesByWord(db: Db, language: SearchLanguage, words: readonly string[]): Promise<Map<string, string>> {
  const [row] = await db.$queryRaw<{ list: string | null }[]>`
    SELECT string_agg(word || ' ' || lexeme, E'\n') AS list FROM unnest(${[...words]}::text[]) AS word
    CROSS JOIN LATERAL (SELECT lexeme FROM unnest(${wordsOf(Prisma.sql`word`, Prisma.sql`${language}`)}) LIMIT 1) l`
  return new Map((row?.list ?? '').split('\n').map((line) => line.split(' ') as [string, string]))
}
