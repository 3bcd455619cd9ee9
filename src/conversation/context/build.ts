import { ModelError } from '../../core/domain/errors.ts'
import type { DayLabel, SegmentId } from '../../core/domain/ids.ts'
import type { ModelMessage } from '../../core/ports/chat-model.ts'
import type { Store } from '../../store/store.ts'
import type { ContextDeps } from '../deps.ts'
import { attachmentsForModel } from './attachments.ts'
import { type ContextBudgets, contextBudgets } from './budgets.ts'
import { prepareDaySummaries, prepareTodaySummary, prepareUnsummarized } from './earlier-days.ts'
import { buildIncomingMessages, estimateSmallestIncoming } from './incoming-messages.ts'
import { prepareMemoryHints, prepareSystemPrompt } from './instructions.ts'
import { messageTokens, toModelMessages } from './messages.ts'
import { prepareRecall } from './recall.ts'
import { prepareRecentMessages } from './recent-messages.ts'
import type { ContextReport, PartReport } from './report.ts'
import type { BuiltContextPart, ContextPart, ContextPartInput, ContextTurn } from './section.ts'

/** What the model sees before the messages to answer, in this order. A part it names that is missing here is not built yet. */
const table: readonly ContextPart[] = [
  { name: '1 system prompt', limit: (budgets) => budgets.systemPrompt - messageTokens, rank: 1, prepare: prepareSystemPrompt },
  { name: '2 memory', limit: (budgets) => budgets.memory, rank: 2, prepare: prepareMemoryHints },
  // 3 last time
  { name: '4 day summaries', limit: (budgets) => budgets.daySummaries, rank: 6, prepare: prepareDaySummaries },
  { name: '4b not summarized yet', limit: (budgets) => budgets.uncovered, rank: 5, prepare: prepareUnsummarized },
  { name: "5 today's summary", limit: (budgets) => budgets.todaySummary, rank: 4, prepare: prepareTodaySummary },
  // 6 open loops, 7 the shared place
  // After all others, because it repeats none of them.
  { name: '8 recall', limit: (budgets) => budgets.recall, rank: 7, prepare: prepareRecall },
  { name: '9 raw window', limit: (budgets) => budgets.rawWindowWithSession, rank: 3, prepare: prepareRecentMessages },
]

/**
 * What the messages to answer have of the whole for certain, if they need it; and where each of so many has hardly a line
 * of that, how much at most. What the other parts leave, they have as well.
 */
const shareToAnswer = 0.5
const largestShareToAnswer = 0.75

/** Fewer tokens than this hold no conversation. */
const leastTokens = 400

/** Between two parts of the system message. */
const separator = '\n\n'

/**
 * What the model is shown to answer some messages, and a report of it: never more tokens than `contextTokens`, nor than
 * the model's window less the room for the reply. The messages to answer are the last ones. Throws ModelError('rejected')
 * when the window is too small for any conversation.
 */
export async function buildContext(
  deps: ContextDeps,
  turn: ContextTurn,
  budgets: ContextBudgets = contextBudgets,
): Promise<{ messages: ModelMessage[]; report: ContextReport }> {
  const { model } = deps
  const limit = limitFor(deps)
  const [attachments, today] = await Promise.all([attachmentsForModel(deps, turn), loadToday(deps.store, turn)])
  const input: ContextPartInput = {
    deps,
    budgets,
    turn,
    attachments,
    count: (text) => model.countTokens(text),
    today,
  }
  const before = await buildPartsInOrder(input, limit)
  const room = limit - sum(before)
  const toAnswer = { name: '10 messages to answer', limit: room, ...buildIncomingMessages(input, room) }
  const all = [...before, toAnswer]

  const system = all.flatMap(({ text }) => text ?? []).join(separator)
  const rows = all.flatMap((part) => part.rows ?? [])
  const messages = toModelMessages(rows, { timezone: turn.timezone, placeId: turn.place.id, sessionGapMs: budgets.sessionGapMs })
  return {
    messages: [{ role: 'system', content: system }, ...messages],
    report: { total: sum(all), limit, model: model.name, parts: all.map(reportOf) },
  }
}

type NamedContextPart = BuiltContextPart & Pick<PartReport, 'name' | 'limit'>

/** The parts before the messages to answer, in the order of the table; each has the room that those of a lower rank left. */
async function buildPartsInOrder(input: ContextPartInput, limit: number): Promise<NamedContextPart[]> {
  const messages = new Set(input.turn.messagesToAnswer.map(({ id }) => id))
  const summaries = new Set<SegmentId>()
  const ranked = await Promise.all(
    [...table].sort((a, b) => a.rank - b.rank).map(async (part) => ({ part, fitted: await part.prepare(input) })),
  )
  let free = limit - reserveForIncoming(input, limit) - messageTokens
  const built = new Map<ContextPart, NamedContextPart>()
  for (const { part, fitted } of ranked) {
    const room = Math.max(0, Math.min(part.limit(input.budgets), free))
    const one = await fitted(room, { messages, summaries })
    for (const id of [...(one.rows ?? []).map(({ row }) => row.id), ...(one.quoted ?? [])]) messages.add(id)
    for (const id of one.summarized ?? []) summaries.add(id)
    free -= one.tokens
    built.set(part, { ...one, name: part.name, limit: room })
  }
  // The system message itself belongs to no part but the first.
  return table
    .flatMap((part) => built.get(part) ?? [])
    .map((part, index) => (index === 0 ? { ...part, tokens: part.tokens + messageTokens, limit: part.limit + messageTokens } : part))
}

/** Tokens that no other part takes from the messages to answer. */
function reserveForIncoming(input: ContextPartInput, limit: number): number {
  const usual = Math.min(limit * shareToAnswer, buildIncomingMessages(input, limit).tokens)
  const least = Math.min(limit * largestShareToAnswer, estimateSmallestIncoming(input))
  return Math.ceil(Math.max(usual, least))
}

function limitFor({ model, settings }: ContextDeps): number {
  const limit = Math.min(settings.contextTokens, model.contextWindow - settings.replyTokens)
  if (limit >= leastTokens) return limit
  throw new ModelError(
    'rejected',
    `The model ${model.name} reads ${model.contextWindow} tokens, of which ${settings.replyTokens} are kept for the reply: too few are left for a conversation. Choose a model with a larger window.`,
  )
}

/** The day of the newest message to answer. */
async function loadToday(store: Store, { messagesToAnswer }: ContextTurn): Promise<DayLabel> {
  const { segmentId } = messagesToAnswer.at(-1) ?? messagesToAnswer[0]
  const { dayLabel } = await store.db.daySegment.findUniqueOrThrow({ where: { id: segmentId }, select: { dayLabel: true } })
  return dayLabel as DayLabel
}

function sum(parts: readonly BuiltContextPart[]): number {
  return parts.reduce((total, { tokens }) => total + tokens, 0)
}

const reportOf = ({ name, tokens, limit, items, leftOut }: NamedContextPart): PartReport => ({ name, tokens, limit, items, leftOut })
