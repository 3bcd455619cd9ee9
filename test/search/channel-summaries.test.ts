import { beforeEach, expect, test } from 'vitest'
import { logMessage } from '../../src/channels/log/log-message.ts'
import { pruneChannels } from '../../src/channels/manage/retention.ts'
import { searchConversation } from '../../src/search/search.ts'
import type { Store } from '../../src/store/store.ts'
import type { Scope } from '../../src/threads/scope.ts'
import { type ChannelBench, channelBench } from '../channels/bench.ts'
import { openTestChannel, type TestChannel } from '../channels/log/support.ts'
import { message } from '../support/app.ts'
import { sharedPlace, type TestPerson, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { searchDeps } from './support.ts'

const team = sharedPlace('team')
let store: Store, bench: ChannelBench, channel: TestChannel, ana: TestPerson

beforeEach(async () => {
  store = await testStore()
  bench = channelBench(store)
  bench.clock.set('2026-11-02T08:00:00Z')
  ana = await testPerson(store, { name: 'ana', timezone: 'Etc/UTC' })
  channel = await openTestChannel(bench, team, 'ana')
  for (const text of ['We buy the blue tent', 'The stove is broken']) {
    await logMessage(bench, { ...message(bench, 'ben', team, text), addressed: false })
    bench.clock.advance(86_400_000)
  }
  await bench.tick()
})

const find = async (query: string, more: object = {}, scope: Partial<Scope> = {}) => {
  const { placeId } = channel
  const { audience } = await store.db.place.findUniqueOrThrow({ where: { id: placeId } })
  const there: Scope = { userId: ana.userId, threadId: ana.threadId, audience: audience as Scope['audience'], ...scope }
  const { results, channel_summaries: summaries = [] } = await searchConversation(
    searchDeps(store, bench.clock.now().toISOString()),
    there,
    { query, ...more },
  )
  return {
    said: results.flatMap((one) => (one.kind === 'message' ? one.snippet.replaceAll('**', '') : [])),
    summaries: summaries.map(({ text }) => text),
  }
}

test('a search in a channel finds what was logged, and the summaries with most of its words, the narrowest first', async () => {
  expect(await find('blue tent')).toEqual({
    said: ['We buy the blue tent'],
    summaries: ['(We buy the blue tent)', '(We buy the blue tent)(The stove is broken)'],
  })
})

test('what is no longer kept is still found in its summaries', async () => {
  await store.db.channel.update({ where: { placeId: channel.placeId }, data: { keepDays: 1 } })
  bench.clock.advance(7 * 86_400_000)
  await pruneChannels(bench)
  expect(await find('stoves')).toEqual({ said: [], summaries: ['(The stove is broken)', '(We buy the blue tent)(The stove is broken)'] })
})

test('a log that was switched off is not searched, and it is again once it is on', async () => {
  const { placeId } = channel
  await store.db.channel.update({ where: { placeId }, data: { isOn: false } })
  expect(await find('blue tent')).toEqual({ said: [], summaries: [] })
  await store.db.channel.update({ where: { placeId }, data: { isOn: true } })
  expect((await find('blue tent')).said).toEqual(['We buy the blue tent'])
})

test('excluded words and days apply to summaries, too', async () => {
  expect((await find('tent -stove')).summaries).toEqual(['(We buy the blue tent)'])
  expect((await find('tent', { day: '2026-11-03' })).summaries).toEqual(['(We buy the blue tent)(The stove is broken)'])
  expect((await find('tent', { since: '2026-11-05' })).summaries).toEqual([])
})

test('a search elsewhere finds nothing of it', async () => {
  expect(await find('tent', {}, { audience: 'private' })).toEqual({ said: [], summaries: [] })
  expect(await find('tent', {}, { audience: 'place:99999' })).toEqual({ said: [], summaries: [] })
})
