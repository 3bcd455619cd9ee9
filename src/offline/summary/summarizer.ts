import { ModelError } from '../../core/domain/errors.ts'
import { defaultLanguage, toLanguageCode } from '../../core/domain/languages.ts'
import { blocksOf, outdent, parseLines, type TranscriptLine } from '../../core/domain/text.ts'
import { type Translate, translatorOf } from '../../core/messages/messages.ts'
import type { ChatModel, ModelEvent, ModelRequest } from '../../core/ports/chat-model.ts'
import { estimateTokens } from '../../model/tokens.ts'
import { combineWords } from '../languages/all.ts'
import { isQuestionSentence, splitSentences } from '../sentences.ts'
import { foldText, toTopicStems } from '../words.ts'
import { classifySentence, isCompletion, type OfflineListName } from './cues.ts'
import { buildNarrative } from './narrative.ts'

/** The maximum number of bullets per list. The latest are kept. */
const maxBullets = 12

/** The maximum number of characters per bullet. */
const maxBulletLength = 180

/** The maximum number of lines in the narrative, with one line per part of the day. The latest are kept. */
const maxNarrativeLines = 6

interface OfflineBullet {
  readonly text: string
  /** As written after the text: [#1] [#2]. */
  readonly citations: string
}

interface OfflineSummaryDraft {
  readonly narrative: readonly string[]
  readonly lists: Readonly<Record<OfflineListName, readonly OfflineBullet[]>>
}

const listNames: readonly OfflineListName[] = ['goals', 'decisions', 'openLoops', 'nextSteps']
const emptyDraft: OfflineSummaryDraft = { narrative: [], lists: { goals: [], decisions: [], openLoops: [], nextSteps: [] } }

/**
 * Writes day summaries if no language model is configured. It has no understanding: it collects the user's sentences, sorts them by cues,
 * and keeps the bullets of earlier summaries. Deterministic.
 */
export const offlineSummarizer: ChatModel = {
  name: 'offline',
  contextWindow: 128_000,
  countTokens: estimateTokens,
  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    if (signal.aborted) throw new ModelError('cancelled', 'The summary was stopped.')
    const { translate, earlierDrafts, lines } = parseRequest(request)
    const draft = dropCompleted(mergeDrafts([...earlierDrafts, extractDraft(lines, translate)]), lines)
    yield { type: 'text', delta: renderDraft(draft, translate) }
    yield { type: 'end', reason: 'stop' }
  },
}

interface ParsedSummaryRequest {
  readonly translate: Translate
  /** The summary so far, or the summaries of the parts of the day. */
  readonly earlierDrafts: readonly OfflineSummaryDraft[]
  readonly lines: readonly TranscriptLine[]
}

/** Parses the request that src/summaries/generate/prompt.ts builds. */
function parseRequest({ messages }: ModelRequest): ParsedSummaryRequest {
  const instruction = messages.find(({ role }) => role === 'system')?.content ?? ''
  const material = messages.find(({ role }) => role === 'user')?.content ?? ''
  const translate = translatorOf(toLanguageCode(/^Language: (\w+)$/m.exec(instruction)?.[1] ?? '') ?? defaultLanguage)
  const earlierDrafts = [...blocksOf(material, 'summary-so-far'), ...blocksOf(material, 'part')].map((summary) =>
    parseDraft(outdent(summary)),
  )
  return { translate, earlierDrafts, lines: blocksOf(material, 'transcript').flatMap(parseLines) }
}

/** Identifies sections by their order, because their headings are in the user's language. */
function parseDraft(markdown: string): OfflineSummaryDraft {
  const [narrative = '', ...sections] = markdown.split(/^## .*$/m).slice(1)
  const bullets = (section = '') =>
    section.split('\n').flatMap((line) => {
      const [, text, citations] = /^- (.+?) ((?:\[#\d+\] ?)+)$/.exec(line) ?? []
      return text && citations ? [{ text, citations: citations.trim() }] : []
    })
  const [goals, decisions, openLoops, nextSteps] = sections
  return {
    narrative: narrative.split('\n').filter((line) => line.trim() !== ''),
    lists: { goals: bullets(goals), decisions: bullets(decisions), openLoops: bullets(openLoops), nextSteps: bullets(nextSteps) },
  }
}

function extractDraft(lines: readonly TranscriptLine[], translate: Translate): OfflineSummaryDraft {
  const spokenLines = lines.filter(({ role }) => role === 'user' || role === 'assistant')
  if (spokenLines.length === 0) return emptyDraft
  const lists: Record<OfflineListName, OfflineBullet[]> = { goals: [], decisions: [], openLoops: [], nextSteps: [] }
  for (const { id, text } of spokenLines.filter(({ role }) => role === 'user')) {
    for (const sentence of splitSentences(text)) {
      const list = classifySentence(sentence)
      if (list) lists[list].push({ text: shorten(sentence), citations: `[#${id}]` })
    }
  }
  const openQuestion = findUnansweredQuestion(spokenLines)
  if (openQuestion) lists.openLoops.push(openQuestion)
  return { narrative: [buildNarrative(spokenLines, translate)], lists }
}

/** Returns the question at the end of the day so far, if it is unanswered. */
function findUnansweredQuestion(spokenLines: readonly TranscriptLine[]): OfflineBullet | undefined {
  const last = spokenLines.at(-1)
  if (last?.role !== 'user') return undefined
  const question = splitSentences(last.text).findLast((sentence) => isQuestionSentence(sentence) && toTopicStems(sentence).length > 0)
  return question ? { text: shorten(question), citations: `[#${last.id}]` } : undefined
}

const openingPattern = new RegExp(`^(?:(?:${combineWords(({ openings }) => openings)})(?!\\p{L})[,.:;!，、。！]*\\s*)+`, 'iu')

/** Removes introductory words, then truncates. */
function shorten(sentence: string): string {
  const bare = sentence.replace(openingPattern, '')
  const text = bare.charAt(0).toLocaleUpperCase() + bare.slice(1)
  if (text.length <= maxBulletLength) return text
  const space = text.lastIndexOf(' ', maxBulletLength)
  return `${text.slice(0, space > 0 ? space : maxBulletLength)}…`
}

/** Merges drafts in order. Keeps duplicates once, with the sources of both. */
function mergeDrafts(drafts: readonly OfflineSummaryDraft[]): OfflineSummaryDraft {
  const list = (name: OfflineListName) => {
    const byText = new Map<string, OfflineBullet>()
    for (const { text, citations } of drafts.flatMap(({ lists }) => lists[name])) {
      const existing = byText.get(foldText(text))
      const sources = new Set([...(existing?.citations.split(' ') ?? []), ...citations.split(' ')])
      byText.set(foldText(text), { text: existing?.text ?? text, citations: [...sources].join(' ') })
    }
    return [...byText.values()].slice(-maxBullets)
  }
  return {
    narrative: [...new Set(drafts.flatMap(({ narrative }) => narrative))].slice(-maxNarrativeLines),
    lists: { goals: list('goals'), decisions: list('decisions'), openLoops: list('openLoops'), nextSteps: list('nextSteps') },
  }
}

/** Drops bullets that a later message reports as done. Both must share at least half of their words, and at least two. */
function dropCompleted(draft: OfflineSummaryDraft, lines: readonly TranscriptLine[]): OfflineSummaryDraft {
  const completions = lines
    .filter(({ role }) => role === 'user')
    .flatMap(({ id, text }) =>
      splitSentences(text)
        .filter(isCompletion)
        .map((sentence) => ({ id, stems: toTopicStems(sentence) })),
    )
  const isOpen = ({ text, citations }: OfflineBullet) => {
    const stems = [...new Set(toTopicStems(text))]
    const sourceId = Number(/\d+/.exec(citations)?.[0])
    // "Called" matches "call".
    const sharedStems = (other: readonly string[]) =>
      stems.filter((stem) => other.some((one) => one.startsWith(stem) || stem.startsWith(one))).length
    return !completions.some((one) => one.id > sourceId && sharedStems(one.stems) >= Math.max(2, stems.length / 2))
  }
  const { openLoops, nextSteps } = draft.lists
  return { ...draft, lists: { ...draft.lists, openLoops: openLoops.filter(isOpen), nextSteps: nextSteps.filter(isOpen) } }
}

function renderDraft({ narrative, lists }: OfflineSummaryDraft, translate: Translate): string {
  const section = (name: OfflineListName) => {
    const bullets = lists[name].map(({ text, citations }) => `- ${text} ${citations}`)
    return `## ${translate(`summary.${name}`)}\n${bullets.length > 0 ? bullets.join('\n') : `- ${translate('summary.none')}`}`
  }
  return [`## ${translate('summary.summary')}\n${narrative.join('\n') || '…'}`, ...listNames.map(section)].join('\n\n')
}
