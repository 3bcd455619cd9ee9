import { z } from 'zod'
import type { Translate } from '../../core/messages/messages.ts'
import type { Period } from './period.ts'
import type { Question } from './question.ts'
import type { CompletedToolCall } from './read-turn.ts'

/** The results of a search, as the basis of an answer. */
export interface OfflineSearch {
  /** Writes the answer. */
  readonly translate: Translate
  readonly question: Question
  /** The requested days. */
  readonly period: Period | undefined
  /** Whether those days contained nothing, so that other days were searched too. */
  readonly isWidened: boolean
  readonly findings: ToolFindings
}

// The fields of the tool output that are used here.

const SearchOutput = z.object({
  results: z.array(
    z.object({
      kind: z.string(),
      day_label: z.string(),
      day_segment_id: z.number().int(),
      score: z.number().catch(0),
      message_id: z.number().int().optional().catch(undefined),
      snippet: z.string().optional().catch(undefined),
      from_character: z.number().int().optional().catch(undefined),
      covered_by_summary: z.boolean().catch(false),
    }),
  ),
  next_cursor: z.string().optional().catch(undefined),
  signals: z.object({ semantic: z.boolean() }).optional().catch(undefined),
})

const MemoryOutput = z.object({ results: z.array(z.object({ content_snippet: z.string() })) })

const AddedOutput = z.object({ id: z.number().int(), already_known: z.boolean() })

const SearchArguments = z.object({ cursor: z.string().optional() })

const WindowOutput = z.object({
  messages: z.array(
    z.object({
      message_id: z.number().int(),
      author: z.string().catch(''),
      role: z.string().catch(''),
      content: z.string(),
      created_at: z.string().catch(''),
    }),
  ),
})

const SummaryOutput = z.object({ day_label: z.string(), summary_markdown: z.string() })

const GetArguments = z.object({ message_id: z.number().int().optional(), day_segment_id: z.number().int().optional() })

export type OpenedSource = z.infer<typeof GetArguments>
export type OfflineSearchHit = z.infer<typeof SearchOutput>['results'][number]
export type QuotedMessage = z.infer<typeof WindowOutput>['messages'][number] & { readonly day: string }

export interface OpenedSummary {
  readonly day: string
  readonly markdown: string
}

export interface ToolFindings {
  /** The number of searches, not counting further pages of a search. */
  readonly searches: number
  readonly failed: boolean
  /** The hits on all pages of the last search, best first. */
  readonly hits: readonly OfflineSearchHit[]
  /** Whether the search also compared meanings, so that a hit need not have a word of the question. */
  readonly isSemantic: boolean
  /** The number of pages read of the last search, and the cursor of the next one. The cursor is undefined at the end. */
  readonly pages: number
  readonly nextCursor: string | undefined
  /** The arguments of conversation_get so far. */
  readonly opened: readonly OpenedSource[]
  /** The messages found and opened, best first. */
  readonly messages: readonly QuotedMessage[]
  readonly summaries: readonly OpenedSummary[]
  /** Memories, best first. */
  readonly memories: readonly string[]
}

/** Collects what the tools have returned so far. Ignores output of the wrong shape. */
export function collectFindings(calls: readonly CompletedToolCall[]): ToolFindings {
  const searches = calls.filter(({ name }) => name === 'conversation_search')
  const gets = calls.filter(({ name }) => name === 'conversation_get')
  const isFirstPage = (call: CompletedToolCall) => SearchArguments.safeParse(call.arguments).data?.cursor === undefined
  const pages = searches.slice(Math.max(0, searches.findLastIndex(isFirstPage))).map(({ output }) => SearchOutput.safeParse(output).data)
  const hits = pages.flatMap((page) => page?.results ?? [])
  return {
    searches: searches.filter(isFirstPage).length,
    failed: searches.length > 0 && pages[0] === undefined,
    hits,
    isSemantic: pages.some((page) => page?.signals?.semantic),
    pages: pages.length,
    nextCursor: pages.at(-1)?.next_cursor,
    opened: gets.map((get) => GetArguments.safeParse(get.arguments).data ?? {}),
    messages: gets.flatMap((get) => findOpenedMessage(get, hits)),
    summaries: gets.flatMap(findOpenedSummary),
    memories: calls
      .flatMap(({ name, output }) => (name === 'memory_search' ? (MemoryOutput.safeParse(output).data?.results ?? []) : []))
      .map(({ content_snippet }) => content_snippet),
  }
}

/** Returns the outcome of saving a memory, or undefined if it was not tried yet. */
export function findRememberOutcome(calls: readonly CompletedToolCall[]): 'remembered' | 'knownAlready' | 'notRemembered' | undefined {
  const call = calls.find(({ name }) => name === 'memory_add')
  if (!call) return undefined
  const added = AddedOutput.safeParse(call.output).data
  if (!added) return 'notRemembered'
  return added.already_known ? 'knownAlready' : 'remembered'
}

/** Returns the outcome of setting a reminder, or undefined if it was not tried yet. */
export function findReminderOutcome(calls: readonly CompletedToolCall[]): 'reminded' | 'notReminded' | undefined {
  const call = calls.find(({ name }) => name === 'loop_add')
  return call && (AddedOutput.partial().required({ id: true }).safeParse(call.output).success ? 'reminded' : 'notReminded')
}

function findOpenedMessage(get: CompletedToolCall, hits: readonly OfflineSearchHit[]): readonly QuotedMessage[] {
  const messageId = GetArguments.safeParse(get.arguments).data?.message_id
  const hit = hits.find(({ message_id }) => message_id !== undefined && message_id === messageId)
  const message = WindowOutput.safeParse(get.output).data?.messages.find(({ message_id }) => message_id === messageId)
  return hit && message ? [{ ...message, day: hit.day_label }] : []
}

function findOpenedSummary(get: CompletedToolCall): readonly OpenedSummary[] {
  const summary = SummaryOutput.safeParse(get.output)
  return summary.success ? [{ day: summary.data.day_label, markdown: summary.data.summary_markdown }] : []
}

/** The sections of a day summary, in fixed order. Their headings are in the user's language. */
const sectionPositions = { summary: [0], goals: [1], decisions: [2], open: [3, 4] } as const

/** Returns the lines of one kind in a day summary, without bullets and placeholders. */
export function listSectionLines({ markdown }: OpenedSummary, kind: keyof typeof sectionPositions): readonly string[] {
  const sections = markdown.split(/^## .*$/m).slice(1)
  return sectionPositions[kind]
    .flatMap((position) => (sections[position] ?? '').split('\n'))
    .map((line) => line.replace(/^\s*[-*]\s+/, '').trim())
    .filter((line) => line !== '' && (kind === 'summary' || /\[#\d+\]/.test(line)))
}
