// Logged channels: what their summaries cost, that what is shown of them stays within its limit, and that their age slows nothing down.
import { queueCascades, runCascade } from '../../src/channels/cascade/run-cascade.ts'
import type { ChannelDeps } from '../../src/channels/deps.ts'
import { logMessage } from '../../src/channels/log/log-message.ts'
import { switchChannelOn } from '../../src/channels/manage/switch-channel.ts'
import { windowMs } from '../../src/channels/pyramid.ts'
import { formatChannelSummary, listRepresentingSummaries } from '../../src/channels/read-pyramid.ts'
import { defaultChannelSettings } from '../../src/channels/settings.ts'
import { estimateWritingTokens, writeSummary } from '../../src/channels/write/write-summary.ts'
import { contextBudgets } from '../../src/conversation/context/budgets.ts'
import { loadUnsummarizedLog } from '../../src/conversation/context/log-rows.ts'
import type { PlaceAddress, PlaceId, PlatformMessageId, ThreadId } from '../../src/core/domain/ids.ts'
import type { Audience } from '../../src/core/domain/messages.ts'
import { type Clock, systemClock } from '../../src/core/ports/clock.ts'
import type { JobPayloads } from '../../src/core/ports/jobs.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import type { PlaceRef } from '../../src/core/ports/platform.ts'
import { upsertPlace } from '../../src/threads/places.ts'
import type { Scope } from '../../src/threads/scope.ts'
import { TestClock } from '../support/clock.ts'
import { ScriptedModel } from '../support/scripted-model.ts'
import { percentile, times } from './measure.ts'
import { writerOf } from './words.ts'
import { openWorld, type Person, tidied } from './world.ts'

/** What a small model costs, in dollars per million tokens of input and of output. */
const price = { input: 0.15, output: 0.6 }
const mostDollars = 0.05
/** How much longer the same may take in a channel of the greatest age than in one of the least. */
const mostGrowth = 1.2

const hourMs = 3_600_000
/** The messages of a window in a channel with a past. */
const messagesOfWindow = 20
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
  const rows: Record<string, Speed> = {}
  for (const messages of ages) rows[`${messages} messages`] = await measureSpeed(manager, messages)
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
  const { placeId } = await openChannel(clock, place, person)
  const writer = writerOf(7)
  for (let said = 0; said < messages; said++) {
    if (said % 60 === 0) writer.newDay()
    await log(deps, place, { number: said, text: writer.text(said % 3 === 0 ? 25 : 9) })
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
  }
}

async function runDue(deps: ChannelDeps & { readonly queued: PlaceId[] }, used: Used): Promise<void> {
  await queueCascades(deps)
  for (const placeId of deps.queued.splice(0)) {
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

/** Measures what a message, the context of an answer and a cascade take in a channel with a past. */
async function measureSpeed(person: Person, messages: number): Promise<Speed> {
  const place = placeOf(`aged-${messages}`)
  const channel = await openChannel(systemClock, place, person)
  await writePast(channel, messages)
  await tidied(store)
  const clock = new TestClock(new Date().toISOString())
  const used: Used = { input: 0, output: 0, cascade: 0, most: 0, cascades: 0, shown: 0 }
  const deps = costing(clock, used)
  const writer = writerOf(3)
  writer.newDay()
  let number = 0
  const logged = await times(200, async () => {
    clock.advance(1_000)
    await log(deps, place, { number: number++, text: writer.text(12) })
  })
  const scope: Scope = { userId: person.userId, threadId: person.threadId, audience: channel.audience }
  const limits = { ...contextBudgets, rowsRead: 120, placeId: channel.placeId }
  const shown = await times(100, () =>
    Promise.all([listRepresentingSummaries(store.db, channel.placeId), loadUnsummarizedLog(store.db, scope, limits)]),
  )
  const cascade = await times(20, async () => {
    clock.advance(windowMs)
    await log(deps, place, { number: number++, text: writer.text(12) })
    clock.advance(windowMs)
    await runDue(deps, used)
  })
  if (used.cascades < 20) throw new Error(`Only ${used.cascades} of 20 cascades ran.`)
  return { logged: round(percentile(logged, 0.5)), shown: round(percentile(shown, 0.5)), cascade: round(percentile(cascade, 0.5)) }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function placeOf(name: string): PlaceRef {
  return {
    platform: 'bench',
    tenant: '',
    address: `shared:${name}` as PlaceAddress,
    kind: 'shared',
    title: name,
  }
}

interface BenchChannel {
  readonly placeId: PlaceId
  readonly threadId: ThreadId
  readonly audience: Audience
}

async function openChannel(clock: Clock, place: PlaceRef, { userId }: Person): Promise<BenchChannel> {
  const { id: placeId, audience } = await upsertPlace(store.db, place, null)
  const now = clock.now()
  await store.transaction((tx) => switchChannelOn(tx, { placeId, managerId: userId, timezone: 'Etc/UTC', language: 'en', now }))
  const { threadId } = await store.db.channel.findUniqueOrThrow({ where: { placeId }, select: { threadId: true } })
  return { placeId, threadId: threadId as ThreadId, audience }
}

function log(deps: ChannelDeps, place: PlaceRef, { number, text }: { readonly number: number; readonly text: string }): Promise<boolean> {
  return logMessage(deps, {
    ...{ type: 'message', place, id: `${place.address}-${number}` as PlatformMessageId, order: BigInt(number), addressed: false, text },
    author: { id: `author-${number % 5}`, name: `Author ${number % 5}`, isBot: false },
    sentAt: deps.clock.now(),
  })
}

/** Writes a past in large statements, with all its summaries: what is measured is not how they came in. */
async function writePast({ placeId, threadId, audience }: BenchChannel, messages: number): Promise<void> {
  const windows = Math.floor(messages / messagesOfWindow)
  const { db } = store
  await db.$executeRaw`ALTER TABLE messages DISABLE TRIGGER USER`
  const segment = await db.daySegment.create({
    data: { threadId, dayLabel: '2020-01-01', timezone: 'Etc/UTC', openedAt: new Date(), finalizedAt: new Date() },
  })
  const start = new Date(Math.floor(Date.now() / windowMs) * windowMs - (windows + 2) * windowMs)
  for (let from = 0; from < windows; from += 5_000)
    await db.$executeRaw`
      INSERT INTO messages (thread_id, segment_id, place_id, audience, role, kind, author_name, text, sent_at, platform_order, platform_message_id, change_seq)
      SELECT ${threadId}, ${segment.id}, ${placeId}, ${audience}, 'user', 'chat', 'Author', 'They talk about the garden and the price of the fence.',
        ${start}::timestamptz + w * interval '30 minutes' + n * interval '80 seconds', w * 20 + n, 'past-' || ${placeId}::int || '-' || w || '-' || n, w * 20 + n + 1
      FROM generate_series(${from}::int, ${Math.min(windows, from + 5_000) - 1}::int) w CROSS JOIN generate_series(0, ${messagesOfWindow - 1}::int) n`
  await db.$executeRaw`UPDATE threads SET change_seq = ${messages} WHERE id = ${threadId}`
  await db.$executeRaw`ALTER TABLE messages ENABLE TRIGGER USER`
  await db.$executeRaw`
    INSERT INTO channel_windows (place_id, starts_at, revision, summarized_revision)
    SELECT ${placeId}, ${start}::timestamptz + w * interval '30 minutes', w + 1, w + 1 FROM generate_series(0, ${windows - 1}::int) w`
  await db.$executeRaw`SELECT setval('channel_window_revisions', greatest(nextval('channel_window_revisions'), ${windows + 1}))`
  for (let level = 1; 2 ** (level - 1) <= windows; level++)
    await db.$executeRaw`
      INSERT INTO channel_summaries (place_id, source, level, ordinal, is_used, first_window, last_window, starts_at, ends_at, message_count, image_count,
        file_count, topics, text, model, created_at)
      SELECT ${placeId}, 'past ' || ${level}::int || ' ' || o, ${level}, o, TRUE, f, l, f, l + interval '29 minutes', ${messagesOfWindow * 2 ** (level - 1)}, 0, 0,
        ARRAY['garden'], repeat('They talk about the garden and the price of the fence. ', 10), 'past', now()
      FROM generate_series(0, ${Math.floor(windows / 2 ** (level - 1)) - 1}::int) o
      CROSS JOIN LATERAL (SELECT ${start}::timestamptz + o * ${2 ** (level - 1)}::int * interval '30 minutes' AS f,
        ${start}::timestamptz + ((o + 1) * ${2 ** (level - 1)}::int - 1) * interval '30 minutes' AS l) span`
}
