import type { DayLabel, MessageId, PlaceAddress, PlatformMessageId, SegmentId } from '../core/ids.ts'
import type { Role } from '../core/messages.ts'
import { Prisma } from '../store/generated/client.ts'
import { plannedOnce } from '../store/planned-once.ts'
import type { Db } from '../store/store.ts'
import { type Scope, visibleTo } from '../threads/scope.ts'
import type { CandidateSummary } from './candidate-summaries.ts'
import { snippetOf, wordsIn } from './snippet.ts'
import { decisionsIn, withoutCitations } from './summary-sections.ts'
import { type SearchLanguage, wordsOf } from './terms.ts'
import type { Term } from './word-forms.ts'

/** Where a message was said, for whoever makes a link to it. */
export interface SaidAt {
  readonly platform: string
  readonly tenant: string
  readonly address: PlaceAddress
}

/** A link to a message for people; undefined where the platform has none. */
export type Permalink = (place: SaidAt, platformMessageId: PlatformMessageId) => string | undefined

export interface SummaryResult {
  readonly kind: 'summary'
  readonly day_label: DayLabel
  readonly day_segment_id: SegmentId
  /** 0 to 1. */
  readonly score: number
  /** Matches are marked `**like this**`. */
  readonly summary_snippet: string
}

export interface MessageResult {
  readonly kind: 'message'
  readonly day_label: DayLabel
  readonly day_segment_id: SegmentId
  /** 0 to 1. */
  readonly score: number
  readonly message_id: MessageId
  readonly role: Role
  readonly author: string
  readonly sent_at: Date
  /** Matches are marked `**like this**`. */
  readonly snippet: string
  readonly covered_by_summary: boolean
  /** The platform, and the title of the place where it has one. */
  readonly place: string
  readonly permalink?: string
}

export type SearchResult = SummaryResult | MessageResult

/** A result before its text is read. */
export type Ranked = {
  readonly score: number
  /** How much of what was asked for it says, in words or in meaning, from 0 to 1: of a long text, any message says something. */
  readonly share: number
  readonly day: DayLabel
} & (
  | { readonly kind: 'summary'; readonly id: SegmentId; readonly summary: CandidateSummary }
  | {
      readonly kind: 'message'
      readonly id: MessageId
      readonly segmentId: SegmentId
      readonly covered: boolean
    }
)

interface Said extends SaidAt {
  readonly id: MessageId
  readonly text: string
  readonly role: Role
  readonly author: string
  readonly sentAt: Date
  readonly title: string
  readonly platformMessageId: PlatformMessageId | null
}

/** Texts are shown from their first so many characters. */
const longestRead = 20_000

export interface Showing {
  readonly scope: Scope
  /** What is marked in the texts. */
  readonly terms: readonly Term[]
  /** Kinds of it, marked in texts that have no term. */
  readonly kinds: readonly string[]
  readonly language: SearchLanguage
  /** Show what a summary lists as decided. */
  readonly decisions: boolean
  readonly permalink?: Permalink
}

/** One page as its caller gets it. A message deleted since it was ranked is left out, as is what the scope does not see. */
export async function pageOf(db: Db, ranked: readonly Ranked[], showing: Showing): Promise<SearchResult[]> {
  const said = await readMessages(
    db,
    showing.scope,
    ranked.flatMap((result) => (result.kind === 'message' ? [result.id] : [])),
  )
  const texts = [
    ...[...said.values()].map(({ text }) => text),
    ...ranked.flatMap((r) => (r.kind === 'summary' ? [r.summary.markdown] : [])),
  ]
  const matching = await matchingWords(db, texts, showing)
  const marked = (text: string) =>
    snippetOf(text, [...wordsIn(text)].some((word) => matching.terms.has(word)) ? matching.terms : matching.kinds)
  return ranked.flatMap((result): SearchResult[] => {
    const { kind, score, day } = result
    if (kind === 'summary')
      return [
        {
          kind,
          day_label: day,
          day_segment_id: result.id,
          score,
          summary_snippet: marked(shownOf(result.summary.markdown, showing)),
        },
      ]
    const message = said.get(result.id)
    if (!message) return []
    const permalink = message.platformMessageId && showing.permalink?.(message, message.platformMessageId)
    return [
      {
        kind,
        day_label: day,
        day_segment_id: result.segmentId,
        score,
        message_id: result.id,
        role: message.role,
        author: message.author,
        sent_at: message.sentAt,
        snippet: marked(message.text),
        covered_by_summary: result.covered,
        place: placeName(message),
        ...(permalink && { permalink }),
      },
    ]
  })
}

/** How a place is called in results. */
export function placeName({ platform, title }: { platform: string; title: string }): string {
  return title ? `${platform}: ${title}` : platform
}

function shownOf(markdown: string, { decisions }: Showing): string {
  const decided = decisions ? decisionsIn(markdown) : []
  if (decided.length > 0) return decided.join(' · ')
  // Without headings and citations: what is left reads as sentences.
  return withoutCitations(markdown.replace(/^## .*$/gm, '').replace(/^\s*[-*]\s+/gm, '· '))
}

/** A message the bot wrote has its platform's id on its first part. Relies on deliveries_message_id_part_key. */
async function readMessages(db: Db, scope: Scope, ids: readonly MessageId[]): Promise<Map<MessageId, Said>> {
  if (ids.length === 0) return new Map()
  const rows = await db.$queryRaw<Said[]>`
    ${plannedOnce} SELECT m.id, left(m.text, ${longestRead}::int) AS text, m.role, m.author_name AS author, m.sent_at AS "sentAt",
      p.platform, p.tenant, p.address, p.title, coalesce(m.platform_message_id, d.platform_message_id) AS "platformMessageId"
    FROM messages m JOIN places p ON p.id = m.place_id
    LEFT JOIN deliveries d ON d.message_id = m.id AND d.part = (SELECT min(part) FROM deliveries WHERE message_id = m.id)
    WHERE m.id = ANY(${[...ids]}::int[]) AND ${visibleTo(scope, 'm')} AND m.deleted_at IS NULL`
  return new Map(rows.map((row) => [row.id, row]))
}

/** A word and its stem share so many of their first letters, but for accents; of a short stem all but its last, or two. */
const beginnings = [4, 3, 2] as const

/** As stemmers change the letters of a word: é may become e, ß becomes ss. */
const bare = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss')

interface Matching {
  /** Words that stand for a term, in lower case. */
  readonly terms: ReadonlySet<string>
  /** Words that stand for a kind. */
  readonly kinds: ReadonlySet<string>
}

/** Those words of some texts that stand for what is marked, whatever their endings: the database knows. */
async function matchingWords(db: Db, texts: readonly string[], { terms, kinds, language }: Showing): Promise<Matching> {
  const asked = terms.flat()
  const lexemes = [...asked, ...kinds]
  if (lexemes.length === 0 || texts.length === 0) return { terms: new Set(), kinds: new Set() }
  // That leaves few words to ask about.
  const begin = lexemes.map(bare).map((lexeme) => lexeme.slice(0, beginnings.find((length) => length < lexeme.length) ?? 2))
  const shared = new Set(begin)
  const mayMatch = (word: string) => beginnings.some((length) => shared.has(bare(word).slice(0, length)))
  const words = [...new Set(texts.flatMap((text) => [...wordsIn(text)]))].filter(mayMatch)
  const rows = await db.$queryRaw<{ word: string; isTerm: boolean; isKind: boolean }[]>`
    ${plannedOnce} SELECT word, lexemes && ${asked}::text[] AS "isTerm", lexemes && ${kinds}::text[] AS "isKind"
    FROM (SELECT word, tsvector_to_array(${wordsOf(Prisma.sql`word`, Prisma.sql`${language}`)}) AS lexemes FROM unnest(${words}::text[]) AS word) w
    WHERE lexemes && ${lexemes}::text[]`
  const those = (is: 'isTerm' | 'isKind') => new Set(rows.flatMap((row) => (row[is] ? [row.word] : [])))
  return { terms: those('isTerm'), kinds: those('isKind') }
}
