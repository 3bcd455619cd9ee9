import { expect, test } from 'vitest'
import { findChannelOf } from '../../../src/channels/find-channel.ts'
import { logMessage } from '../../../src/channels/log/log-message.ts'
import { estimateRebuild, startRebuild } from '../../../src/channels/manage/rebuild.ts'
import { pruneChannels } from '../../../src/channels/manage/retention.ts'
import { leavePlace, switchChannelOff } from '../../../src/channels/manage/switch-channel.ts'
import { message } from '../../support/app.ts'
import { sharedPlace, testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'
import { channelBench, readPyramid } from '../bench.ts'
import { openTestChannel, readLog } from '../log/support.ts'

const team = sharedPlace('the team')

async function loggedDays() {
  const store = await testStore()
  const bench = channelBench(store)
  bench.clock.set('2026-11-01T08:00:00Z')
  const channel = await openTestChannel(bench, team, 'ana')
  for (const text of ['first', 'second', 'third']) {
    await logMessage(bench, { ...message(bench, 'ben', team, text), addressed: false })
    bench.clock.advance(86_400_000)
  }
  return { bench, channel }
}

test('raw messages older than the limit go, their summaries stay, and later cascades keep them', async () => {
  const { bench, channel } = await loggedDays()
  await bench.tick()
  const before = await readPyramid(bench, channel.placeId)
  expect(before.size).toBe(4)
  await bench.store.db.channel.update({ where: { placeId: channel.placeId }, data: { keepDays: 1 } })
  await pruneChannels(bench)
  expect(await readLog(bench, channel)).toEqual(['ben: third'])
  expect(await readPyramid(bench, channel.placeId)).toEqual(before)
  await logMessage(bench, { ...message(bench, 'ben', team, 'fourth'), addressed: false })
  bench.clock.advance(3_600_000)
  expect(await bench.tick()).toEqual(['complete'])
  const after = await readPyramid(bench, channel.placeId)
  expect([...before].filter(([position, text]) => after.get(position) !== text)).toEqual([])
  expect(after.get('3/0')).toBe('(first)(second)(third)(fourth)')
})

test('raw messages without a summary stay', async () => {
  const { bench, channel } = await loggedDays()
  await bench.store.db.channel.update({ where: { placeId: channel.placeId }, data: { keepDays: 1 } })
  await pruneChannels(bench)
  expect(await readLog(bench, channel)).toHaveLength(3)
})

test('the log of a deleted channel goes after 30 days, that of one which only lost the bot stays', async () => {
  for (const isDeleted of [true, false]) {
    const { bench, channel } = await loggedDays()
    await leavePlace(bench, { type: 'departure', place: team, isDeleted })
    expect(await bench.store.db.channel.findMany()).toMatchObject([{ isOn: false }])
    bench.clock.advance(29 * 86_400_000)
    await pruneChannels(bench)
    expect(await readLog(bench, channel)).toHaveLength(3)
    bench.clock.advance(2 * 86_400_000)
    await pruneChannels(bench)
    expect(await readLog(bench, channel)).toHaveLength(isDeleted ? 0 : 3)
  }
})

test('a channel that is switched on again keeps its log', async () => {
  const { bench, channel } = await loggedDays()
  await bench.store.transaction((tx) => switchChannelOff(tx, channel))
  await openTestChannel(bench, team, 'ana')
  await logMessage(bench, { ...message(bench, 'ben', team, 'again'), addressed: false })
  expect(await readLog(bench, channel)).toHaveLength(4)
})

test('while a channel is off, its messages go too, although nothing summarizes them', async () => {
  const { bench, channel } = await loggedDays()
  await bench.store.transaction((tx) => switchChannelOff(tx, channel))
  await bench.store.db.channel.update({ where: { placeId: channel.placeId }, data: { keepDays: 1 } })
  await pruneChannels(bench)
  expect(await readLog(bench, channel)).toEqual(['ben: third'])
})

test('a window whose messages are gone keeps its summary when all summaries are made again', async () => {
  const { bench, channel } = await loggedDays()
  const zoe = await testPerson(bench.store, { name: 'zoe' })
  await zoe.say('to the bot', new Date('2026-11-01T08:01:00Z'), { place: team })
  await bench.tick()
  await bench.store.db.channel.update({ where: { placeId: channel.placeId }, data: { keepDays: 1 } })
  await pruneChannels(bench)
  const before = await readPyramid(bench, channel.placeId)
  const found = (await findChannelOf(bench.store.db, channel.placeId))!
  const estimate = await estimateRebuild(bench.store.db, found)
  expect(estimate.windows).toBe(1)
  await bench.store.transaction((tx) => startRebuild(tx, found, estimate))
  expect(await bench.tick()).toEqual(['complete'])
  expect((await readPyramid(bench, channel.placeId)).get('1/0')).toBe(before.get('1/0'))
  expect(before.get('1/0')).toContain('first')
})
