import type { MessageId } from '../core/ids.ts'
import type { Db } from '../store/store.ts'
import type { Reach } from './candidates.ts'
import { recentRows } from './postings.ts'
import { lexemesIn, lexemesOfRow } from './terms.ts'
import type { Thesaurus } from './thesaurus.ts'
import type { Term } from './word-forms.ts'

/** By message: its lexemes. */
export type Lexemes = ReadonlyMap<MessageId, readonly string[]>

/** By term that is asked for: the kinds of it, but those that are looked for themselves. */
export function kindsOf(
  asked: readonly Term[],
  { lookedFor, thesaurus }: { lookedFor: readonly Term[]; thesaurus: Thesaurus },
): ReadonlySet<string>[] {
  const known = new Set(lookedFor.flat())
  return asked.map((term) => new Set(term.flatMap((lexeme) => [...(thesaurus.get(lexeme) ?? [])].filter((kind) => !known.has(kind)))))
}

/** Of the newest messages but some, up to so many. As one text: drivers take long for many rows. */
export async function newestLexemes(
  db: Db,
  reach: Reach,
  { most, excluded }: { most: number; excluded: ReadonlySet<MessageId> },
): Promise<Lexemes> {
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

/** By kind: how much it says of what is asked for, from 0 to 1. */
export type Surety = ReadonlyMap<string, number>

/** As if so many messages without any kind were there too: in a young conversation, and on a day about pets, a dog is everywhere. */
const ordinaryMessages = 100

/** The rarer a kind among some messages, the surer: where everybody walks every day, a walk is no answer to "which exercise?". */
export function suretyAmong(messages: Lexemes, kinds: readonly ReadonlySet<string>[]): Surety {
  const frequencies = new Map(kinds.flatMap((ofTerm) => Array.from(ofTerm, (kind) => [kind, 0] as [string, number])))
  if (frequencies.size === 0) return frequencies
  for (const lexemes of messages.values())
    for (const lexeme of lexemes) {
      const frequency = frequencies.get(lexeme)
      if (frequency !== undefined) frequencies.set(lexeme, frequency + 1)
    }
  const all = messages.size + ordinaryMessages
  return new Map(Array.from(frequencies, ([kind, having]) => [kind, having === 0 ? 1 : (Math.log(all / having) / Math.log(all)) ** 2]))
}

/** By message that says a kind of any term: by term, how surely, from 0 to 1. */
export type KindsSaid = ReadonlyMap<MessageId, readonly number[]>

export function kindsSaid(messages: Lexemes, kinds: readonly ReadonlySet<string>[], surety: Surety): KindsSaid {
  const said = new Map<MessageId, number[]>()
  if (surety.size === 0) return said
  for (const [id, lexemes] of messages) {
    const found = lexemes.filter((lexeme) => surety.has(lexeme))
    if (found.length === 0) continue
    const sureOf = (ofTerm: ReadonlySet<string>) =>
      Math.max(0, ...found.filter((kind) => ofTerm.has(kind)).map((kind) => surety.get(kind) ?? 0))
    said.set(id, kinds.map(sureOf))
  }
  return said
}

/** A kind that this sure is marked where it is found: what everybody says says little. */
const leastMarked = 0.25

/** Those kinds that are shown to be what was looked for. */
export const markedKinds = (surety: Surety): string[] => [...surety].flatMap(([kind, sure]) => (sure >= leastMarked ? [kind] : []))
