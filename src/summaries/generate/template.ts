import type { LanguageCode } from '../../core/domain/languages.ts'
import { allTranslators, translatorOf } from '../../core/messages/messages.ts'

export const summaryListSections = ['goals', 'decisions', 'openLoops', 'nextSteps'] as const
export type SummaryListSection = (typeof summaryListSections)[number]

export const summarySections = ['summary', ...summaryListSections] as const
export type SummarySection = (typeof summarySections)[number]

/** One bullet with the ids of its source messages. */
export interface SummaryBullet {
  readonly text: string
  readonly sourceIds: readonly number[]
}

export interface SummaryContent {
  readonly narrative: string
  readonly lists: Readonly<Record<SummaryListSection, readonly SummaryBullet[]>>
}

/** Renders the Markdown that is stored and shown. */
export function renderSummary({ narrative, lists }: SummaryContent, language: LanguageCode): string {
  const translate = translatorOf(language)
  const bullets = (items: readonly SummaryBullet[]) =>
    items.length === 0
      ? `- ${translate('summary.none')}`
      : items.map(({ text, sourceIds }) => `- ${text} ${sourceIds.map(formatCitation).join(' ')}`).join('\n')
  return [
    `## ${translate('summary.summary')}\n${narrative}`,
    ...summaryListSections.map((section) => `## ${translate(`summary.${section}`)}\n${bullets(lists[section])}`),
  ].join('\n\n')
}

export const formatCitation = (id: number) => `[#${id}]`

/** The lines under each recognized heading, as the model wrote them. */
export type RawSections = ReadonlyMap<SummarySection, readonly string[]>

/**
 * Finds the sections in a model's answer. Understands code fences, preceding reasoning, other heading levels, bold headings and headings in
 * any language of the catalogue. Content under any other heading is ignored.
 */
export function parseSections(answer: string): RawSections {
  const linesBySection = new Map<SummarySection, string[]>()
  let current: string[] | undefined
  let level = 0
  for (const line of stripWrapping(answer).split('\n')) {
    const heading = parseHeading(line)
    if (heading) {
      current = linesBySection.get(heading.section) ?? []
      linesBySection.set(heading.section, current)
      level = heading.level
      if (heading.rest) current.push(heading.rest)
      continue
    }
    const otherHeading = /^\s{0,3}(#{1,6})\s/.exec(line)
    if (otherHeading?.[1]) {
      if (otherHeading[1].length <= level) current = undefined
    } else current?.push(line)
  }
  return linesBySection
}

function stripWrapping(answer: string): string {
  return answer
    .replaceAll('\r\n', '\n')
    .replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, '')
    .replace(/^\s*(?:```|~~~).*$/gm, '')
}

/** Parses headings such as `## Goals`, `## Goals: text`, `**Goals**`, `**Goals:** text` and `Goals:`. */
function parseHeading(line: string): { section: SummarySection; level: number; rest: string } | undefined {
  const [, hashes = '', headingText = ''] = /^\s{0,3}(#{0,6})\s*(?:\d+[.)]\s+)?(.*?)[\s#]*$/.exec(line) ?? []
  const [title, rest] = parseTitle(headingText, hashes !== '')
  const section = headings.get(title)
  return section ? { section, level: hashes.length || 6, rest } : undefined
}

/**
 * Splits a heading from the text after its colon. A sentence may begin with the same word, so a heading that is not marked up as one must
 * stand alone.
 */
function parseTitle(headingText: string, isHeading: boolean): readonly [title: string, rest: string] {
  const bold = /^(\*\*|__)(.+?)([:：]?)\1\s*([:：]?)\s*(.*)$/.exec(headingText)
  if (bold) {
    const [, , title = '', colonInside, colonAfter, rest = ''] = bold
    return rest === '' || colonInside || colonAfter ? [normalizeForComparison(title), rest] : ['', '']
  }
  const colon = isHeading ? headingText.search(/[:：]/) : -1
  return colon < 0
    ? [normalizeForComparison(headingText), '']
    : [normalizeForComparison(headingText.slice(0, colon)), headingText.slice(colon + 1).trim()]
}

/** Dutch has no catalogue, but earlier summaries have Dutch headings, so models write them. */
const dutchHeadings: Readonly<Record<SummarySection, string>> = {
  summary: 'Samenvatting',
  goals: 'Doelen',
  decisions: 'Beslissingen',
  openLoops: 'Openstaande punten',
  nextSteps: 'Volgende stappen',
}

/** Normalizes case, accents and punctuation for comparison. */
export function normalizeForComparison(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

/** The section of each heading, normalized. Models do not always write the language that they are asked for. */
const headings: ReadonlyMap<string, SummarySection> = new Map(
  summarySections.flatMap((section) =>
    [dutchHeadings[section], ...allTranslators.map((translate) => translate(`summary.${section}`))].map(
      (heading) => [normalizeForComparison(heading), section] as const,
    ),
  ),
)
