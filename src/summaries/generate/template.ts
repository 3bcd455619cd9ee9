import { englishWords, type LanguageWords } from '../../core/domain/languages.ts'

export const summaryListSections = ['goals', 'decisions', 'openLoops', 'nextSteps'] as const
export type SummaryListSection = (typeof summaryListSections)[number]

export const summarySections = ['summary', ...summaryListSections] as const
export type SummarySection = (typeof summarySections)[number]

/** One bullet and the ids of the messages it rests on. */
export interface SummaryBullet {
  readonly text: string
  readonly sourceIds: readonly number[]
}

export interface SummaryContent {
  readonly narrative: string
  readonly lists: Readonly<Record<SummaryListSection, readonly SummaryBullet[]>>
}

/** The Markdown that is stored and shown. */
export function renderSummary({ narrative, lists }: SummaryContent, words: LanguageWords): string {
  const bullets = (items: readonly SummaryBullet[]) =>
    items.length === 0
      ? `- ${words.none}`
      : items.map(({ text, sourceIds }) => `- ${text} ${sourceIds.map(formatCitation).join(' ')}`).join('\n')
  return [
    `## ${words.summary}\n${narrative}`,
    ...summaryListSections.map((section) => `## ${words[section]}\n${bullets(lists[section])}`),
  ].join('\n\n')
}

export const formatCitation = (id: number) => `[#${id}]`

/** The lines under each heading that was found, as a model wrote them. */
export type RawSections = ReadonlyMap<SummarySection, readonly string[]>

/**
 * Finds the sections in a model's answer. Models wrap it in code fences, think aloud before it, choose other heading
 * levels, bold type or English headings: all of that is understood. What stands under any other heading is left out.
 */
export function parseSections(answer: string, words: LanguageWords): RawSections {
  const linesBySection = new Map<SummarySection, string[]>()
  let current: string[] | undefined
  let level = 0
  for (const line of stripWrapping(answer).split('\n')) {
    const heading = parseHeading(line, words)
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

/** `## Goals`, `## Goals: text`, `**Goals**`, `**Goals:** text`, `Goals:` and the like. */
function parseHeading(line: string, words: LanguageWords): { section: SummarySection; level: number; rest: string } | undefined {
  const [, hashes = '', headingText = ''] = /^\s{0,3}(#{0,6})\s*(?:\d+[.)]\s+)?(.*?)[\s#]*$/.exec(line) ?? []
  const [title, rest] = parseTitle(headingText, hashes !== '')
  const section =
    title !== '' &&
    summarySections.find((name) => [words[name], englishWords[name]].some((heading) => normalizeForComparison(heading) === title))
  return section ? { section, level: hashes.length || 6, rest } : undefined
}

/** A heading and what stands behind its colon. Without a mark a sentence may begin with the same word, so it must stand alone. */
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

/** For comparing words as people and models type them: without case, accents and punctuation. */
export function normalizeForComparison(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}
