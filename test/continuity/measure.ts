import { DateTime } from 'luxon'
import type { ThreadId, UserId } from '../../src/core/domain/ids.ts'
import type { TokenCounter } from '../../src/model/tokens.ts'
import { searchConversation } from '../../src/search/search.ts'
import { countCommonPrefix, countWindow, renderBody, type SentBody } from './model-server.ts'
import type { PlayedRequest, Player } from './player.ts'
import { absentTexts, isLine, type Line, type ProbeKind, script } from './script.ts'

export interface ProbeResult {
  readonly line: Line
  readonly kind: ProbeKind
  /** Whether a referent was in the request. */
  readonly isInContext: boolean
  /** Whether a referent was in the request, or is found by one search with the message's own words. */
  readonly isReachable: boolean
}

export interface Measures {
  readonly probes: readonly ProbeResult[]
  /** Of the messages after a pause across midnight: how often the exchange before is there, word for word. */
  readonly lastExchanges: { readonly kept: number; readonly all: number }
  /** What was requested that exceeded the model's window: the lines answered, and the summaries. */
  readonly exceeding: readonly string[]
  readonly largestRequest: number
  readonly medianRequest: number
  /** The share of the tokens of requests within a session that the request before began with too. */
  readonly unchangedPrefix: number
  /** What must not happen: texts that reappeared or leaked, messages on a wrong day, digests twice or at night. */
  readonly wrong: readonly string[]
}

const sessionMs = 15 * 60_000
const lines = script.filter(isLine)

const normalize = (text: string): string => text.replace(/\s+/g, ' ').toLowerCase()
const textOf = ({ messages }: SentBody): string => messages.map(({ content }) => content).join('\n')
const contains = (text: string, phrases: readonly string[]): boolean =>
  phrases.some((phrase) => normalize(text).includes(normalize(phrase)))

/** Searches with the words of a line, as it would be done at that moment. Call it before the next line is played. */
export async function findsReferent(player: Player, line: Line): Promise<boolean> {
  const app = player.app()
  const message = await player.store.db.message.findFirstOrThrow({ where: { platformMessageId: line.id }, include: { place: true } })
  const { userId } = await player.store.db.continuousThread.findFirstOrThrow({ where: { threadId: message.threadId } })
  const scope = { userId: userId as UserId, threadId: message.threadId as ThreadId, audience: message.audience as 'private' }
  const { results } = await searchConversation(app.conversation, scope, { query: line.text, limit: 10, isPlainText: true })
  const texts = await Promise.all(
    results.map(async (result) =>
      result.kind === 'message'
        ? // The reply to the line is stored by now.
          ((await player.store.db.message.findFirst({ where: { id: result.message_id, sentAt: { lt: message.sentAt } } }))?.text ?? '')
        : ((await player.store.db.daySummary.findUnique({ where: { segmentId: result.day_segment_id } }))?.markdown ?? ''),
    ),
  )
  return contains(texts.join('\n'), line.probe?.referents ?? [])
}

export async function measure(player: Player, found: ReadonlyMap<string, boolean>, window: number): Promise<Measures> {
  const { requests, summaryRequests, countTokens } = player
  const first = new Map<string, PlayedRequest>()
  for (const played of requests) if (!first.has(played.line.id)) first.set(played.line.id, played)
  const probes = lines.flatMap((line): ProbeResult[] => {
    const body = first.get(line.id)?.body
    if (!line.probe || !found.has(line.id)) return []
    const isInContext = body !== undefined && contains(textOf(body), line.probe.referents)
    return [{ line, kind: line.probe.kind, isInContext, isReachable: isInContext || found.get(line.id) === true }]
  })
  const sizes = requests.map(({ body }) => countWindow(body, countTokens)).sort((a, b) => a - b)
  const sent = [
    ...requests.map(({ line, body }) => ({ name: line.id, body })),
    ...summaryRequests.map((body) => ({ name: 'a summary', body })),
  ]
  return {
    probes,
    lastExchanges: measureLastExchanges(first),
    exceeding: sent.filter(({ body }) => countWindow(body, countTokens) > window).map(({ name }) => name),
    largestRequest: sizes.at(-1) ?? 0,
    medianRequest: sizes[Math.floor(sizes.length / 2)] ?? 0,
    unchangedPrefix: measureUnchangedPrefix([...first.values()], countTokens),
    wrong: [...findForbiddenTexts(requests), ...findLeaks(requests), ...(await findWrongDays(player)), ...(await findWrongDigests(player))],
  }
}

/** Returns the text of a line as it reads at a time, after its edits. */
function textAt({ id, text }: Line, at: string): string {
  const edit = script.findLast((step) => 'do' in step && step.do === 'edit' && step.id === id && new Date(step.at) <= new Date(at))
  return edit && 'text' in edit ? edit.text : text
}

/** Of the first messages of a day, how often the exchange before is in the request, word for word. `/fresh` wins. */
function measureLastExchanges(first: ReadonlyMap<string, PlayedRequest>): Measures['lastExchanges'] {
  const own = lines.filter((line) => line.by === 'ada' && line.place !== 'group' && line.reply !== undefined && first.has(line.id))
  const mornings = own.flatMap((line, index) => {
    const before = own[index - 1]
    return before && before.at.slice(0, 10) !== line.at.slice(0, 10) ? [{ line, before }] : []
  })
  const kept = mornings.filter(({ line, before }) => {
    const text = normalize(textOf(first.get(line.id)?.body as SentBody))
    return text.includes(normalize(textAt(before, line.at))) && text.includes(normalize(before.reply ?? ''))
  })
  return { kept: kept.length, all: mornings.length }
}

/** What a server sees as one conversation: somebody's direct chats, the channel, or a thread of it. */
const conversationOf = ({ by, place, thread, inThread, id }: Line): string =>
  place === 'group' ? `group ${thread ?? (inThread ? id : '')}` : by

/** Compares the first request for each line with the one before it in its conversation. Requests after a search would flatter the figure. */
function measureUnchangedPrefix(requests: readonly PlayedRequest[], countTokens: TokenCounter): number {
  const latest = new Map<string, PlayedRequest>()
  let unchanged = 0
  let all = 0
  for (const played of requests) {
    const { line, body } = played
    const before = latest.get(conversationOf(line))
    latest.set(conversationOf(line), played)
    if (!before || new Date(line.at).getTime() - new Date(before.line.at).getTime() >= sessionMs) continue
    unchanged += countCommonPrefix([before.body, body], countTokens)
    all += countTokens(renderBody(body))
  }
  return all === 0 ? 1 : unchanged / all
}

function findForbiddenTexts(requests: readonly PlayedRequest[]): string[] {
  return absentTexts.flatMap(({ text, from, places }) =>
    requests
      .filter(({ line }) => new Date(line.at) >= new Date(from) && (!places || places.includes(line.place)))
      .filter(({ body }) => contains(textOf(body), [text]))
      .map(({ line }) => `"${text}" is in the request of ${line.id}`),
  )
}

/** A text this long is not said twice by chance. */
const leastLeak = 40

/** What was said in private must not be in a request of the group. */
function findLeaks(requests: readonly PlayedRequest[]): string[] {
  const secrets = lines
    .filter(({ place }) => place !== 'group')
    .flatMap(({ text, reply = '', gist = '' }) => [text, reply, gist])
    .filter((text) => text.length >= leastLeak)
  return requests
    .filter(({ line }) => line.place === 'group')
    .flatMap(({ line, body }) => {
      const text = normalize(textOf(body))
      return secrets.filter((secret) => text.includes(normalize(secret))).map((secret) => `"${secret}" is in the request of ${line.id}`)
    })
}

/** Ada's messages must be on the day of her clock. */
async function findWrongDays({ store }: Player): Promise<string[]> {
  const stored = await store.db.message.findMany({ where: { platformMessageId: { not: null }, role: 'user' }, include: { segment: true } })
  const byId = new Map(lines.filter(({ by }) => by === 'ada').map((line) => [line.id, line.at.slice(0, 10)]))
  return stored.flatMap(({ platformMessageId, segment }) => {
    const day = byId.get(platformMessageId ?? '')
    return day !== undefined && day !== segment.dayLabel ? [`${platformMessageId} is on ${segment.dayLabel} instead of ${day}`] : []
  })
}

const quiet = { from: 22, until: 8 }

async function findWrongDigests({ store }: Player): Promise<string[]> {
  const digests = await store.db.message.findMany({ where: { kind: 'digest' }, include: { segment: true } })
  const zones = script.flatMap((step) => ('do' in step && step.do === 'timezone' ? [step] : []))
  return digests.flatMap(({ sentAt, segment, segmentId }) => {
    const zone = zones.findLast(({ at }) => new Date(at) <= sentAt)?.zone
    const { hour } = DateTime.fromJSDate(sentAt, { zone: zone ?? 'Europe/Berlin' })
    return [
      ...(hour >= quiet.from || hour < quiet.until ? [`the digest in ${segment.dayLabel} was posted at ${hour} o'clock`] : []),
      ...(digests.filter(
        (other) =>
          other.segmentId === segmentId && other.sentAt < sentAt && other.text === digests.find((one) => one.sentAt === sentAt)?.text,
      ).length > 0
        ? [`a digest in ${segment.dayLabel} was posted twice`]
        : []),
    ]
  })
}
