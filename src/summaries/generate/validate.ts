import { allTranslators } from '../../core/messages/messages.ts'
import {
  formatCitation,
  normalizeForComparison,
  parseSections,
  type SummaryBullet,
  type SummaryContent,
  type SummaryListSection,
  type SummarySection,
  summaryListSections,
  summarySections,
} from './template.ts'

export interface ValidatedSummary {
  readonly content: SummaryContent
  /** The missing sections. An empty narrative counts as missing. */
  readonly missingSections: readonly SummarySection[]
  /** The number of bullets dropped because they cite no source message. */
  readonly droppedCount: number
}

/** Parses a model's answer and keeps what may be stored. `citableIds` are the ids of the source messages. */
export function validateSummary(answer: string, citableIds: ReadonlySet<number>): ValidatedSummary {
  const rawSections = parseSections(answer)
  const narrative = validateNarrative(rawSections.get('summary') ?? [], citableIds)
  const lists: Record<SummaryListSection, readonly SummaryBullet[]> = { goals: [], decisions: [], openLoops: [], nextSteps: [] }
  let droppedCount = 0
  for (const section of summaryListSections) {
    const items = splitBullets(rawSections.get(section) ?? [])
      .filter((bullet) => !isNonePlaceholder(bullet))
      .map((bullet) => parseBullet(bullet, citableIds))
    lists[section] = items.filter(({ text, sourceIds }) => text !== '' && sourceIds.length > 0)
    droppedCount += items.length - lists[section].length
  }
  const missingSections = summarySections.filter((section) => !rawSections.has(section) || (section === 'summary' && narrative === ''))
  return { content: { narrative, lists }, missingSections, droppedCount }
}

/** Matches [#1], [#1, #2], [#1; 2], (#1), and [#1](link), including the space before them. */
const citationPattern = /[ \t]*[[(]\s*#\d+(?:\s*[,;&]\s*#?\d+)*\s*[\])](?:\([^)\s]*\))?/g

function extractCitableIds(citationText: string, citableIds: ReadonlySet<number>): number[] {
  return (/^[^\])]*/.exec(citationText)?.[0].match(/\d+/g) ?? []).map(Number).filter((id) => citableIds.has(id))
}

function validateNarrative(lines: readonly string[], citableIds: ReadonlySet<number>): string {
  const keepCitableIds = (citationText: string) => {
    const ids = extractCitableIds(citationText, citableIds)
    return ids.length > 0 ? `${citationText.startsWith(' ') ? ' ' : ''}${ids.map(formatCitation).join(' ')}` : ''
  }
  return lines
    .join('\n')
    .replace(citationPattern, keepCitableIds)
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function parseBullet(bullet: string, citableIds: ReadonlySet<number>): SummaryBullet {
  const sourceIds = new Set((bullet.match(citationPattern) ?? []).flatMap((citationText) => extractCitableIds(citationText, citableIds)))
  return { text: bullet.replace(citationPattern, '').trim(), sourceIds: [...sourceIds] }
}

const bulletPattern = /^(\s*)(?:[-*+•–]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/

/** Splits a list into bullets. A continuation line belongs to the bullet above it. So does an indented bullet without a citation. */
function splitBullets(lines: readonly string[]): string[] {
  const bullets: string[] = []
  for (const line of lines) {
    if (line.trim() === '') continue
    const [, indentation = '', ownText] = bulletPattern.exec(line) ?? []
    const last = bullets.length - 1
    const continuesPrevious = ownText === undefined || (indentation.length >= 2 && line.match(citationPattern) === null)
    if (continuesPrevious && bullets[last] !== undefined) bullets[last] += ` ${(ownText ?? line).trim()}`
    else if (ownText !== undefined) bullets.push(ownText.trim())
  }
  return bullets
}

/** What models write in an empty list, in any language of the catalogue, and in Dutch. */
const nonePlaceholders: ReadonlySet<string> = new Set(
  ['', 'n/a', 'nothing', 'geen', ...allTranslators.map((translate) => translate('summary.none'))].map(normalizeForComparison),
)

const isNonePlaceholder = (bullet: string): boolean => nonePlaceholders.has(normalizeForComparison(bullet.replace(citationPattern, '')))
