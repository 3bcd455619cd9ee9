import type { MessageId } from '../core/ids.ts'
import type { Db } from '../store/store.ts'
import type { Reach } from './candidates.ts'
import { recentRows } from './postings.ts'
import { lexemesIn, lexemesOfRow } from './terms.ts'
import type { Thesaurus } from './thesaurus.ts'
import type { Term } from './word-forms.ts'

/** By message: its lexemes. */
export type Texts = ReadonlyMap<MessageId, readonly string[]>

/** By term that is asked for: the kinds of it, but those that are looked for themselves. */
export function kindsOf(
  asked: readonly Term[],
  { lookedFor, thesaurus }: { lookedFor: readonly Term[]; thesaurus: Thesaurus },
): ReadonlySet<string>[] {
  const known = new Set(lookedFor.flat())
  return asked.map((term) => new Set(term.flatMap((lexeme) => [...(thesaurus.get(lexeme) ?? [])]).filter((kind) => !known.has(kind))))
}

/** The newest messages but some, up to so many, with their lexemes. As one text: drivers take long for many rows. */
export async function newestTexts(
  db: Db,
  reach: Reach,
  { most, excluded }: { most: number; excluded: ReadonlySet<MessageId> },
): Promise<Texts> {
  const [row] = await db.$queryRaw<{ list: string | null }[]>`
    SELECT string_agg(message_id || ' ' || ${lexemesOfRow}, E'\n') AS list FROM (${recentRows(reach, most)}) recent
    WHERE message_id <> ALL(${[...excluded]}::int[])`
  const lines = row?.list?.split('\n') ?? []
  return new Map(
    lines.map((line) => {
      const end = line.indexOf(' ')
      return [Number(line.slice(0, end)) as MessageId, lexemesIn(line.slice(end + 1))]
    }),
  )
}

/** By message that says a kind of any term: by term, how surely, from 0 to 1. */
export type Kinds = ReadonlyMap<MessageId, readonly number[]>

/**
 * Who says kinds of what is asked for. The rarer a kind among the texts, the surer: where everybody walks every day, a walk is
 * no answer to "which exercise?".
 */
export function kindsIn(texts: Texts, kinds: readonly ReadonlySet<string>[]): Kinds {
  const ofAny = new Set(kinds.flatMap((ofTerm) => [...ofTerm]))
  const frequencies = new Map<string, number>()
  const having = new Map<MessageId, string[]>()
  for (const [id, lexemes] of texts) {
    const found = lexemes.filter((lexeme) => ofAny.has(lexeme))
    if (found.length > 0) having.set(id, found)
    for (const lexeme of found) frequencies.set(lexeme, (frequencies.get(lexeme) ?? 0) + 1)
  }
  const all = texts.size + 1
  const surety = (lexeme: string) => (Math.log(all / (frequencies.get(lexeme) ?? 1)) / Math.log(all)) ** 2
  return new Map(
    Array.from(having, ([id, found]) => [
      id,
      kinds.map((ofTerm) => Math.max(0, ...found.filter((lexeme) => ofTerm.has(lexeme)).map(surety))),
    ]),
  )
}
