import type { ChatModel, ModelEvent, ModelRequest } from '../../core/chat-model.ts'
import { ModelError } from '../../core/errors.ts'
import { type LanguageWords, languageWords } from '../../core/languages.ts'
import { blocksOf, outdent, parseLines, type TranscriptLine } from '../../core/transcript.ts'
import { estimateTokens } from '../tokens.ts'
import { sentencesOf } from './sentences.ts'
import { type Listed, listOf, tellsDone } from './summary-cues.ts'
import { describe } from './summary-narrative.ts'
import { fold, topicStems } from './words.ts'

/** Bullets of one list; the latest are kept. */
const MOST_BULLETS = 12

/** Characters of one bullet. */
const BULLET_LENGTH = 180

/** Stretches of the day that the narrative tells of, a line each; the latest are kept. */
const MOST_STRETCHES = 6

interface Bullet {
  readonly text: string
  /** As it is written behind the text: [#1] [#2]. */
  readonly cited: string
}

interface Draft {
  readonly narrative: readonly string[]
  readonly lists: Readonly<Record<Listed, readonly Bullet[]>>
}

const LISTS: readonly Listed[] = ['goals', 'decisions', 'openLoops', 'nextSteps']
const EMPTY: Draft = { narrative: [], lists: { goals: [], decisions: [], openLoops: [], nextSteps: [] } }

/**
 * Writes day summaries where no language model is configured. It understands nothing: it takes the person's own
 * sentences, sorts them by their cues, and keeps the bullets of summaries that it is given. The same request always
 * gives the same summary.
 */
export const offlineSummarizer: ChatModel = {
  name: 'offline',
  contextWindow: 128_000,
  countTokens: estimateTokens,
  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    if (signal.aborted) throw new ModelError('cancelled', 'The summary was stopped.')
    const { words, older, lines } = readRequest(request)
    const draft = settled(joined([...older, extract(lines, words)]), lines)
    yield { type: 'text', delta: render(draft, words) }
    yield { type: 'end', reason: 'stop' }
  },
}

interface Read {
  readonly words: LanguageWords
  /** The summary so far, or those of the parts of the day. */
  readonly older: readonly Draft[]
  readonly lines: readonly TranscriptLine[]
}

/** The request as src/summaries/prompt.ts makes it. */
function readRequest({ messages }: ModelRequest): Read {
  const instruction = messages.find(({ role }) => role === 'system')?.content ?? ''
  const material = messages.find(({ role }) => role === 'user')?.content ?? ''
  const words = languageWords(/^Language: (\w+)$/m.exec(instruction)?.[1] ?? 'english')
  const older = [...blocksOf(material, 'summary-so-far'), ...blocksOf(material, 'part')].map((summary) => readDraft(outdent(summary)))
  return { words, older, lines: blocksOf(material, 'transcript').flatMap(parseLines) }
}

/** The sections are told by their order; their headings are in the person's language. */
function readDraft(markdown: string): Draft {
  const [narrative = '', ...sections] = markdown.split(/^## .*$/m).slice(1)
  const bullets = (section = '') =>
    section.split('\n').flatMap((line) => {
      const [, text, cited] = /^- (.+?) ((?:\[#\d+\] ?)+)$/.exec(line) ?? []
      return text && cited ? [{ text, cited: cited.trim() }] : []
    })
  const [goals, decisions, openLoops, nextSteps] = sections
  return {
    narrative: narrative.split('\n').filter((line) => line.trim() !== ''),
    lists: { goals: bullets(goals), decisions: bullets(decisions), openLoops: bullets(openLoops), nextSteps: bullets(nextSteps) },
  }
}

function extract(lines: readonly TranscriptLine[], words: LanguageWords): Draft {
  const spoken = lines.filter(({ role }) => role === 'user' || role === 'assistant')
  if (spoken.length === 0) return EMPTY
  const lists: Record<Listed, Bullet[]> = { goals: [], decisions: [], openLoops: [], nextSteps: [] }
  for (const { id, text } of spoken.filter(({ role }) => role === 'user')) {
    for (const sentence of sentencesOf(text)) {
      const list = listOf(sentence)
      if (list) lists[list].push({ text: shorten(sentence), cited: `[#${id}]` })
    }
  }
  const open = unanswered(spoken)
  if (open) lists.openLoops.push(open)
  return { narrative: [describe(spoken, words)], lists }
}

/** The question that the day, as far as it is known, ends with. */
function unanswered(spoken: readonly TranscriptLine[]): Bullet | undefined {
  const last = spoken.at(-1)
  if (last?.role !== 'user') return undefined
  const question = sentencesOf(last.text).findLast((sentence) => sentence.endsWith('?') && topicStems(sentence).length > 0)
  return question ? { text: shorten(question), cited: `[#${last.id}]` } : undefined
}

/** Without the words a sentence is led in with, and not too long. */
function shorten(sentence: string): string {
  const bare = sentence.replace(
    /^(?:(?:ok(?:ay)?|so|well|and|but|yes|right|alright|then|bon|alors|donc|oui|also|ja|gut|pues|bueno|vale)\b[,.:;!]*\s+)+/i,
    '',
  )
  const text = bare.charAt(0).toLocaleUpperCase() + bare.slice(1)
  if (text.length <= BULLET_LENGTH) return text
  const space = text.lastIndexOf(' ', BULLET_LENGTH)
  return `${text.slice(0, space > 0 ? space : BULLET_LENGTH)}…`
}

/** One draft from several, in order; what is said twice is kept once, with the sources of both. */
function joined(drafts: readonly Draft[]): Draft {
  const list = (name: Listed) => {
    const byText = new Map<string, Bullet>()
    for (const { text, cited } of drafts.flatMap(({ lists }) => lists[name])) {
      const known = byText.get(fold(text))
      const sources = new Set([...(known?.cited.split(' ') ?? []), ...cited.split(' ')])
      byText.set(fold(text), { text: known?.text ?? text, cited: [...sources].join(' ') })
    }
    return [...byText.values()].slice(-MOST_BULLETS)
  }
  return {
    narrative: [...new Set(drafts.flatMap(({ narrative }) => narrative))].slice(-MOST_STRETCHES),
    lists: { goals: list('goals'), decisions: list('decisions'), openLoops: list('openLoops'), nextSteps: list('nextSteps') },
  }
}

/** Drops what a later message says is done: the two share half of its words, and two at the least. */
function settled(draft: Draft, lines: readonly TranscriptLine[]): Draft {
  const done = lines
    .filter(({ role }) => role === 'user')
    .flatMap(({ id, text }) =>
      sentencesOf(text)
        .filter(tellsDone)
        .map((sentence) => ({ id, stems: topicStems(sentence) })),
    )
  const isOpen = ({ text, cited }: Bullet) => {
    const stems = [...new Set(topicStems(text))]
    const saidIn = Number(/\d+/.exec(cited)?.[0])
    // "called" is about what "call" is about.
    const shared = (other: readonly string[]) =>
      stems.filter((stem) => other.some((one) => one.startsWith(stem) || stem.startsWith(one))).length
    return !done.some((one) => one.id > saidIn && shared(one.stems) >= Math.max(2, stems.length / 2))
  }
  const { openLoops, nextSteps } = draft.lists
  return { ...draft, lists: { ...draft.lists, openLoops: openLoops.filter(isOpen), nextSteps: nextSteps.filter(isOpen) } }
}

function render({ narrative, lists }: Draft, words: LanguageWords): string {
  const section = (name: Listed) => {
    const bullets = lists[name].map(({ text, cited }) => `- ${text} ${cited}`)
    return `## ${words[name]}\n${bullets.length > 0 ? bullets.join('\n') : `- ${words.none}`}`
  }
  return [`## ${words.summary}\n${narrative.join('\n') || '…'}`, ...LISTS.map(section)].join('\n\n')
}
