import { parseReminder } from '../../core/dates/parse-reminder.ts'
import { ModelError } from '../../core/domain/errors.ts'
import { defaultLanguage, detectLanguage, type LanguageCode } from '../../core/domain/languages.ts'
import type { ToolCall } from '../../core/domain/messages.ts'
import { allTranslators, isCatalogueLanguage, type Translate, translatorOf } from '../../core/messages/messages.ts'
import type { ChatModel, ModelEvent, ModelRequest } from '../../core/ports/chat-model.ts'
import { estimateTokens } from '../../model/tokens.ts'
import { mentionsAny } from '../words.ts'
import { buildAnswer } from './answer.ts'
import type { OfflineSearch } from './findings.ts'
import { collectFindings, findRememberOutcome, findReminderOutcome, type OfflineSearchHit, type ToolFindings } from './findings.ts'
import { countDays, type Period, parsePeriod } from './period.ts'
import { extractTopicStems, parseQuestion, type Question } from './question.ts'
import { type OfflineTurn, readTurn } from './read-turn.ts'
import { parseRememberRequest } from './remember.ts'
import { detectSmallTalk, languageOfSmallTalk } from './small-talk.ts'

/** In characters: the maximum length of a question to search for, and of a message to scan for one. */
const maxQueryLength = 400
const maxReadLength = 4_000

/** The number of search results to request, and the maximum numbers of days and messages to open. */
const resultLimit = 20
const maxOpenedDays = 7
const maxOpenedMessages = 8

const maxOpenedSummaries = 3

/** If a section of a period is requested, no day may be missing, so it requests more results on more pages, and every day of a month. */
const periodResultLimit = 40
const maxPeriodPages = 3
const maxOpenedPeriodDays = 31

/** The number of memories to request, and the maximum length of a memory to save, in characters. */
const memoryResultLimit = 10
const maxMemoryLength = 1_000

/** The number of parallel tool calls. The agent rejects more than 16. */
const maxParallelCalls = 15

/** The number of characters in one delta. */
const deltaLength = 48

type OfflineToolCall = Pick<ToolCall, 'name' | 'arguments'>

type OfflineStep = { readonly calls: readonly OfflineToolCall[] } | { readonly text: string }

/**
 * The model that is used if no other is configured. It has no understanding: it recognizes questions by cues, searches with the tools it
 * is offered, quotes the results with citations, and states that it is not a language model. Deterministic.
 */
export const offlineModel: ChatModel = {
  name: 'offline',
  contextWindow: Number.POSITIVE_INFINITY,
  countTokens: estimateTokens,
  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    throwIfAborted(signal)
    const turn = readTurn(request)
    const step = nextStep(turn, new Set(request.tools.map(({ name }) => name)))
    if ('calls' in step) {
      for (const [position, call] of step.calls.entries()) {
        yield { type: 'tool-call', call: { ...call, id: `offline-${turn.callCount + position + 1}` } }
      }
      yield { type: 'end', reason: 'tool-calls' }
      return
    }
    let remainingTokens = request.maxOutputTokens
    for (const delta of splitIntoDeltas(step.text)) {
      throwIfAborted(signal)
      remainingTokens -= estimateTokens(delta)
      if (remainingTokens < 0) {
        yield { type: 'end', reason: 'length' }
        return
      }
      yield { type: 'text', delta }
    }
    yield { type: 'end', reason: 'stop' }
  },
}

function nextStep(turn: OfflineTurn, tools: ReadonlySet<string>): OfflineStep {
  const texts = turn.texts.map((one) => one.slice(0, maxReadLength))
  // Other unanswered messages before the question do not matter.
  const text = texts.findLast((one) => parseQuestion(one)) ?? texts.join('\n').trim().slice(0, maxReadLength)
  const translate = translatorOf(detectAnswerLanguage(text, turn))
  const contentToRemember = tools.has('memory_add') ? texts.map(parseRememberRequest).findLast((one) => one !== undefined) : undefined
  if (contentToRemember !== undefined) {
    const outcome = findRememberOutcome(turn.calls)
    if (!outcome)
      return {
        calls: [
          { name: 'memory_add', arguments: JSON.stringify({ type: 'other', content: truncate(contentToRemember, maxMemoryLength) }) },
        ],
      }
    return { text: withNotice(turn, translate, translate(`offline.${outcome}`)) }
  }
  const reminder = tools.has('loop_add') ? findReminderRequest(texts, turn) : undefined
  if (reminder) {
    const outcome = findReminderOutcome(turn.calls)
    if (!outcome) return { calls: [{ name: 'loop_add', arguments: JSON.stringify(reminder) }] }
    return { text: withNotice(turn, translate, translate(`offline.${outcome}`)) }
  }
  const smallTalk = detectSmallTalk(text)
  if (smallTalk) {
    const reply = isLanguageFixed(turn) ? translate : translatorOf(languageOfSmallTalk(smallTalk, turn.language))
    return { text: withNotice(turn, reply, reply(`offline.${smallTalk.kind}`)) }
  }
  const question = parseQuestion(text)
  if (!question) return { text: withNotice(turn, translate, translate('offline.noted')) }
  const period = turn.today && parsePeriod(text, turn.today)
  const openLoops = period || question.focus !== 'open' ? [] : selectOpenLoops(turn, question)
  if (openLoops.length > 0) return { text: withNotice(turn, translate, [translate('offline.open'), openLoops.join('\n')].join('\n\n')) }
  const findings = collectFindings(turn.calls)
  if (findings.searches === 0) {
    return tools.has('conversation_search')
      ? {
          calls: [
            buildSearchCall(question, period),
            ...(tools.has('memory_search') && question.focus === 'anything' && !period ? [buildMemoryCall(question)] : []),
          ],
        }
      : { text: withNotice(turn, translate, translate('offline.noSearch')) }
  }
  const hasNoHits = findings.hits.length === 0 && !findings.failed
  if (period && hasNoHits && findings.searches === 1 && tools.has('conversation_search'))
    return { calls: [buildSearchCall(question, undefined)] }
  const nextPageCall = buildNextPageCall(question, period, findings)
  if (nextPageCall) return { calls: [nextPageCall] }
  const openCalls = tools.has('conversation_get') ? buildOpenCalls({ question, period, findings }) : []
  if (openCalls.length > 0) return { calls: openCalls }
  return { text: withNotice(turn, translate, buildAnswer({ translate, question, period, isWidened: findings.searches > 1, findings })) }
}

/** Returns what the last message that asks for a reminder asks for. The tool reads the time from the same words. */
function findReminderRequest(texts: readonly string[], turn: OfflineTurn): { readonly text: string; readonly due: string } | undefined {
  const { moment } = turn
  const requests = texts.flatMap((text) => {
    const languages = [detectAnswerLanguage(text, turn), turn.language, defaultLanguage]
    const request = moment && parseReminder(text, { ...moment, languages: [...new Set(languages)] })
    return request ? [{ text: request.text, due: text }] : []
  })
  return requests.at(-1)
}

/** Lists the open loops that a question is about, or all of them if none matches: most words of a question are not its topic. */
function selectOpenLoops({ openLoops }: OfflineTurn, question: Question): readonly string[] {
  const topic = extractTopicStems(question)
  const matching = openLoops.filter((line) => mentionsAny(line, topic))
  return (matching.length > 0 ? matching : openLoops).map((line) => `- ${line}`)
}

/** Returns whether every answer is in the user's language. */
const isLanguageFixed = ({ language, isLanguageChosen }: OfflineTurn): boolean => isLanguageChosen && isCatalogueLanguage(language)

/** Returns the language of a question if it is clear and the bot writes it, otherwise the user's. */
function detectAnswerLanguage(text: string, turn: OfflineTurn): LanguageCode {
  const written = isLanguageFixed(turn) ? undefined : detectLanguage(text, turn.language)
  return written && isCatalogueLanguage(written) ? written : turn.language
}

/** Passes the question as written, because the search knows which of its words to use. */
function buildSearchCall({ text, focus }: Question, period: Period | undefined, cursor?: string): OfflineToolCall {
  const limit = period && focus !== 'anything' ? periodResultLimit : resultLimit
  return { name: 'conversation_search', arguments: JSON.stringify({ query: truncate(text, maxQueryLength), ...period, limit, cursor }) }
}

/** Searches the memories in addition to the messages. */
const buildMemoryCall = ({ text }: Question): OfflineToolCall => ({
  name: 'memory_search',
  arguments: JSON.stringify({ query: truncate(text, maxQueryLength), limit: memoryResultLimit }),
})

/** Requests the next page of results while it may contain a requested day that has not come up yet. */
function buildNextPageCall(
  question: Question,
  period: Period | undefined,
  { hits, pages, nextCursor, searches }: ToolFindings,
): OfflineToolCall | undefined {
  if (!period || question.focus === 'anything' || !nextCursor || pages >= maxPeriodPages || searches > 1) return undefined
  const daysWithHits = new Set(hits.map(({ day_label }) => day_label)).size
  return daysWithHits < countDays(period) ? buildSearchCall(question, period, nextCursor) : undefined
}

/** Opens days for their summaries, and the best messages for their exact words, from the part that was found. Skips what is already open. */
function buildOpenCalls({
  question,
  period,
  findings,
}: Pick<OfflineSearch, 'question' | 'period' | 'findings'>): readonly OfflineToolCall[] {
  const { hits, opened } = findings
  const asksForSection = question.focus !== 'anything'
  const maxDays = period && asksForSection ? maxOpenedPeriodDays : asksForSection || period ? maxOpenedDays : 0
  // The days whose summary was found are opened for any question, because a summary names what a message may not.
  const foundSummaries = hits.filter(({ kind }) => kind === 'summary')
  const days =
    maxDays > 0
      ? firstDistinctIds(hits, ({ day_segment_id }) => day_segment_id, maxDays)
      : firstDistinctIds(foundSummaries, ({ day_segment_id }) => day_segment_id, maxOpenedSummaries)
  const messages = firstDistinctIds(hits, ({ message_id }) => message_id, maxOpenedMessages)
  const unopened = [
    ...days.filter((id) => !opened.some(({ day_segment_id }) => day_segment_id === id)).map((day_segment_id) => ({ day_segment_id })),
    ...messages
      .filter((id) => !opened.some(({ message_id }) => message_id === id))
      .map((id) => ({ message_id: id, from_character: hits.find(({ message_id }) => message_id === id)?.from_character, limit: 1 })),
  ]
  return unopened.slice(0, maxParallelCalls).map((args) => ({ name: 'conversation_get', arguments: JSON.stringify(args) }))
}

function firstDistinctIds(
  hits: readonly OfflineSearchHit[],
  idOf: (hit: OfflineSearchHit) => number | undefined,
  limit: number,
): readonly number[] {
  return [...new Set(hits.map(idOf).filter((id) => id !== undefined))].slice(0, limit)
}

/** An answer, and the sentence about the missing language model below it. */
interface AnswerWithNotice {
  readonly answer: string
  readonly notice?: string
}

const notices = allTranslators.flatMap((write) => [write('offline.noModel'), write('offline.stillNoModel')])

/** Takes the sentence about the missing language model off an answer, for a place that shows it apart. */
export function splitNotice(text: string): AnswerWithNotice {
  const notice = notices.find((sentence) => text.endsWith(`_${sentence}_`))
  return notice === undefined ? { answer: text } : { answer: text.slice(0, -notice.length - 2).trimEnd(), notice }
}

/** Removes the notice from an answer that is still being written, even if only its beginning is there. */
export function withoutNotice(text: string): string {
  const at = text.lastIndexOf('\n\n_')
  const end = text.slice(at + 2)
  return at >= 0 && notices.some((sentence) => `_${sentence}_`.startsWith(end)) ? text.slice(0, at) : text
}

/** Adds that there is no language model: with an explanation the first time, briefly after that. */
function withNotice(turn: OfflineTurn, translate: Translate, answer: string): string {
  const hasFullNotice = turn.assistantTexts.some((text) => allTranslators.some((write) => text.includes(write('offline.noModel'))))
  return `${answer}\n\n_${translate(hasFullNotice ? 'offline.stillNoModel' : 'offline.noModel')}_`
}

function* splitIntoDeltas(text: string): Generator<string> {
  const characters = Array.from(text)
  for (let start = 0; start < characters.length; start += deltaLength) yield characters.slice(start, start + deltaLength).join('')
}

function truncate(text: string, length: number): string {
  return Array.from(text).slice(0, length).join('')
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new ModelError('cancelled', 'The answer was stopped.')
}
