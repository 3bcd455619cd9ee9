import type { DayLabel, MessageId, PlatformMessageId, SegmentId } from '../core/domain/ids.ts'
import type { Role } from '../core/domain/messages.ts'
import { countCharacters } from '../core/domain/text.ts'
import { formatIsoTime } from '../core/ports/clock.ts'
import { type Db, planOnce } from '../store/store.ts'
import { joinOwnDay, resolveShownDay, type ShownDay, shownDaySql } from '../threads/days/day-segment.ts'
import { textWithReferencesSql } from '../threads/messages/references.ts'
import { type Scope, visibleChat } from '../threads/scope.ts'
import type { MessageOrigin, PermalinkBuilder } from './deps.ts'
import { maxIndexedChars } from './query/terms.ts'
import type { RankedResult } from './rank/ranking.ts'
import { type CandidateSummary, stripCitations } from './retrieve/candidates.ts'
import { buildSnippet, findSearchedWords, type SearchWording, selectWordsOf } from './snippet.ts'

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
  readonly wording: SearchWording
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
  const searched = await findSearchedWords(db, texts, options.wording)
  const toSnippet = (text: string) => buildSnippet(text, selectWordsOf(text, searched))
  return ranked.flatMap((result): SearchResult[] => {
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
