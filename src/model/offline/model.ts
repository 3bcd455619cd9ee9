import type { ChatModel, ModelEvent, ModelRequest } from '../../core/chat-model.ts'
import { ModelError } from '../../core/errors.ts'
import type { ToolCall } from '../../core/messages.ts'
import { estimateTokens } from '../tokens.ts'
import { answerFrom, type Search } from './answer.ts'
import { type Findings, findingsOf, type Hit, rememberedIn } from './findings.ts'
import { daysIn, type Period, periodIn } from './period.ts'
import { PHRASES, type Phrases } from './phrases.ts'
import { asksAboutBot, isGreeting, isThanks, type Question, questionIn } from './question.ts'
import { toRemember } from './remember.ts'
import { readTurn, type Turn } from './turn.ts'
import { languageOf } from './words.ts'

/** Characters of a question that are searched for, and of a message that are looked at for one. */
const QUERY_LENGTH = 400
const READ_LENGTH = 4_000

/** Search results asked for, days and messages opened. */
const RESULTS = 20
const OPEN_DAYS = 7
const OPEN_MESSAGES = 8

/** Where a section of some days is asked for, no day may be missing: more results, on more pages, and all of a month's days. */
const RESULTS_OF_DAYS = 40
const PAGES_OF_DAYS = 3
const OPEN_DAYS_OF_PERIOD = 31

/** Items of memory asked for, and characters of what is to be remembered. */
const KNOWN = 10
const REMEMBERED_LENGTH = 1_000

/** Tools called at once: the run of the agent refuses more than 16. */
const CALLS_AT_ONCE = 15

/** Characters of one delta. */
const DELTA_LENGTH = 48

type Call = Pick<ToolCall, 'name' | 'arguments'>

type Step = { readonly calls: readonly Call[] } | { readonly text: string }

/**
 * The model that is there when no other is configured. It understands nothing: it tells questions by their cues, looks
 * them up with the tools it is offered, quotes what they give with citations, and says that it is no language model.
 * The same request always gives the same answer.
 */
export const offlineModel: ChatModel = {
  name: 'offline',
  contextWindow: 32_000,
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
    let room = request.maxOutputTokens
    for (const delta of deltasOf(step.text)) {
      throwIfAborted(signal)
      room -= estimateTokens(delta)
      if (room < 0) {
        yield { type: 'end', reason: 'length' }
        return
      }
      yield { type: 'text', delta }
    }
    yield { type: 'end', reason: 'stop' }
  },
}

function nextStep(turn: Turn, tools: ReadonlySet<string>): Step {
  const texts = turn.texts.map((one) => one.slice(0, READ_LENGTH))
  // What stayed unanswered before the question has no part in it.
  const text = texts.findLast((one) => questionIn(one)) ?? texts.join('\n').trim().slice(0, READ_LENGTH)
  const wish = tools.has('memory_add') ? texts.map(toRemember).findLast((one) => one !== undefined) : undefined
  if (wish !== undefined) {
    const outcome = rememberedIn(turn.calls)
    if (!outcome)
      return { calls: [{ name: 'memory_add', arguments: JSON.stringify({ type: 'other', content: cut(wish, REMEMBERED_LENGTH) }) }] }
    const phrases = PHRASES[languageOf(text)]
    return { text: withNotice(turn, phrases, phrases[outcome]) }
  }
  const own = asksAboutBot(text) ? 'abilities' : isThanks(text) ? 'welcome' : isGreeting(text) ? 'hello' : undefined
  const question = own ? undefined : questionIn(text)
  if (!question) {
    const phrases = PHRASES[languageOf(text)]
    return { text: withNotice(turn, phrases, phrases[own ?? 'noted']) }
  }
  const phrases = PHRASES[question.language]
  const period = turn.today && periodIn(text, turn.today)
  const findings = findingsOf(turn.calls)
  if (findings.searches === 0) {
    return tools.has('conversation_search')
      ? {
          calls: [
            searchCall(question, period),
            ...(tools.has('memory_search') && question.asked === 'anything' && !period ? [memoryCall(question)] : []),
          ],
        }
      : { text: withNotice(turn, phrases, phrases.noSearch) }
  }
  const foundNone = findings.hits.length === 0 && !findings.failed
  if (period && foundNone && findings.searches === 1 && tools.has('conversation_search'))
    return { calls: [searchCall(question, undefined)] }
  const next = nextPage(question, period, findings)
  if (next) return { calls: [next] }
  const openings = tools.has('conversation_get') ? openingCalls({ question, period, findings }) : []
  if (openings.length > 0) return { calls: openings }
  return { text: withNotice(turn, phrases, answerFrom({ question, period, widened: findings.searches > 1, findings })) }
}

/** The question as it was put: the search knows what to make of its words. */
function searchCall({ text, asked }: Question, period: Period | undefined, cursor?: string): Call {
  const limit = period && asked !== 'anything' ? RESULTS_OF_DAYS : RESULTS
  return { name: 'conversation_search', arguments: JSON.stringify({ query: cut(text, QUERY_LENGTH), ...period, limit, cursor }) }
}

/** What is known of the person for long, beside what was said. */
const memoryCall = ({ text }: Question): Call => ({
  name: 'memory_search',
  arguments: JSON.stringify({ query: cut(text, QUERY_LENGTH), limit: KNOWN }),
})

/** The next page of results, as long as a day that was asked for may be on it that has not come up. */
function nextPage(question: Question, period: Period | undefined, { hits, pages, nextCursor, searches }: Findings): Call | undefined {
  if (!period || question.asked === 'anything' || !nextCursor || pages >= PAGES_OF_DAYS || searches > 1) return undefined
  const come = new Set(hits.map(({ day_label }) => day_label)).size
  return come < daysIn(period) ? searchCall(question, period, nextCursor) : undefined
}

/** Opens the days for what their summaries tell, and the best messages for what was said word for word; undone is what was not opened yet. */
function openingCalls({ question, period, findings }: Pick<Search, 'question' | 'period' | 'findings'>): readonly Call[] {
  const { hits, opened } = findings
  const ofSection = question.asked !== 'anything'
  const mostDays = period && ofSection ? OPEN_DAYS_OF_PERIOD : ofSection || period ? OPEN_DAYS : 0
  const days = firstOf(hits, ({ day_segment_id }) => day_segment_id, mostDays)
  const messages = firstOf(hits, ({ message_id }) => message_id, OPEN_MESSAGES)
  const undone = [
    ...days.filter((id) => !opened.some(({ day_segment_id }) => day_segment_id === id)).map((day_segment_id) => ({ day_segment_id })),
    ...messages.filter((id) => !opened.some(({ message_id }) => message_id === id)).map((message_id) => ({ message_id, limit: 1 })),
  ]
  return undone.slice(0, CALLS_AT_ONCE).map((args) => ({ name: 'conversation_get', arguments: JSON.stringify(args) }))
}

function firstOf(hits: readonly Hit[], idOf: (hit: Hit) => number | undefined, most: number): readonly number[] {
  return [...new Set(hits.map(idOf).filter((id) => id !== undefined))].slice(0, most)
}

/** The answer, and that there is no language model: in full once, then in short. */
function withNotice(turn: Turn, phrases: Phrases, answer: string): string {
  const told = turn.said.some((text) => Object.values(PHRASES).some(({ noModel }) => text.includes(noModel)))
  return `${answer}\n\n_${told ? phrases.stillNoModel : phrases.noModel}_`
}

function* deltasOf(text: string): Generator<string> {
  const characters = Array.from(text)
  for (let start = 0; start < characters.length; start += DELTA_LENGTH) yield characters.slice(start, start + DELTA_LENGTH).join('')
}

function cut(text: string, length: number): string {
  return Array.from(text).slice(0, length).join('')
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new ModelError('cancelled', 'The answer was stopped.')
}
