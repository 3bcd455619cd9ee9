// How soon the bot answers in a logged channel while its summaries are being made, beside the same while none are.
import { setTimeout as wait } from 'node:timers/promises'
import { runCascade } from '../../src/channels/cascade/run-cascade.ts'
import type { ChannelDeps } from '../../src/channels/deps.ts'
import { windowMs } from '../../src/channels/pyramid.ts'
import { defaultChannelSettings } from '../../src/channels/settings.ts'
import { createOfflineWriter } from '../../src/channels/write/channel-writer.ts'
import type { PlatformMessageId } from '../../src/core/domain/ids.ts'
import { systemClock } from '../../src/core/ports/clock.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import { offlineSummarizer } from '../../src/offline/summary/summarizer.ts'
import { type BenchChannel, logText, openChannel, placeOf, writePast } from './channel-past.ts'
import { indexHistories } from './history.ts'
import { idleAgainMs, type Row, timeRow, times } from './measure.ts'
import { writerOf } from './words.ts'
import { type Person, tidied, type World } from './world.ts'

/** Before all is compiled, planned and in memory, it is slower. */
const warmUp = 30
const answers = 100
const pastMessages = 10_000
/**
 * How long the model writes a summary, in ms: as long as a small one takes for the 130 tokens of about 95 words, and far less, which leaves
 * less of the machine to the answers.
 */
const writingTimesMs = [1_000, 50]
/** How many windows a cascade makes again. */
const windowsOfCascade = 3

/** Fails if no cascade ended beside the answers. */
export async function measureAnswers({ app, sent }: World, person: Person): Promise<Row[]> {
  const { store } = app
  const place = placeOf('answered')
  const channel = await openChannel(store, place, { userId: person.userId, now: new Date() })
  await writePast(store, channel, pastMessages)
  await indexHistories(app, [channel.threadId])
  await tidied(store)
  await app.jobs.start(app.handlers)
  let asked = 0
  async function answer(): Promise<void> {
    const id = `asked-${++asked}` as PlatformMessageId
    const arrived = sent()
    await app.inbox({ ...person.event(`What did they say of the fence, ${asked}?`), place, id, order: BigInt(1_000_000 + asked) })
    await arrived
  }
  await times(warmUp, answer)
  const alone = await times(answers, answer, idleAgainMs)
  const rows: Row[] = []
  for (const writingMs of writingTimesMs) {
    const ended = new AbortController()
    const cascades = summarizeAgain(store, channel, { writingMs, signal: ended.signal })
    const beside = await times(answers, answer, idleAgainMs)
    ended.abort()
    const ran = await cascades
    if (ran < 1) throw new Error(`No cascade ended beside ${answers} answers, expected at least 1.`)
    const what = `an answer in a channel to an idle bot, beside ${ran} cascades whose model writes for ${writingMs} ms`
    const target = 'p95 100 ms embedded, 50 ms PostgreSQL'
    rows.push(timeRow(what, target, { measured: beside, baseline: alone, of: 'beside none' }))
  }
  return rows
}

/** Runs cascades one after the other until it is stopped: late messages arrive in windows of the past. Returns how many ended before. */
async function summarizeAgain(
  store: ChannelDeps['store'],
  channel: BenchChannel,
  { writingMs, signal }: { readonly writingMs: number; readonly signal: AbortSignal },
): Promise<number> {
  const words = writerOf(13)
  words.newDay()
  const deps: ChannelDeps = {
    ...{ store, clock: systemClock, log: silentLog, jobs: { add: async () => {} } },
    channelSettings: { ...defaultChannelSettings, maxCascadeTokens: 1_000_000 },
    async writeSummary() {
      await wait(writingMs)
      return { topics: ['one', 'two', 'three'], text: words.text(95), tokens: 500, model: 'bench' }
    },
    writeOffline: createOfflineWriter(offlineSummarizer),
  }
  let ended = 0
  while (!signal.aborted) {
    for (let window = 0; window < windowsOfCascade; window++) {
      const sentAt = new Date(Date.now() - (2 + window * 3) * windowMs)
      await logText(deps, placeOf('answered'), { number: 500_000 + ended * windowsOfCascade + window, text: words.text(12), sentAt })
    }
    // The next cascade need not wait for its time.
    await store.db.channel.update({ where: { placeId: channel.placeId }, data: { nextCascadeAt: new Date(0) } })
    const outcome = await runCascade(deps, channel.placeId, signal)
    if (signal.aborted) break
    if (outcome === 'complete') ended++
    else throw new Error(`A cascade ended as "${outcome}", expected "complete".`)
  }
  return ended
}
