import { z } from 'zod'
import type { Called } from './turn.ts'

// What the tools give, as far as it is used here (product.md, sections 6 and 7).

const SearchOutput = z.object({
  results: z.array(
    z.object({
      kind: z.string(),
      day_label: z.string(),
      day_segment_id: z.number().int(),
      score: z.number().catch(0),
      message_id: z.number().int().optional().catch(undefined),
      snippet: z.string().optional().catch(undefined),
    }),
  ),
})

const WindowOutput = z.object({
  messages: z.array(
    z.object({ message_id: z.number().int(), author: z.string().catch(''), role: z.string().catch(''), content: z.string() }),
  ),
})

const SummaryOutput = z.object({ day_label: z.string(), summary_markdown: z.string() })

const GetArguments = z.object({ message_id: z.number().int().optional(), day_segment_id: z.number().int().optional() })

export type Hit = z.infer<typeof SearchOutput>['results'][number]
export type Quoted = z.infer<typeof WindowOutput>['messages'][number] & { readonly day: string }

export interface DaySummary {
  readonly day: string
  readonly markdown: string
}

export interface Findings {
  readonly searches: number
  readonly failed: boolean
  /** Of the last search, best first. */
  readonly hits: readonly Hit[]
  readonly opened: boolean
  /** The messages found that were opened, best first. */
  readonly messages: readonly Quoted[]
  readonly summaries: readonly DaySummary[]
}

/** What the tools called so far have brought to light; an output that is not what the tool promises counts as none. */
export function findingsOf(calls: readonly Called[]): Findings {
  const searches = calls.filter(({ name }) => name === 'conversation_search')
  const gets = calls.filter(({ name }) => name === 'conversation_get')
  const last = SearchOutput.safeParse(searches.at(-1)?.output)
  const hits = last.success ? last.data.results : []
  return {
    searches: searches.length,
    failed: searches.length > 0 && !last.success,
    hits,
    opened: gets.length > 0,
    messages: gets.flatMap((get) => openedMessage(get, hits)),
    summaries: gets.flatMap(openedSummary),
  }
}

function openedMessage(get: Called, hits: readonly Hit[]): readonly Quoted[] {
  const wanted = GetArguments.safeParse(get.arguments).data?.message_id
  const hit = hits.find(({ message_id }) => message_id !== undefined && message_id === wanted)
  const message = WindowOutput.safeParse(get.output).data?.messages.find(({ message_id }) => message_id === wanted)
  return hit && message ? [{ ...message, day: hit.day_label }] : []
}

function openedSummary(get: Called): readonly DaySummary[] {
  const summary = SummaryOutput.safeParse(get.output)
  return summary.success ? [{ day: summary.data.day_label, markdown: summary.data.summary_markdown }] : []
}

/** The sections of a day summary, in their fixed order; their headings are in the person's language. */
const SECTION = { summary: [0], goals: [1], decisions: [2], open: [3, 4] } as const

/** The lines of a kind in a day summary, without bullets; those that say there is nothing are left out. */
export function linesOf({ markdown }: DaySummary, kind: keyof typeof SECTION): readonly string[] {
  const sections = markdown.split(/^## .*$/m).slice(1)
  return SECTION[kind]
    .flatMap((position) => (sections[position] ?? '').split('\n'))
    .map((line) => line.replace(/^\s*[-*]\s+/, '').trim())
    .filter((line) => line !== '' && (kind === 'summary' || /\[#\d+\]/.test(line)))
}
