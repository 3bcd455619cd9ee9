import type { DayLabel, MessageId, PlatformMessageId, SegmentId } from '../core/domain/ids.ts'
import type { Role } from '../core/domain/messages.ts'
import { countCharacters } from '../core/domain/text.ts'
import { formatIsoTime } from '../core/ports/clock.ts'
import { Prisma } from '../store/generated/client.ts'
import { type Db, planOnce } from '../store/store.ts'
import { joinOwnDay, resolveShownDay, type ShownDay, shownDaySql } from '../threads/days/day-segment.ts'
import { textWithReferencesSql } from '../threads/messages/references.ts'
import { type Scope, visibleChat } from '../threads/scope.ts'
import type { MessageOrigin, PermalinkBuilder } from './deps.ts'
import { configurationsOf, maxIndexedChars, type QueryLanguages, type SearchTerm, spacedSql } from './query/terms.ts'
import type { WeightedTerm } from './rank/heaviest-part.ts'
import type { RankedResult } from './rank/ranking.ts'
import { type CandidateSummary, stripCitations } from './retrieve/candidates.ts'
import { buildSnippet, extractWords, isUnspaced, type MatchedWords } from './snippet.ts'

export interface SummaryResult {
  readonly kind: 'summary'
  readonly day_label: DayLabel
  readonly day_segment_id: SegmentId
  /** From 0 to 1. */
  readonly score: number
  /** Matches are highlighted `**like this**`. */
  readonly summary_snippet: string
}

export interface MessageResult {
  readonly kind: 'message'
  /** The reader's own day or, of another member's message, the date in the reader's timezone. */
  readonly day_label: DayLabel
  readonly day_segment_id: SegmentId
  /** From 0 to 1. */
  readonly score: number
  readonly message_id: MessageId
  readonly role: Role
  readonly author: string
  /** In a shared place, set if another member said it, or if the bot said it to another member. */
  readonly of_another_member?: true
  /** ISO 8601, with the offset of the timezone of its day. Of another member's message, that of the reader. */
  readonly sent_at: string
  /** The best part of the text. Matches are highlighted `**like this**`. */
  readonly snippet: string
  /** The character at which the snippet begins. Absent if it begins with the text. */
  readonly from_character?: number
  readonly covered_by_summary: boolean
  /** The platform and, if the place has one, its title. */
  readonly place: string
  readonly permalink?: string
}

export type SearchResult = SummaryResult | MessageResult

interface ResultMessage extends MessageOrigin, ShownDay {
  readonly id: MessageId
  readonly text: string
  readonly role: Role
  readonly author: string
  readonly sentAt: Date
  readonly isOfAnother: boolean
  readonly title: string
  readonly platformMessageId: PlatformMessageId | null
}

/** The number of characters read for one page of results. Once the first messages have used it up, only the start of the others is read. */
const maxPageChars = 6 * maxIndexedChars
const minTextChars = 2_000

export interface ResultPageOptions {
  readonly scope: Scope
  /** The terms to highlight. */
  readonly terms: readonly SearchTerm[]
  /** The weight of each term. The part of a text whose terms weigh the most is shown. */
  readonly weights: readonly number[]
  /** Highlighted if a text contains none of the terms. */
  readonly hyponyms: readonly string[]
  readonly languages: QueryLanguages
  /** Whether to show only the decisions of a summary, if it has any. */
  readonly showDecisions: boolean
  readonly permalink?: PermalinkBuilder
}

export interface ResultPage {
  readonly results: SearchResult[]
  /** The words of the results that match. */
  readonly words: MatchedWords
}

/** Builds one page of results. Leaves out messages outside the scope and messages deleted since they were ranked. */
export async function buildResultPage(db: Db, ranked: readonly RankedResult[], options: ResultPageOptions): Promise<ResultPage> {
  const messages = await loadResultMessages(
    db,
    options.scope,
    ranked.flatMap((result) => (result.kind === 'message' ? [result.id] : [])),
  )
  const texts = [
    ...[...messages.values()].map(({ text }) => text),
    ...ranked.flatMap((r) => (r.kind === 'summary' ? [r.summary.markdown] : [])),
  ]
  const { terms, hyponyms } = await findMatchedWords(db, texts, options)
  const toSnippet = (text: string) => buildSnippet(text, [...extractWords(text)].some((word) => terms.has(word)) ? terms : hyponyms)
  const results = ranked.flatMap((result): SearchResult[] => {
    const { kind, score, day } = result
    if (kind === 'summary')
      return [
        {
          kind,
          day_label: day,
          day_segment_id: result.id,
          score,
          summary_snippet: toSnippet(excerptSummary(result.summary, options)).text,
        },
      ]
    const message = messages.get(result.id)
    if (!message) return []
    const { text: snippet, start } = toSnippet(message.text)
    const permalink = message.platformMessageId && options.permalink?.(message, message.platformMessageId)
    return [
      {
        kind,
        day_label: resolveShownDay(message),
        day_segment_id: result.segmentId,
        score,
        message_id: result.id,
        role: message.role,
        author: message.author,
        ...(message.isOfAnother && { of_another_member: true }),
        sent_at: formatIsoTime(message.sentAt, message.timezone),
        snippet,
        ...(start > 0 && { from_character: countCharacters(message.text.slice(0, start)) }),
        covered_by_summary: result.covered,
        place: formatPlaceName(message),
        ...(permalink && { permalink }),
      },
    ]
  })
  return { results, words: new Map([...hyponyms, ...terms]) }
}

/** Formats the name of a place in results. */
export function formatPlaceName({ platform, title }: { platform: string; title: string }): string {
  return title ? `${platform}: ${title}` : platform
}

function excerptSummary({ markdown, decisions }: CandidateSummary, { showDecisions }: ResultPageOptions): string {
  if (showDecisions && decisions.length > 0) return decisions.join(' · ')
  // Without headings, citations and the words for empty lists ("- None"), the remaining text reads as sentences.
  return stripCitations(markdown.replace(/^## .*$|^\s*[-*]\s+\S+$/gm, '').replace(/^\s*[-*]\s+/gm, '· '))
}

/**
 * Loads the messages on a page of results. For a message by the bot, the platform's message id is that of its first delivery. Relies on
 * deliveries_message_id_part_key.
 */
async function loadResultMessages(db: Db, scope: Scope, ids: readonly MessageId[]): Promise<Map<MessageId, ResultMessage>> {
  if (ids.length === 0) return new Map()
  const rows = await db.$queryRaw<ResultMessage[]>(planOnce`
    SELECT m.id, left(${textWithReferencesSql}, greatest(${minTextChars}::int, least(${maxIndexedChars}::int, ${maxPageChars}::int - m.before))::int) AS text,
      m.role, m.author_name AS author, m.sent_at AS "sentAt", ${shownDaySql(scope)}, m.thread_id <> ${scope.threadId} AS "isOfAnother",
      p.platform, p.tenant, p.address, p.title, coalesce(m.platform_message_id, d.platform_message_id) AS "platformMessageId"
    FROM (
      SELECT m.*, sum(length(m.text)) OVER (ORDER BY array_position(${[...ids]}::int[], m.id)) - length(m.text) AS before FROM messages m
      WHERE m.id = ANY(${[...ids]}::int[]) AND ${visibleChat(scope)} AND m.deleted_at IS NULL
    ) m
    JOIN places p ON p.id = m.place_id ${joinOwnDay(scope)}
    LEFT JOIN deliveries d ON d.message_id = m.id AND d.part = (SELECT min(part) FROM deliveries WHERE message_id = m.id)`)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * The number of first letters that a word and its stem share, apart from accents. A short stem shares all but its last one or two letters.
 */
const prefixLengths = [4, 3, 2] as const

/** Stemmers change letters: é may become e, and ß becomes ss. */
const stripDiacritics = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss')

interface SearchedWords {
  /** Words that match a term. */
  readonly terms: MatchedWords
  /** Words that match a hyponym. */
  readonly hyponyms: MatchedWords
}

/** Returns the words that match a term or a hyponym in any form, among the words of some texts. The database stems the words. */
async function findMatchedWords(
  db: Db,
  texts: readonly string[],
  { terms, weights, hyponyms, languages }: ResultPageOptions,
): Promise<SearchedWords> {
  const lexemes = [...terms.flat(), ...hyponyms]
  const rows = lexemes.length === 0 ? [] : await stemWords(db, selectWords(texts, lexemes), { lexemes, languages })
  return {
    terms: matchWords(
      rows,
      terms.map((term, index) => ({ lexemes: term, weight: weights[index] ?? 0 })),
    ),
    hyponyms: matchWords(
      rows,
      hyponyms.map((hyponym) => ({ lexemes: [hyponym], weight: 1 })),
    ),
  }
}

/** Returns the words of some texts that share their first letters with a lexeme. Few words are left for the database. */
function selectWords(texts: readonly string[], lexemes: readonly string[]): string[] {
  const prefixes = new Set(
    lexemes.map(stripDiacritics).map((lexeme) => lexeme.slice(0, prefixLengths.find((length) => length < lexeme.length) ?? 2)),
  )
  const mayMatch = (word: string) => prefixLengths.some((length) => prefixes.has(stripDiacritics(word).slice(0, length)))
  return [...new Set(texts.flatMap((text) => [...extractWords(text)]))].filter(mayMatch)
}

interface StemmedWord {
  readonly word: string
  readonly lexemes: readonly string[]
}

/** Returns the words that have one of the lexemes in any of the languages. Unspaced words are lexemes themselves. */
async function stemWords(
  db: Db,
  words: readonly string[],
  { lexemes, languages }: { lexemes: readonly string[]; languages: QueryLanguages },
): Promise<StemmedWord[]> {
  if (words.length === 0) return []
  const known = new Set(lexemes)
  const [unspaced, spaced] = [words.filter(isUnspaced), words.filter((word) => !isUnspaced(word))]
  const stemmed = await db.$queryRaw<StemmedWord[]>(planOnce`
    SELECT word, array_agg(lexeme) AS lexemes
    FROM unnest(${spaced}::text[]) AS word CROSS JOIN unnest(${configurationsOf(languages)}::text[]) AS configuration
    CROSS JOIN unnest(tsvector_to_array(to_tsvector(configuration::regconfig, ${spacedSql(Prisma.sql`word`)}))) AS lexeme
    WHERE lexeme = ANY(${[...lexemes]}::text[]) GROUP BY word`)
  return [...stemmed, ...unspaced.filter((word) => known.has(word)).map((word) => ({ word, lexemes: [word] }))]
}

/** Returns each word with the heaviest term that it matches. */
function matchWords(words: readonly StemmedWord[], terms: readonly (WeightedTerm & { readonly lexemes: SearchTerm })[]): MatchedWords {
  const heaviestFirst = terms.toSorted((a, b) => b.weight - a.weight)
  return new Map(
    words.flatMap(({ word, lexemes }) => {
      const term = heaviestFirst.find((candidate) => candidate.lexemes.some((lexeme) => lexemes.includes(lexeme)))
      return term ? [[word, term] as const] : []
    }),
  )
}
