import { englishWords, type LanguageWords } from '../core/languages.ts'

export const listSections = ['goals', 'decisions', 'openLoops', 'nextSteps'] as const
export type ListSection = (typeof listSections)[number]

export const sections = ['summary', ...listSections] as const
export type Section = (typeof sections)[number]

/** One bullet and the ids of the messages it rests on. */
export interface Item {
  readonly text: string
  readonly sources: readonly number[]
}

export interface SummaryContent {
  readonly narrative: string
  readonly lists: Readonly<Record<ListSection, readonly Item[]>>
}

/** The Markdown that is stored and shown. */
export function renderSummary({ narrative, lists }: SummaryContent, words: LanguageWords): string {
  const bullets = (items: readonly Item[]) =>
    items.length === 0 ? `- ${words.none}` : items.map(({ text, sources }) => `- ${text} ${sources.map(citation).join(' ')}`).join('\n')
  return [`## ${words.summary}\n${narrative}`, ...listSections.map((section) => `## ${words[section]}\n${bullets(lists[section])}`)].join(
    '\n\n',
  )
}

export const citation = (id: number) => `[#${id}]`

/** The lines under each heading that was found, as a model wrote them. */
export type RawSections = ReadonlyMap<Section, readonly string[]>

/**
 * Finds the sections in a model's answer. Models wrap it in code fences, think aloud before it, choose other heading
 * levels, bold type or English headings: all of that is understood. What stands under any other heading is left out.
 */
export function parseSections(answer: string, words: LanguageWords): RawSections {
  const found = new Map<Section, string[]>()
  let current: string[] | undefined
  let level = 0
  for (const line of withoutNoise(answer).split('\n')) {
    const heading = headingOf(line, words)
    if (heading) {
      current = found.get(heading.section) ?? []
      found.set(heading.section, current)
      level = heading.level
      if (heading.rest) current.push(heading.rest)
      continue
    }
    const other = /^\s{0,3}(#{1,6})\s/.exec(line)
    if (other?.[1]) {
      if (other[1].length <= level) current = undefined
    } else current?.push(line)
  }
  return found
}

function withoutNoise(answer: string): string {
  return answer
    .replaceAll('\r\n', '\n')
    .replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, '')
    .replace(/^\s*(?:```|~~~).*$/gm, '')
}

/** `## Goals`, `## Goals: text`, `**Goals**`, `**Goals:** text`, `Goals:` and the like. */
function headingOf(line: string, words: LanguageWords): { section: Section; level: number; rest: string } | undefined {
  const [, hashes = '', marked = ''] = /^\s{0,3}(#{0,6})\s*(?:\d+[.)]\s+)?(.*?)[\s#]*$/.exec(line) ?? []
  const [title, rest] = titleOf(marked, hashes !== '')
  const section = title !== '' && sections.find((name) => [words[name], englishWords[name]].some((known) => plain(known) === title))
  return section ? { section, level: hashes.length || 6, rest } : undefined
}

/** A heading and what stands behind its colon. Without a mark a sentence may begin with the same word, so it must stand alone. */
function titleOf(marked: string, isHeading: boolean): readonly [title: string, rest: string] {
  const bold = /^(\*\*|__)(.+?)([:：]?)\1\s*([:：]?)\s*(.*)$/.exec(marked)
  if (bold) {
    const [, , title = '', inside, behind, rest = ''] = bold
    return rest === '' || inside || behind ? [plain(title), rest] : ['', '']
  }
  const colon = isHeading ? marked.search(/[:：]/) : -1
  return colon < 0 ? [plain(marked), ''] : [plain(marked.slice(0, colon)), marked.slice(colon + 1).trim()]
}

/** For comparing words as people and models type them: without case, accents and punctuation. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}
