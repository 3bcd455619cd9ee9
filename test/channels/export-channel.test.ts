import { beforeEach, expect, test } from 'vitest'
import { exportChannelJson, exportChannelMarkdown } from '../../src/channels/export-channel.ts'
import { findChannelOf } from '../../src/channels/find-channel.ts'
import { logMessage } from '../../src/channels/log/log-message.ts'
import { PlatformError } from '../../src/core/domain/errors.ts'
import type { ExportId } from '../../src/core/domain/ids.ts'
import type { DaySpan } from '../../src/core/ports/personal-data.ts'
import type { PlatformSender } from '../../src/core/ports/platform.ts'
import { sendExport } from '../../src/privacy/export/send-export.ts'
import type { Store } from '../../src/store/store.ts'
import { commandBench } from '../commands/bench.ts'
import { message } from '../support/app.ts'
import { sharedPlace, type TestPerson, testPerson } from '../support/conversation.ts'
import { TestPlaces } from '../support/places.ts'
import { privacyDeps } from '../support/privacy.ts'
import { testStore } from '../support/store.ts'
import { type ChannelBench, channelBench, unstopped } from './bench.ts'
import { openTestChannel, type TestChannel } from './log/support.ts'

const team = sharedPlace('team')
let store: Store, bench: ChannelBench, channel: TestChannel, ana: TestPerson

beforeEach(async () => {
  store = await testStore()
  bench = channelBench(store)
  bench.clock.set('2026-11-02T08:00:00Z')
  ana = await testPerson(store, { name: 'ana', timezone: 'Etc/UTC', language: 'en' })
  channel = await openTestChannel(bench, team, 'ana')
  await logMessage(bench, {
    ...message(bench, 'ben', team, 'We buy the blue tent\n# Not a heading'),
    addressed: false,
    attachments: [{ name: 'a', source: 'x' as never, mediaType: 'image/png' }],
  })
  bench.clock.advance(86_400_000)
  await ana.say('@bot Which tent?', bench.clock.now(), { place: team, id: 'asked' })
  await ana.say('A secret', bench.clock.now())
  bench.clock.advance(3_600_000)
  await bench.tick()
})

async function written(write: typeof exportChannelMarkdown, span: DaySpan = {}): Promise<string> {
  const found = (await findChannelOf(store.db, channel.placeId))!
  let text = ''
  for await (const piece of write(store, { channel: found, title: 'team', span })) text += piece
  return text
}

test('the log of a channel and its summaries are written as Markdown', async () => {
  const text = await written(exportChannelMarkdown)
  expect(text).toContain('# The log of team')
  expect(text).toMatch(/## Monday 2 November 2026\n\n\*\*ben\*\*, 08:00 \(#\d+\) · 1 file\n\n> We buy the blue tent\n> # Not a heading/)
  expect(text).toContain('> @bot Which tent?')
  expect(text).toMatch(/## Summaries\n\n\*\*2\*\*, 2 messages, 1 image, Monday 2 November 2026/)
  expect(text).not.toContain('secret')
})

test('and as JSON, of some days only if asked', async () => {
  const all = JSON.parse(await written(exportChannelJson))
  expect(all).toMatchObject({
    channel: { title: 'team', timezone: 'Etc/UTC' },
    messages: [
      { author: 'ben', images: 1, files: 0, sentAt: '2026-11-02T08:00:00.000Z' },
      { author: 'ana', text: '@bot Which tent?' },
    ],
    summaries: [{ level: 2 }, { level: 1 }, { level: 1 }],
  })
  expect(JSON.parse(await written(exportChannelJson, { from: '2026-11-03' as never })).messages).toHaveLength(1)
})

test('/export in the channel exports it for a manager, and what is their own for others', async () => {
  const places = new TestPlaces()
  places.managers.add('ana')
  const sender = { sendFile: async () => 'sent' } as unknown as PlatformSender
  const commands = commandBench(store, { senders: new Map([['test', sender]]), sharedPlaces: new Map([['test', places]]) })
  const ben = await testPerson(store, { name: 'ben' })
  await ben.say('Hello', bench.clock.now())
  await commands.give(ana, '/export', { place: team })
  await commands.give(ben, '/export', { place: team })
  await store.db.export.updateMany({ data: { state: 'sent' } })
  await commands.give(ana, '/export')
  const rows = await store.db.export.findMany({ orderBy: { id: 'asc' } })
  expect(rows.map(({ userId, channelId }) => [userId, channelId])).toEqual([
    [ana.userId, channel.placeId],
    [ben.userId, null],
    [ana.userId, null],
  ])
})

test('the export of a channel is sent only to somebody who still manages it when it is sent', async () => {
  const places = new TestPlaces()
  const files: string[] = []
  const sender = { maxFileBytes: 1_000_000, sendFile: async (_to: string, { name }: { name: string }) => `${files.push(name)}` }
  const senders = new Map([['test', sender as unknown as PlatformSender]])
  const sharedPlaces = new Map([['test', places]])
  const deps = privacyDeps({ ...bench, broadcast: { publish: () => {} } as never, senders, sharedPlaces })
  const { id: placeId } = await store.db.place.findFirstOrThrow({ where: { userId: ana.userId } })
  const request = async () => {
    const data = { userId: ana.userId, placeId, channelId: channel.placeId, requestedAt: bench.clock.now() }
    return (await store.db.export.create({ data, select: { id: true } })).id as ExportId
  }
  const first = await request()
  await sendExport(deps, first, { signal: unstopped })
  expect(files).toEqual([])
  expect(await store.db.export.findFirst({ where: { id: first } })).toMatchObject({ state: 'failed' })
  const second = await request()
  places.failure = new PlatformError('transient', 'down')
  await expect(sendExport(deps, second, { signal: unstopped })).rejects.toThrow()
  places.failure = undefined
  places.managers.add('ana')
  await sendExport(deps, second, { signal: unstopped })
  expect(files).toHaveLength(2)
})
