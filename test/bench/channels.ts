// Logged channels: what their summaries cost, that what is shown of them stays within its limit, and that their age slows nothing down.
import { queueCascades, runCascade } from '../../src/channels/cascade/run-cascade.ts'
import type { ChannelDeps } from '../../src/channels/deps.ts'
import { windowMs } from '../../src/channels/pyramid.ts'
import { formatChannelSummary, listRepresentingSummaries } from '../../src/channels/read-pyramid.ts'
import { defaultChannelSettings } from '../../src/channels/settings.ts'
import { createOfflineWriter } from '../../src/channels/write/channel-writer.ts'
import { estimateWritingTokens, writeSummary } from '../../src/channels/write/write-summary.ts'
import { contextBudgets } from '../../src/conversation/context/budgets.ts'
import { loadStoredHistory } from '../../src/conversation/context/shared-rows.ts'
import type { PlaceId } from '../../src/core/domain/ids.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import type { JobPayloads } from '../../src/core/ports/jobs.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import { offlineSummarizer } from '../../src/offline/summary/summarizer.ts'
import type { Scope } from '../../src/threads/scope.ts'
import { TestClock } from '../support/clock.ts'
import { ScriptedModel } from '../support/scripted-model.ts'
import { measureAnswers } from './channel-answers.ts'
import { logText, openChannel, placeOf, writePast } from './channel-past.ts'
import { percentile, times } from './measure.ts'
import { writerOf } from './words.ts'
import { openWorld, type Person, tidied } from './world.ts'

/** What a small model costs, in dollars per million tokens of input and of output. */
const price = { input: 0.15, output: 0.6 }
const mostDollars = 0.05
/** How much longer the same may take in a channel of the greatest age than in one of the least. */
const mostGrowth = 1.2

/** In how many turns the channels are measured. The machine may be faster in one minute than in the next. */
const turns = 10

const hourMs = 3_600_000
const ages = [10_000, 1_000_000]

const world = await openWorld('bench_channels')
const { store } = world.app
try {
  console.log(`\nLogged channels, on ${world.engine}:`)
  const manager = await world.person(1)
  console.table({
    '200 messages an hour for 8 hours': await measureCost(manager, 'busy', { messages: 1_600, everyMs: hourMs / 200, mostDollars }),
    'one message a day for a year': await measureCost(manager, 'quiet', { messages: 365, everyMs: 24 * hourMs }),
  })
  const answers = await measureAnswers(world, manager)
  console.table(Object.fromEntries(answers.map(({ what, ...figures }) => [what, figures])))
  const rows = await measureSpeeds(manager)
  console.table(rows)
  const [young, old] = Object.values(rows)
  if (!young || !old) throw new Error('No channel was measured.')
  for (const what of ['logged', 'shown', 'cascade'] as const) {
    const ratio = old[what] / young[what]
    console.log(`${what}: ${ratio.toFixed(2)} x (at most ${mostGrowth} x)`)
    // Times of less than a millisecond differ by more than that from run to run.
    if (ratio > mostGrowth && old[what] - young[what] > 1)
      throw new Error(`"${what}" takes ${ratio.toFixed(2)} times as long in the older channel.`)
  }
} finally {
  await world.close()
}

interface Talk {
  readonly messages: number
  readonly everyMs: number
  readonly mostDollars?: number
}

interface Cost {
  readonly cascades: number
  readonly 'most tokens of one': number
  readonly tokens: number
  readonly dollars: string
  readonly 'most characters shown': number
}

async function measureCost(person: Person, name: string, { messages, everyMs, mostDollars: limit }: Talk): Promise<Cost> {
  const clock = new TestClock('2026-01-05T08:00:00Z')
  const place = placeOf(name)
  const used = { input: 0, output: 0, cascade: 0, most: 0, cascades: 0, shown: 0 }
  const deps = costing(clock, used)
  const { placeId } = await openChannel(store, place, { userId: person.userId, now: clock.now() })
  const writer = writerOf(7)
  for (let said = 0; said < messages; said++) {
    if (said % 60 === 0) writer.newDay()
    await logText(deps, place, { number: said, text: writer.text(said % 3 === 0 ? 25 : 9) })
    clock.advance(everyMs)
    if (everyMs < 5 * 60_000 && said % 15 > 0) continue
    await runDue(deps, used)
    const shown = (await listRepresentingSummaries(store.db, placeId)).map((summary) => formatChannelSummary(summary, 'Etc/UTC'))
    used.shown = Math.max(used.shown, shown.join('\n').length)
  }
  const dollars = (used.input * price.input + used.output * price.output) / 1e6
  if (used.most > defaultChannelSettings.maxCascadeTokens) throw new Error(`A cascade took ${used.most} tokens.`)
  if (limit !== undefined && dollars > limit) throw new Error(`The summaries cost ${dollars} dollars, expected at most ${limit}.`)
  return {
    cascades: used.cascades,
    'most tokens of one': used.most,
    tokens: used.input + used.output,
    dollars: dollars.toFixed(4),
    'most characters shown': used.shown,
  }
}

interface Used {
  input: number
  output: number
  /** Of the current cascade. */
  cascade: number
  most: number
  cascades: number
  shown: number
}

/** The parts of channels, with a model that writes a hundred words, and whose tokens are counted. */
function costing(clock: Clock, used: Used): ChannelDeps & { readonly queued: PlaceId[] } {
  const queued: PlaceId[] = []
  const words = writerOf(11)
  words.newDay()
  const model = new ScriptedModel(() => ({ text: JSON.stringify({ topics: ['one', 'two', 'three'], summary: words.text(95) }) }), 128_000)
  return {
    ...{ store, clock, log: silentLog, channelSettings: defaultChannelSettings, queued },
    jobs: {
      async add(name, payload) {
        if (name === 'summarize-channel') queued.push((payload as JobPayloads['summarize-channel']).placeId)
      },
    },
    async writeSummary(material, run) {
      const written = await writeSummary(model, material, run)
      if (!written) return undefined
      const output = model.countTokens(written.text) + 30
      const input = estimateWritingTokens(model, material) - 400
      used.input += input
      used.output += output
      used.cascade += input + output
      return { ...written, tokens: input + output }
    },
    writeOffline: createOfflineWriter(offlineSummarizer),
  }
}

/** Runs the cascades that are due: all, or only that of one channel. */
async function runDue(deps: ChannelDeps & { readonly queued: PlaceId[] }, used: Used, only?: PlaceId): Promise<void> {
  await queueCascades(deps)
  for (const placeId of deps.queued.splice(0)) {
    if (only !== undefined && placeId !== only) continue
    used.cascade = 0
    await runCascade(deps, placeId, new AbortController().signal)
    used.cascades++
    used.most = Math.max(used.most, used.cascade)
  }
}

interface Speed {
  /** In ms, the median. */
  readonly logged: number
  readonly shown: number
  readonly cascade: number
}

/** Measures what a message, the context of an answer and a cascade take in channels with a past of different lengths, in turns. */
async function measureSpeeds(person: Person): Promise<Record<string, Speed>> {
  const channels = new Map<number, AgedChannel>()
  for (const messages of ages) channels.set(messages, await openAged(messages, person))
  await tidied(store)
  const samples = new Map(ages.map((messages) => [messages, { logged: [], shown: [], cascade: [] } as Record<keyof Speed, number[]>]))
  for (let turn = 0; turn < turns; turn++)
    for (const [messages, channel] of channels) {
      const taken = samples.get(messages)
      taken?.logged.push(...(await times(20, channel.log)))
      taken?.shown.push(...(await times(10, channel.show)))
      taken?.cascade.push(...(await times(2, channel.runCascade)))
    }
  const medians = ({ logged, shown, cascade }: Record<keyof Speed, number[]>): Speed => ({
    logged: median(logged),
    shown: median(shown),
    cascade: median(cascade),
  })
  return Object.fromEntries([...samples].map(([messages, taken]) => [`${messages} messages`, medians(taken)]))
}

/** What is measured in a channel with a past. */
interface AgedChannel {
  log(): Promise<void>
  show(): Promise<unknown>
  /** Says something, waits for its window to close, and runs the cascade. */
  runCascade(): Promise<void>
}

async function openAged(messages: number, person: Person): Promise<AgedChannel> {
  const place = placeOf(`aged-${messages}`)
  const channel = await openChannel(store, place, { userId: person.userId, now: new Date() })
  await writePast(store, channel, messages)
  const clock = new TestClock(new Date().toISOString())
  const used: Used = { input: 0, output: 0, cascade: 0, most: 0, cascades: 0, shown: 0 }
  const deps = costing(clock, used)
  const writer = writerOf(3)
  writer.newDay()
  let number = 0
  const log = async () => {
    clock.advance(1_000)
    if (!(await logText(deps, place, { number: number++, text: writer.text(12) }))) throw new Error('A message was not logged.')
  }
  const scope: Scope = { userId: person.userId, threadId: person.threadId, audience: channel.audience }
  const limits = { ...contextBudgets, rowsRead: 120, placeId: channel.placeId }
  return {
    log,
    show: () => loadStoredHistory(store.db, scope, limits),
    async runCascade() {
      const before = used.cascades
      clock.advance(windowMs)
      await log()
      clock.advance(windowMs)
      await runDue(deps, used, channel.placeId)
      if (used.cascades === before) throw new Error('No cascade ran.')
    },
  }
}

function median(values: readonly number[]): number {
  return (
    Math.round(
      percentile(
        [...values].sort((a, b) => a - b),
        0.5,
      ) * 100,
    ) / 100
  )
}
