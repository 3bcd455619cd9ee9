import { allTranslators, type Translate } from '../../core/messages/messages.ts'
import { hasSameNumbers, measureOverlap, saysSame } from '../compare.ts'
import { toTopicStems } from '../words.ts'
import { hasCommonCue, listNames, type OfflineListName } from './cues.ts'

/** A text with the messages it is from. */
export interface OfflineBullet {
  readonly text: string
  readonly ids: readonly number[]
  /** Whether it is a question or a proposal that was not answered when the day, or the part of it, ended. */
  readonly isUnanswered?: boolean
  /** Whether a pronoun is left in it, so that it does not name what it is about. */
  readonly isUnclear?: boolean
}

export type OfflineLists = Readonly<Record<OfflineListName, readonly OfflineBullet[]>>

export interface OfflineSummaryDraft {
  /** What the narrative tells, in order. */
  readonly facts: readonly OfflineBullet[]
  readonly lists: OfflineLists
  /** The number of messages, if there are no facts to tell. */
  readonly opening?: string
}

export const emptyDraft: OfflineSummaryDraft = { facts: [], lists: { goals: [], decisions: [], openLoops: [], nextSteps: [] } }

/** The maximum number of bullets per list. The latest are kept. */
const maxBullets = 12

/** The maximum number of facts in the narrative. Those between the first and the last are left out evenly. */
const maxFacts = 16

const bulletPattern = /([\s\S]*?)((?:\s*\[#\d+\])+)/g

/** Parses a rendered summary. Identifies sections by their order, because their headings are in the user's language. */
export function parseDraft(markdown: string): OfflineSummaryDraft {
  const [narrative = '', ...sections] = markdown.split(/^## .*$/m).slice(1)
  const bullets = (section = '') => section.split('\n').flatMap((line) => (line.startsWith('- ') ? parseBullets(line.slice(2)) : []))
  const [goals, decisions, openLoops, nextSteps] = sections
  return {
    facts: parseBullets(narrative),
    lists: { goals: bullets(goals), decisions: bullets(decisions), openLoops: bullets(openLoops), nextSteps: bullets(nextSteps) },
  }
}

const parseBullets = (section: string): OfflineBullet[] =>
  Array.from(section.matchAll(bulletPattern), ([, content = '', citations = '']) => {
    const ids = (citations.match(/\d+/g) ?? []).map(Number)
    const text = content.trim()
    const prefix = unansweredPrefixes.find((one) => text.startsWith(one))
    return prefix === undefined ? { text, ids } : { text: text.slice(prefix.length).trim(), ids, isUnanswered: true }
  }).filter(({ text }) => text !== '')

const unansweredPrefixes = allTranslators.map((translate) => translate('offline.unanswered', { text: '' }).trim())

/**
 * Merges the drafts of consecutive parts of a day. Keeps what is said twice once, with the sources of both, of decisions that replace others
 * only the newest, and what is unanswered only at the end of the last part.
 */
export function mergeDrafts(drafts: readonly OfflineSummaryDraft[]): OfflineSummaryDraft {
  const list = (name: OfflineListName) =>
    mergeBullets(
      drafts.flatMap(({ lists }, index) => lists[name].filter(({ isUnanswered }) => !isUnanswered || index === drafts.length - 1)),
    ).slice(-maxBullets)
  const opening = drafts.find((draft) => draft.opening !== undefined)?.opening
  return {
    facts: thinOut(mergeBullets(drafts.flatMap((draft) => draft.facts)), maxFacts),
    lists: {
      goals: list('goals'),
      decisions: dropReplaced(list('decisions')),
      openLoops: list('openLoops'),
      nextSteps: list('nextSteps'),
    },
    ...(opening !== undefined && { opening }),
  }
}

/** Keeps bullets that say the same once, with the sources of all. */
export function mergeBullets<Bullet extends OfflineBullet>(bullets: readonly Bullet[]): readonly Bullet[] {
  const merged: Bullet[] = []
  for (const bullet of bullets) {
    const position = merged.findIndex((other) => saysSame(other.text, bullet.text))
    const existing = merged[position]
    if (!existing) merged.push(bullet)
    else
      merged[position] = { ...existing, text: pickFuller(existing.text, bullet.text), ids: [...new Set([...existing.ids, ...bullet.ids])] }
  }
  return merged
}

const pickFuller = (one: string, other: string): string => (toTopicStems(other).length > toTopicStems(one).length ? other : one)

/** How much a decision has in common with one that it replaces. */
const replacedShare = 0.6

/** Drops decisions that a later one replaces: it says so, and has other numbers for the same. */
const dropReplaced = (decisions: readonly OfflineBullet[]): readonly OfflineBullet[] =>
  decisions.filter(
    ({ text }, index) =>
      !decisions
        .slice(index + 1)
        .some(
          (later) =>
            hasCommonCue(later.text, 'change') && !hasSameNumbers(text, later.text) && measureOverlap(text, later.text) >= replacedShare,
        ),
  )

/** Keeps the first and the last, and evenly many of what is between. */
function thinOut<Item>(items: readonly Item[], limit: number): readonly Item[] {
  if (items.length <= limit) return items
  const kept = new Set(Array.from({ length: limit }, (_, index) => Math.round((index * (items.length - 1)) / (limit - 1))))
  return items.filter((_, index) => kept.has(index))
}

const endSentence = (text: string): string =>
  /[\p{L}\p{N})%°$€]$/u.test(text) && !/\p{Script=Han}|\p{Script=Hiragana}/u.test(text) ? `${text}.` : text

export function renderDraft({ facts, lists, opening }: OfflineSummaryDraft, translate: Translate): string {
  const render = ({ text, ids, isUnanswered }: OfflineBullet) =>
    `${isUnanswered ? translate('offline.unanswered', { text }) : text} ${ids.map((id) => `[#${id}]`).join(' ')}`
  const section = (name: OfflineListName) => {
    const bullets = lists[name].map((bullet) => `- ${render(bullet)}`)
    return `## ${translate(`summary.${name}`)}\n${bullets.length > 0 ? bullets.join('\n') : `- ${translate('summary.none')}`}`
  }
  const narrative = facts.length > 0 ? facts.map((fact) => render({ ...fact, text: endSentence(fact.text) })).join(' ') : (opening ?? '…')
  return [`## ${translate('summary.summary')}\n${narrative}`, ...listNames.map(section)].join('\n\n')
}
