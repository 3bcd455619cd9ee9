import { describe, expect, test } from 'vitest'
import { runCascade } from '../../../src/channels/cascade/run-cascade.ts'
import type { WrittenChannelSummary } from '../../../src/channels/deps.ts'
import { findChannelOf } from '../../../src/channels/find-channel.ts'
import { grantTokens } from '../../../src/channels/manage/history.ts'
import { estimateRebuild, startRebuild } from '../../../src/channels/manage/rebuild.ts'
import { forgetInChannels } from '../../../src/channels/privacy/forget.ts'
import type { SummaryMaterial } from '../../../src/channels/summary-material.ts'
import type { MessageId } from '../../../src/core/domain/ids.ts'
import { sharedPlace, testPerson } from '../../support/conversation.ts'
import { recordingLog } from '../../support/recording-log.ts'
import { testStore } from '../../support/store.ts'
import { type ChannelBenchOptions, channelBench, openChannel, readPyramid, repeatMaterial, unstopped } from '../bench.ts'

const minutes = 60_000

async function openTeam(options: ChannelBenchOptions = {}) {
  const store = await testStore()
  const bench = channelBench(store, options)
  const ana = await testPerson(store, { name: 'ana' })
  const place = sharedPlace('team')
  const placeId = await openChannel(bench, place, ana)
  let count = 0
  const say = (text: string) => ana.say(text, bench.clock.now(), { place, id: `m${++count}`, order: BigInt(count) })
  const wait = (ms: number) => bench.clock.advance(ms)
  return { store, bench, ana, place, placeId, say, wait, read: () => readPyramid(bench, placeId) }
}

describe('a cascade', () => {
  test('summarizes closed windows only, and pairs their summaries', async () => {
    const { bench, say, wait, read } = await openTeam()
    for (const text of ['a', 'b', 'c']) {
      await say(text)
      wait(30 * minutes)
    }
    await say('open')
    expect(await bench.tick()).toEqual(['complete'])
    expect(Object.fromEntries(await read())).toEqual({ '1/0': '(a)', '1/1': '(b)', '1/2': '(c)', '2/0': '(a)(b)' })
    expect(await bench.tick()).toEqual([])
  })

  test('waits while the channel is off', async () => {
    const { bench, store, placeId, say, wait, read } = await openTeam()
    await say('a')
    wait(30 * minutes)
    await store.db.channel.update({ where: { placeId }, data: { isOn: false } })
    expect(await bench.tick()).toEqual([])
    expect(await runCascade(bench, placeId, unstopped)).toBe('not-due')
    await store.db.channel.update({ where: { placeId }, data: { isOn: true } })
    expect(await bench.tick()).toEqual(['complete'])
    expect(Object.fromEntries(await read())).toEqual({ '1/0': '(a)' })
  })

  test('runs at most once every 5 minutes, and one at a time', async () => {
    const { bench, placeId, say, wait } = await openTeam()
    await say('a')
    wait(30 * minutes)
    const both = await Promise.all([runCascade(bench, placeId, unstopped), runCascade(bench, placeId, unstopped)])
    expect(both.toSorted()).toEqual(['complete', 'not-due'])
    await say('b')
    wait(4 * minutes)
    expect(await runCascade(bench, placeId, unstopped)).toBe('not-due')
    wait(minutes)
    // Nothing is due, as the window of "b" is still open.
    expect(await bench.tick()).toEqual([])
  })

  test('stops when its tokens are used up, keeps what it made outside the pyramid, and the next one continues', async () => {
    const written: string[] = []
    const { bench, store, say, wait, read } = await openTeam({
      settings: { maxCascadeTokens: 2_500 },
      async writeSummary(material, { maxTokens }) {
        if (maxTokens < 1_000) return undefined
        const summary = { ...repeatMaterial(material), tokens: 1_000 }
        written.push(summary.text)
        return summary
      },
    })
    for (const text of ['a', 'b', 'c', 'd']) {
      await say(text)
      wait(30 * minutes)
    }
    expect(await bench.tick()).toEqual(['continued'])
    expect(await read()).toEqual(new Map())
    expect(await store.db.channelSummary.count({ where: { isUsed: false } })).toBe(2)
    wait(5 * minutes)
    expect(await bench.tick()).toEqual(['continued'])
    wait(5 * minutes)
    expect(await bench.tick()).toEqual(['continued'])
    wait(5 * minutes)
    expect(await bench.tick()).toEqual(['complete'])
    expect((await read()).get('3/0')).toBe('(a)(b)(c)(d)')
    // Nothing was written twice.
    expect(written).toEqual(['(a)', '(b)', '(c)', '(d)', '(a)(b)', '(c)(d)', '(a)(b)(c)(d)'])
  })

  test('leaves the pyramid as it is if a level fails, and tries again later and later', async () => {
    let isBroken = false
    const { bench, placeId, say, wait, read } = await openTeam({
      async writeSummary(material) {
        if (isBroken && 'summaries' in material) throw new Error('The model failed.')
        return { ...repeatMaterial(material), tokens: 1_000 }
      },
    })
    await say('a')
    wait(30 * minutes)
    await bench.tick()
    isBroken = true
    await say('b')
    wait(30 * minutes)
    expect(await bench.tick()).toEqual(['failed'])
    expect(Object.fromEntries(await read())).toEqual({ '1/0': '(a)' })
    wait(5 * minutes)
    expect(await runCascade(bench, placeId, unstopped)).toBe('failed')
    wait(5 * minutes)
    expect(await runCascade(bench, placeId, unstopped)).toBe('not-due')
    isBroken = false
    wait(5 * minutes)
    expect(await bench.tick()).toEqual(['complete'])
    expect((await read()).get('2/0')).toBe('(a)(b)')
  })

  test('leaves the tokens that were granted while it ran, and the next one uses them at once', async () => {
    let grants = 1
    const team = await openTeam({
      async writeSummary(material): Promise<WrittenChannelSummary> {
        if (grants-- > 0) await grantTokens(team.store.db, team.placeId, 20)
        return { ...repeatMaterial(material), tokens: 1_000 }
      },
    })
    const { bench, store, say, wait } = team
    await say('a')
    wait(30 * minutes)
    expect(await bench.tick()).toEqual(['complete'])
    expect(await store.db.channel.findFirst()).toMatchObject({ extraTokens: 2_000, nextCascadeAt: bench.clock.now() })
  })

  test('makes a summary again that was deleted because of a message which had already left it', async () => {
    const { bench, store, placeId, say, wait, read } = await openTeam()
    for (const text of ['a', 'b']) {
      await say(text)
      wait(30 * minutes)
    }
    await bench.tick()
    const { id } = await store.db.message.findFirstOrThrow({ where: { placeId, text: 'a' } })
    await store.transaction((tx) => forgetInChannels(tx, { messageIds: [id as MessageId] }))
    expect(Object.fromEntries(await read())).toEqual({ '1/1': '(b)' })
    wait(5 * minutes)
    expect(await bench.tick()).toEqual(['complete'])
    expect(Object.fromEntries(await read())).toEqual({ '1/0': '(a)', '1/1': '(b)', '2/0': '(a)(b)' })
  })

  test('summarizes a window that is too long in parts, and merges many parts in groups', async () => {
    const read: SummaryMaterial[] = []
    const { bench, say, wait, ...team } = await openTeam({
      settings: { maxPartTokens: 60, maxMergedSummaries: 3, maxCascadeTokens: 100_000 },
      async writeSummary(material) {
        read.push(material)
        return { ...repeatMaterial(material), tokens: 1_000 }
      },
    })
    const texts = Array.from({ length: 20 }, (_, n) => `message ${n} says something about the plan for tomorrow`)
    for (const text of texts) await say(text)
    wait(30 * minutes)
    expect(await bench.tick()).toEqual(['complete'])
    const [summary] = [...(await team.read()).values()]
    expect(summary!.replace(/[()]+/g, ' ').trim()).toBe(texts.join(' '))
    expect(read.filter((material) => 'lines' in material).length).toBeGreaterThan(3)
    for (const material of read) if ('summaries' in material) expect(material.summaries.length).toBeLessThanOrEqual(3)
    const rows = await team.store.db.channelSummary.findMany()
    expect(rows).toMatchObject([{ level: 1, isUsed: true, messageCount: 20, topics: [] }])
  })

  test('of a worker that seems dead is taken over when its lease is over, and what it still makes is not stored', async () => {
    let wake = () => {}
    const stuck = new Promise<void>((resolve) => {
      wake = resolve
    })
    let isFirst = true
    const { bench, placeId, say, wait, read } = await openTeam({
      async writeSummary(material) {
        const isStuck = isFirst
        isFirst = false
        if (isStuck) await stuck
        return { ...repeatMaterial(material), ...(isStuck && { text: 'late' }), tokens: 1_000 }
      },
    })
    await say('a')
    wait(30 * minutes)
    const late = runCascade(bench, placeId, unstopped)
    await expect.poll(() => isFirst).toBe(false)
    wait(9 * minutes)
    expect(await bench.tick()).toEqual([])
    wait(minutes)
    // The other worker has just begun.
    const { cascade } = await bench.store.db.channel.update({
      where: { placeId },
      data: { cascade: { increment: 1 }, leasedUntil: new Date(bench.clock.now().getTime() + minutes) },
    })
    wake()
    expect(await late).toBe('superseded')
    expect(await bench.store.db.channelSummary.count()).toBe(0)
    expect(await bench.store.db.channel.findFirstOrThrow()).toMatchObject({ cascade, leasedUntil: expect.any(Date) })
    wait(minutes)
    expect(await bench.tick()).toEqual(['complete'])
    expect((await read()).get('1/0')).toBe('(a)')
  })
})

describe('what the model fails at', () => {
  /** A channel with one message per window, and a model that fails at material that contains one of the words. */
  async function openRefused(...texts: string[]) {
    const refused = new Set<string>()
    const calls: string[] = []
    const team = await openTeam({
      settings: { maxCascadeTokens: 1_000_000 },
      async writeSummary(material) {
        const made = repeatMaterial(material)
        calls.push(made.text)
        if ([...refused].some((word) => made.text.includes(word))) throw new Error('The answer was filtered.')
        return { ...made, tokens: 1_000 }
      },
    })
    for (const text of texts) {
      await team.say(text)
      team.wait(30 * minutes)
    }
    const runLater = async () => {
      team.wait(6 * 60 * minutes)
      return team.bench.tick()
    }
    const models = async () => {
      const rows = await team.store.db.channelSummary.findMany({ where: { isUsed: true }, orderBy: [{ level: 'asc' }, { ordinal: 'asc' }] })
      return Object.fromEntries(rows.map(({ text, model }) => [text, model]))
    }
    return { ...team, refused, calls, runLater, models }
  }

  test('three times in a row is written offline, and the rest by the model', async () => {
    const { refused, runLater, models, read } = await openRefused('a', 'bad', 'c', 'd')
    refused.add('bad')
    for (let count = 0; count < 3; count++) {
      expect(await runLater()).toEqual(['failed'])
      expect(await read()).toEqual(new Map())
    }
    expect(await runLater()).toEqual(['complete'])
    // What is made from it contains it.
    expect(await models()).toEqual({
      ...{ '(a)': 'repeating', '(bad)': 'offline', '(c)': 'repeating', '(d)': 'repeating' },
      ...{ '(a)(bad)': 'offline', '(c)(d)': 'repeating', '(a)(bad)(c)(d)': 'offline' },
    })
  })

  test('is made again by the model when the summaries are rebuilt', async () => {
    const { refused, runLater, models, store, placeId, bench } = await openRefused('a', 'bad')
    refused.add('bad')
    for (let count = 0; count < 4; count++) await runLater()
    expect(await models()).toMatchObject({ '(bad)': 'offline' })
    refused.clear()
    const channel = (await findChannelOf(store.db, placeId))!
    const estimate = await estimateRebuild(store.db, channel)
    await store.transaction((tx) => startRebuild(tx, channel, estimate))
    expect(await bench.tick()).toEqual(['complete'])
    expect(await models()).toEqual({ '(a)': 'repeating', '(bad)': 'repeating', '(a)(bad)': 'repeating' })
  })

  test('is waited for if the model fails at everything: only one summary is written offline at a time', async () => {
    const { refused, calls, runLater, store } = await openRefused('a', 'b', 'c', 'd')
    refused.add('')
    for (let count = 0; count < 3; count++) await runLater()
    expect(await store.db.channelSummary.count()).toBe(0)
    calls.length = 0
    expect(await runLater()).toEqual(['failed'])
    expect(calls).toEqual(['(a)', '(b)'])
    expect(await store.db.channelSummary.findMany()).toMatchObject([{ text: '(a)', model: 'offline' }])
    refused.clear()
    expect(await runLater()).toEqual(['complete'])
    expect(await store.db.channelSummary.count({ where: { model: 'offline' } })).toBe(1)
  })

  test('is not written offline when the program stops', async () => {
    const stop = new AbortController()
    const { bench, store, placeId, say, wait } = await openTeam({
      async writeSummary() {
        stop.abort()
        throw new Error('It was stopped.')
      },
    })
    await say('a')
    wait(30 * minutes)
    await store.db.channel.update({ where: { placeId }, data: { failures: 3 } })
    expect(await runCascade(bench, placeId, stop.signal)).toBe('failed')
    expect(await store.db.channelSummary.count()).toBe(0)
  })

  test('is logged with what to do', async () => {
    const log = recordingLog()
    const { bench, store, placeId, say, wait } = await openTeam({
      log,
      async writeSummary() {
        throw new Error('The answer was filtered.')
      },
    })
    await say('a')
    wait(30 * minutes)
    await store.db.channel.update({ where: { placeId }, data: { failures: 3 } })
    expect(await bench.tick()).toEqual(['complete'])
    expect(log.lines.map(({ message }) => message)).toContainEqual(expect.stringMatching(/offline.*\/rebuild/))
  })
})

test('what was said to the bot before a channel is switched on belongs to it, and nothing of other places', async () => {
  const store = await testStore()
  const bench = channelBench(store)
  const ana = await testPerson(store)
  const place = sharedPlace('team')
  await ana.say('before', bench.clock.now(), { place })
  await ana.say('private', bench.clock.now())
  await ana.say('elsewhere', bench.clock.now(), { place: sharedPlace('other') })
  bench.clock.advance(60 * minutes)
  const placeId = await openChannel(bench, place, ana)
  expect(await bench.tick()).toEqual(['complete'])
  expect(Object.fromEntries(await readPyramid(bench, placeId))).toEqual({ '1/0': '(before)' })
})

test('places that are no channels have no windows', async () => {
  const store = await testStore()
  const ana = await testPerson(store)
  await ana.say('hello', new Date(), { place: sharedPlace('team') })
  expect(await store.db.channelWindow.count()).toBe(0)
})
