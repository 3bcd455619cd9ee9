import type { DayLabel, MessageId, PlatformMessageId, SegmentId } from '../core/domain/ids.ts'
import type { Role } from '../core/domain/messages.ts'
import { cachedPlan } from '../store/cached-plans.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db } from '../store/store.ts'
import { type Scope, visibleTo } from '../threads/scope.ts'
import type { MessageOrigin, PermalinkBuilder } from './deps.ts'
import { type SearchLanguage, type SearchTerm, tsvectorSql } from './query/terms.ts'
import type { RankedResult } from './rank/ranking.ts'
import { type CandidateSummary, stripCitations } from './retrieve/candidates.ts'
import { buildSnippet, extractWords } from './snippet.ts'

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
  readonly day_label: DayLabel
  readonly day_segment_id: SegmentId
  /** From 0 to 1. */
  readonly score: number
  readonly message_id: MessageId
  readonly role: Role
  readonly author: string
  readonly sent_at: Date
  /** Matches are highlighted `**like this**`. */
  readonly snippet: string
  readonly covered_by_summary: boolean
  /** The platform and, if the place has one, its title. */
  readonly place: string
  readonly permalink?: string
}

export type SearchResult = SummaryResult | MessageResult

interface ResultMessage extends MessageOrigin {
  readonly id: MessageId
  readonly text: string
  readonly role: Role
  readonly author: string
  readonly sentAt: Date
  readonly title: string
  readonly platformMessageId: PlatformMessageId | null
}

/** The number of characters of a text from which snippets are taken. */
const maxTextChars = 20_000

export interface ResultPageOptions {
  readonly scope: Scope
  /** The terms to highlight. */
  readonly terms: readonly SearchTerm[]
  /** Highlighted if a text contains none of the terms. */
  readonly hyponyms: readonly string[]
  readonly language: SearchLanguage
  /** Whether to show only the decisions of a summary, if it has any. */
  readonly showDecisions: boolean
  readonly permalink?: PermalinkBuilder
}

/** Builds one page of results. Leaves out messages outside the scope and messages deleted since they were ranked. */
export async function buildResultPage(db: Db, ranked: readonly RankedResult[], options: ResultPageOptions): Promise<SearchResult[]> {
  const messages = await loadResultMessages(
    db,
    options.scope,
    ranked.flatMap((result) => (result.kind === 'message' ? [result.id] : [])),
  )
  const texts = [
    ...[...messages.values()].map(({ text }) => text),
    ...ranked.flatMap((r) => (r.kind === 'summary' ? [r.summary.markdown] : [])),
  ]
  const highlightWords = await findHighlightWords(db, texts, options)
  const toSnippet = (text: string) =>
    buildSnippet(
      text,
      [...extractWords(text)].some((word) => highlightWords.terms.has(word)) ? highlightWords.terms : highlightWords.hyponyms,
    )
  return ranked.flatMap((result): SearchResult[] => {
    const { kind, score, day } = result
    if (kind === 'summary')
      return [
        {
          kind,
          day_label: day,
          day_segment_id: result.id,
          score,
          summary_snippet: toSnippet(excerptSummary(result.summary, options)),
        },
      ]
    const message = messages.get(result.id)
    if (!message) return []
    const permalink = message.platformMessageId && options.permalink?.(message, message.platformMessageId)
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
        snippet: toSnippet(message.text),
        covered_by_summary: result.covered,
        place: formatPlaceName(message),
        ...(permalink && { permalink }),
      },
    ]
  })
}

/** Formats the name of a place in results. */
export function formatPlaceName({ platform, title }: { platform: string; title: string }): string {
  return title ? `${platform}: ${title}` : platform
}

function excerptSummary({ markdown, decisions }: CandidateSummary, { showDecisions }: ResultPageOptions): string {
  if (showDecisions && decisions.length > 0) return decisions.join(' · ')
  // Without headings and citations, the remaining text reads as sentences.
  return stripCitations(markdown.replace(/^## .*$/gm, '').replace(/^\s*[-*]\s+/gm, '· '))
}

/**
 * Loads the messages on a page of results. For a message by the bot, the platform's message id is that of its first delivery. Relies on
 * deliveries_message_id_part_key.
 */
async function loadResultMessages(db: Db, scope: Scope, ids: readonly MessageId[]): Promise<Map<MessageId, ResultMessage>> {
  if (ids.length === 0) return new Map()
  const rows = await db.$queryRaw<ResultMessage[]>`
    ${cachedPlan} SELECT m.id, left(m.text, ${maxTextChars}::int) AS text, m.role, m.author_name AS author, m.sent_at AS "sentAt",
      p.platform, p.tenant, p.address, p.title, coalesce(m.platform_message_id, d.platform_message_id) AS "platformMessageId"
    FROM messages m JOIN places p ON p.id = m.place_id
    LEFT JOIN deliveries d ON d.message_id = m.id AND d.part = (SELECT min(part) FROM deliveries WHERE message_id = m.id)
    WHERE m.id = ANY(${[...ids]}::int[]) AND ${visibleTo(scope, 'm')} AND m.deleted_at IS NULL`
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * The number of first letters that a word and its stem share, apart from accents. A short stem shares all but its last one or two letters.
 */
const prefixLengths = [4, 3, 2] as const

/** Stemmers change letters: é may become e, and ß becomes ss. */
const stripDiacritics = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss')

interface HighlightWords {
  /** Words that match a term, in lower case. */
  readonly terms: ReadonlySet<string>
  /** Words that match a hyponym, in lower case. */
  readonly hyponyms: ReadonlySet<string>
}

/** Returns the words that match a term or a hyponym in any form, among the words of some texts. The database stems the words. */
async function findHighlightWords(
  db: Db,
  texts: readonly string[],
  { terms, hyponyms, language }: ResultPageOptions,
): Promise<HighlightWords> {
  const termLexemes = terms.flat()
  const lexemes = [...termLexemes, ...hyponyms]
  if (lexemes.length === 0 || texts.length === 0) return { terms: new Set(), hyponyms: new Set() }
  // Filtering by prefix leaves few words for the database.
  const prefixes = lexemes
    .map(stripDiacritics)
    .map((lexeme) => lexeme.slice(0, prefixLengths.find((length) => length < lexeme.length) ?? 2))
  const distinctPrefixes = new Set(prefixes)
  const mayMatch = (word: string) => prefixLengths.some((length) => distinctPrefixes.has(stripDiacritics(word).slice(0, length)))
  const words = [...new Set(texts.flatMap((text) => [...extractWords(text)]))].filter(mayMatch)
  const rows = await db.$queryRaw<{ word: string; isTerm: boolean; isKind: boolean }[]>`
    ${cachedPlan} SELECT word, lexemes && ${termLexemes}::text[] AS "isTerm", lexemes && ${hyponyms}::text[] AS "isKind"
    FROM (SELECT word, tsvector_to_array(${tsvectorSql(Prisma.sql`word`, Prisma.sql`${language}`)}) AS lexemes FROM unnest(${words}::text[]) AS word) w
    WHERE lexemes && ${lexemes}::text[]`
  const wordsWhere = (flag: 'isTerm' | 'isKind') => new Set(rows.flatMap((row) => (row[flag] ? [row.word] : [])))
  return { terms: wordsWhere('isTerm'), hyponyms: wordsWhere('isKind') }
}
