import { buildSystemPrompt, legend } from '../../agent/prompt.ts'
import { messageTokens, referenceTokens } from '../../agent/request-size.ts'
import type { DayLabel, MessageId } from '../../core/domain/ids.ts'
import { block, formatCount, formatReference, formatTruncated, indent, shrinkToTokens, whole } from '../../core/domain/text.ts'
import { translatorOf } from '../../core/messages/messages.ts'
import type { ModelMessage } from '../../core/ports/chat-model.ts'
import { formatLoop } from '../../loops/format-loop.ts'
import { buildMemoryHints } from '../../memory/themes.ts'
import type { Store } from '../../store/store.ts'
import type { ContextDeps } from '../deps.ts'
import { attachmentsForModel } from './attachments.ts'
import { type ContextBudgets, contextBudgets } from './budgets.ts'
import { prepareDaySummaries, prepareLastSession, prepareToday, prepareUnsummarized } from './earlier-conversation.ts'
import { buildIncomingMessages, nameUser, reserveForIncoming } from './incoming-messages.ts'
import { toModelMessages } from './messages.ts'
import { loadPlaceHistory, preparePlace } from './place.ts'
import { prepareRecall, startRecall } from './recall.ts'
import { listHiddenIds, loadConversation, loadRecentConversation, prepareRecentMessages, repliedToIn } from './recent-messages.ts'
import { prepareReferences } from './references.ts'
import { type ContextReport, describeBudget, type PartReport } from './report.ts'
import {
  type BuiltContextPart,
  type ContextPart,
  type ContextPartInput,
  type ContextReading,
  type ContextTurn,
  type FitPart,
  nothing,
  type ReadTurn,
  type ShownContent,
} from './section.ts'

/** The maximum overhead of the system message and of the reference blocks, in tokens. */
const maxFrameTokens = 120

/** The parts of the context that precede the messages to answer, in order. Missing numbers are planned parts. */
const table: readonly ContextPart[] = [
  { name: '1 system prompt', limit: (budgets) => budgets.systemPrompt - maxFrameTokens, share: 1, rank: 1, prepare: prepareSystemPrompt },
  { name: '2 memory', limit: (budgets) => budgets.memory, share: 0.15, rank: 3, prepare: prepareMemoryHints },
  { name: '3 last time', limit: (budgets) => budgets.lastSession, share: 0.04, rank: 7, prepare: prepareLastSession },
  {
    name: '4 day summaries',
    limit: (budgets) => budgets.daySummaries,
    share: 0.15,
    growth: { limit: (budgets) => budgets.daySummariesMax, rank: 1 },
    rank: 8,
    prepare: prepareDaySummaries,
  },
  {
    name: '4b not yet summarized',
    limit: (budgets) => budgets.uncovered,
    share: 0.12,
    growth: { limit: (budgets) => budgets.uncoveredMax, rank: 3 },
    rank: 9,
    prepare: prepareUnsummarized,
  },
  { name: "5 today's summary", limit: (budgets) => budgets.todaySummary, share: 0.1, rank: 5, prepare: prepareToday },
  { name: '6 open loops', limit: (budgets) => budgets.openLoops, share: 0.03, rank: 6, prepare: prepareOpenLoops },
  { name: '7 the place', limit: (budgets) => budgets.place, share: 0.2, rank: 7, place: 'late', prepare: prepareIfShared },
  // Recall is ranked last, because it must not repeat the other parts.
  {
    name: '8 recall',
    limit: (budgets) => budgets.recall,
    share: 0.25,
    growth: { limit: (budgets) => budgets.recallMax, rank: 4 },
    rank: 10,
    place: 'late',
    prepare: prepareRecall,
  },
  {
    name: '9 raw window',
    limit: (budgets) => budgets.rawWindow,
    share: 0.35,
    growth: { limit: (budgets) => budgets.rawWindowMax, rank: 2 },
    rank: 4,
    prepare: prepareRecentMessages,
  },
  // Built after the instructions, so that it is always there.
  { name: '10 references', limit: (budgets) => budgets.references, share: 0.2, rank: 2, place: 'last', prepare: prepareIfReferring },
]

const separator = '\n\n'

/** Starts to read what most parts show. `today` is the day of the newest message to answer. */
export function startReading(
  deps: ContextDeps,
  turn: ReadTurn,
  { today, budgets = contextBudgets }: { readonly today: DayLabel; readonly budgets?: ContextBudgets },
): ContextReading {
  const stored = loadConversation({ deps, turn, budgets, today })
  const place = turn.place.kind === 'shared' ? loadPlaceHistory({ deps, turn, budgets }) : undefined
  // It may turn out that nothing awaits them. Without a handler, their failure would then end the process.
  for (const one of [stored, place]) one?.catch(() => undefined)
  return { stored, index: startRecall(deps, turn), place }
}

/** Builds the context of a reply and the report on it. The context never exceeds the turn's limit. The messages to answer come last. */
export async function buildContext(
  deps: ContextDeps,
  turn: ContextTurn,
  budgets: ContextBudgets = contextBudgets,
): Promise<{ messages: ModelMessage[]; report: ContextReport }> {
  const { model } = deps
  const { limit } = turn
  const [attachments, today] = await Promise.all([
    turn.asClaimed ? new Map() : attachmentsForModel(deps, turn),
    turn.asClaimed?.today ?? loadToday(deps.store, turn),
  ])
  const count = (text: string) => model.countTokens(text)
  const read = { deps, budgets, turn, attachments, count, today }
  const reading = turn.reading ?? startReading(deps, turn, { today, budgets })
  const input: ContextPartInput = { ...read, reading, recent: loadRecentConversation(read, reading.stored) }
  const before = await buildPartsInOrder(input, limit)
  const budget = limit - sum(before)
  const toAnswer: NamedContextPart = { name: '11 messages to answer', limit: budget, ...buildIncomingMessages(input, budget) }
  const all: readonly NamedContextPart[] = [...before, toAnswer]

  const instructions = all.flatMap((part) => part.instructions ?? []).join(separator)
  const messages = toModelMessages(
    all.flatMap((part) => part.rows ?? []),
    {
      timezone: turn.timezone,
      placeId: turn.place.id,
      sessionGapMs: budgets.sessionGapMs,
      now: deps.clock.now(),
      userName: nameUser(turn),
      repliedTo: repliedToIn(turn),
    },
  )
  const firstToAnswer = messages.length - toAnswer.items
  return {
    messages: [
      { role: 'system', content: instructions },
      ...formatReferences(all.filter(({ place }) => place === undefined)),
      ...messages.slice(0, firstToAnswer),
      ...formatReferences(all.filter(({ place }) => place === 'late')),
      ...formatReferences(all.filter(({ place }) => place === 'last')).map((message) => ({ ...message, isReferredTo: true as const })),
      ...messages.slice(firstToAnswer),
    ],
    report: { total: sum(all), limit, model: model.name, parts: all.map(reportOf) },
  }
}

function formatReferences(parts: readonly BuiltContextPart[]): (ModelMessage & { readonly role: 'reference' })[] {
  const texts = parts.flatMap(({ reference }) => reference ?? [])
  return texts.length > 0 ? [{ role: 'reference', content: formatReference(texts.join(separator)) }] : []
}

type NamedContextPart = BuiltContextPart & Pick<PartReport, 'name' | 'limit'> & Pick<ContextPart, 'place'>

/**
 * Builds the parts that precede the messages to answer, and returns them in table order. Each part first gets the budget that lower ranks
 * have left, up to its limit. The parts that can use more are then built again with what is left of the whole.
 */
async function buildPartsInOrder(input: ContextPartInput, limit: number): Promise<NamedContextPart[]> {
  const { budgets, count, turn } = input
  const ranked = await Promise.all(
    [...table].sort((a, b) => a.rank - b.rank).map(async (part) => ({ part, fitPart: await part.prepare(input) })),
  )
  const referenceFrame = 3 * (referenceTokens + count(formatReference('')))
  const limitOf = (part: ContextPart): number => Math.min(part.limit(budgets), Math.floor(limit * part.share))
  const built = new Map<ContextPart, NamedContextPart>()
  const used = () => sum([...built.values()])
  const build = async ({ part, fitPart }: RankedPart, budget: number): Promise<void> => {
    const others = [...built].flatMap(([other, one]) => (other.rank < part.rank ? one : []))
    const { name, place } = part
    built.set(part, { ...(await fitPart(budget, describeShown(turn, others))), name, limit: budget, ...(place && { place }) })
  }
  const [instructions, ...rest] = ranked
  if (instructions) await build(instructions, limitOf(instructions.part))
  const all = limit - messageTokens - referenceFrame
  const available = all - reserveForIncoming(input, all - used())
  // A search is made once, with all that is left for it.
  const recall = rest.find(({ part }) => part.prepare === prepareRecall)
  const recallLimit = recall ? limitOf(recall.part) : 0
  const others = rest.filter((one) => one !== recall)
  for (const one of others) {
    const kept = one.part.rank > alwaysFirst ? recallLimit : 0
    await build(one, clamp(limitOf(one.part), available - used() - kept))
  }
  const step = Math.max(1, Math.floor(limit * growthStep))
  const growing = others.flatMap((one) => (one.part.growth ? { one, ...one.part.growth } : []))
  for (const { one, limit: most } of growing.sort((a, b) => a.rank - b.rank)) {
    const { tokens = 0, limit: before = 0 } = built.get(one.part) ?? {}
    const left = Math.max(tokens, available - used() + tokens - recallLimit)
    // Without a whole step more, the part keeps its budget, so that the raw window does not move.
    await build(one, clamp(most(budgets), Math.max(floorTo(left, step), Math.min(before, left))))
  }
  if (recall) await build(recall, clamp(recall.part.growth?.limit(budgets) ?? 0, available - used()))
  const parts = table.flatMap((part) => built.get(part) ?? [])
  // The overhead of the system message and of the reference blocks counts toward the first part.
  const overhead = messageTokens + (parts.some(({ reference }) => reference) ? referenceFrame : 0)
  return parts.map((part, index) => (index === 0 ? { ...part, tokens: part.tokens + overhead, limit: part.limit + maxFrameTokens } : part))
}

/** Describes what some parts show. Computed when it is first read, because few parts need it, and each is built several times. */
function describeShown(turn: ContextTurn, parts: readonly BuiltContextPart[]): ShownContent {
  let messages: ReadonlySet<MessageId> | undefined
  return {
    get messages() {
      messages ??= new Set([
        ...listHiddenIds(turn),
        ...parts.flatMap(({ rows = [], quoted = [] }) => [...rows.map(({ row }) => row.id), ...quoted]),
      ])
      return messages
    },
    summaries: new Set(parts.flatMap(({ summarized = [] }) => summarized)),
  }
}

interface RankedPart {
  readonly part: ContextPart
  readonly fitPart: FitPart
}

/** The rank of the raw window. Of what it and the parts before it leave, recall gets its share first. */
const alwaysFirst = 4

/** Parts grow in steps of this share of the context, so that its beginning stays the same while others use a little more or less. */
const growthStep = 1 / 16

const clamp = (most: number, budget: number): number => Math.max(0, Math.min(most, budget))
const floorTo = (value: number, step: number): number => Math.max(0, Math.floor(value / step) * step)

/** Returns the day of the newest message to answer. */
async function loadToday(store: Store, { messagesToAnswer }: ContextTurn): Promise<DayLabel> {
  const { segmentId } = messagesToAnswer.at(-1) ?? messagesToAnswer[0]
  const { dayLabel } = await store.db.daySegment.findUniqueOrThrow({ where: { id: segmentId }, select: { dayLabel: true } })
  return dayLabel as DayLabel
}

function sum(parts: readonly BuiltContextPart[]): number {
  return parts.reduce((total, { tokens }) => total + tokens, 0)
}

const reportOf = ({ name, tokens, limit, items, omitted }: NamedContextPart): PartReport => ({ name, tokens, limit, items, omitted })

/** Part 1: the system prompt and the explanation of the message labels. */
function prepareSystemPrompt({ deps: { clock }, count, turn: { user, place, platform, timezone } }: ContextPartInput): FitPart {
  const prompt = buildSystemPrompt({
    now: clock.now(),
    timezone,
    language: user.language,
    isLanguageChosen: user.languageSource === 'choice',
    platform,
    placeKind: place.kind,
  })
  return (budget) => {
    const { excerpt, tokens } = shrinkToTokens(whole(`${prompt}\n\n${legend}`), budget - 1, count)
    const omitted = excerpt.cut > 0 ? [{ what: `${formatCount(excerpt.cut, 'character')} of it`, why: describeBudget(budget) }] : []
    return { instructions: formatTruncated(excerpt), tokens: tokens + 1, items: 1, omitted }
  }
}

/** Part 2: the memory rules and the themes. The content of memory is only available through tools. */
function prepareMemoryHints({ turn, count }: ContextPartInput): FitPart {
  const hints = buildMemoryHints(turn, turn.tools)
  if (!hints) return () => nothing
  const { guidance: instructions, themes: reference } = hints
  const tokens = count(instructions) + 1 + (reference ? count(reference) + 1 : 0)
  // A truncated rule is worse than none.
  return (budget) =>
    tokens <= budget
      ? { instructions, ...(reference && { reference }), tokens, items: 1, omitted: [] }
      : { ...nothing, omitted: [{ what: 'all of it', why: describeBudget(budget) }] }
}

/** Part 7, in a shared place. */
async function prepareIfShared(input: ContextPartInput): Promise<FitPart> {
  const history = await input.reading.place
  return history ? preparePlace(input, history) : () => nothing
}

/** Part 10, if the messages to answer refer to anything. */
function prepareIfReferring(input: ContextPartInput): Promise<FitPart> | FitPart {
  const { messagesToAnswer, thread = [] } = input.turn
  const isReferring = messagesToAnswer.some(({ replyToId, references = [] }) => replyToId !== null || references.length > 0)
  return isReferring || thread.length > 0 ? prepareReferences(input) : () => nothing
}

/** Part 6: what is open, in the order of its due times, with the ids that the tools take. */
function prepareOpenLoops({ deps: { clock }, turn: { openLoops, timezone, user }, count }: ContextPartInput): FitPart {
  if (!openLoops || openLoops.loops.length === 0) return () => nothing
  const { loops, total } = openLoops
  const translate = translatorOf(user.language)
  const lines = loops.map((loop) => {
    const source = loop.sourceMessageId === null ? '' : ` [#${loop.sourceMessageId}]`
    return `- loop ${loop.id}: ${formatLoop(loop, { now: clock.now(), timezone }, translate)}${source}`
  })
  const format = (shown: readonly string[]) => block('open-loops', indent(shown.join('\n')))
  return (budget) => {
    let shown = lines.length
    while (shown > 0 && count(format(lines.slice(0, shown))) + 1 > budget) shown--
    const left = total - shown
    const omitted = left > 0 ? [{ what: formatCount(left, 'open loop'), why: describeBudget(budget) }] : []
    if (shown === 0) return { ...nothing, omitted }
    const reference = format(lines.slice(0, shown))
    return { reference, tokens: count(reference) + 1, items: shown, omitted }
  }
}
