import { englishWords, type LanguageWords } from '../core/languages.ts'
import {
  citation,
  type Item,
  type ListSection,
  listSections,
  parseSections,
  plain,
  type Section,
  type SummaryContent,
  sections,
} from './template.ts'

export interface Checked {
  readonly content: SummaryContent
  /** Sections that are not there; the narrative counts as missing when it is empty. */
  readonly missing: readonly Section[]
  /** Bullets that were dropped because they cite nothing, or nothing that may be cited. */
  readonly dropped: number
}

/** Reads a model's answer and keeps what may be stored. `citable`: the ids of the messages it was made from. */
export function checkSummary(answer: string, words: LanguageWords, citable: ReadonlySet<number>): Checked {
  const found = parseSections(answer, words)
  const narrative = checkedNarrative(found.get('summary') ?? [], citable)
  const lists: Record<ListSection, readonly Item[]> = { goals: [], decisions: [], openLoops: [], nextSteps: [] }
  let dropped = 0
  for (const section of listSections) {
    const items = bulletsOf(found.get(section) ?? [])
      .filter((bullet) => !isNone(bullet, words))
      .map((bullet) => itemOf(bullet, citable))
    lists[section] = items.filter(({ text, sources }) => text !== '' && sources.length > 0)
    dropped += items.length - lists[section].length
  }
  const missing = sections.filter((section) => !found.has(section) || (section === 'summary' && narrative === ''))
  return { content: { narrative, lists }, missing, dropped }
}

/** [#1], [#1, #2], [#1; 2], (#1), and [#1](somewhere), with the space before. */
const citations = /[ \t]*[[(]\s*#\d+(?:\s*[,;&]\s*#?\d+)*\s*[\])](?:\([^)\s]*\))?/g

function idsIn(cited: string, citable: ReadonlySet<number>): number[] {
  return (/^[^\])]*/.exec(cited)?.[0].match(/\d+/g) ?? []).map(Number).filter((id) => citable.has(id))
}

function checkedNarrative(lines: readonly string[], citable: ReadonlySet<number>): string {
  const kept = (cited: string) => {
    const ids = idsIn(cited, citable)
    return ids.length > 0 ? `${cited.startsWith(' ') ? ' ' : ''}${ids.map(citation).join(' ')}` : ''
  }
  return lines
    .join('\n')
    .replace(citations, kept)
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function itemOf(bullet: string, citable: ReadonlySet<number>): Item {
  const sources = new Set((bullet.match(citations) ?? []).flatMap((cited) => idsIn(cited, citable)))
  return { text: bullet.replace(citations, '').trim(), sources: [...sources] }
}

const bulletStart = /^(\s*)(?:[-*+•–]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/

/** The bullets of a list, one line each. A further line belongs to the bullet above, and so does a bullet below it that cites nothing. */
function bulletsOf(lines: readonly string[]): string[] {
  const bullets: string[] = []
  for (const line of lines) {
    if (line.trim() === '') continue
    const [, indentation = '', own] = bulletStart.exec(line) ?? []
    const last = bullets.length - 1
    const continues = own === undefined || (indentation.length >= 2 && line.match(citations) === null)
    if (continues && bullets[last] !== undefined) bullets[last] += ` ${(own ?? line).trim()}`
    else if (own !== undefined) bullets.push(own.trim())
  }
  return bullets
}

function isNone(bullet: string, words: LanguageWords): boolean {
  const said = plain(bullet.replace(citations, ''))
  return said === '' || [words.none, englishWords.none, 'n/a', 'nothing'].some((none) => plain(none) === said)
}
