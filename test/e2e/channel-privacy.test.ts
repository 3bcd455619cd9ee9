import { beforeAll, expect, test } from 'vitest'
import { PlatformError } from '../../src/core/domain/errors.ts'
import type { PlaceId, UserId } from '../../src/core/domain/ids.ts'
import type { ChatModel, ModelRequest } from '../../src/core/ports/chat-model.ts'
import type { PlaceRef } from '../../src/core/ports/platform.ts'
import { offlineModel } from '../../src/offline/chat/chat-model.ts'
import { offlineSummarizer } from '../../src/offline/summary/summarizer.ts'
import { exportJson } from '../../src/privacy/export/export-json.ts'
import { exportMarkdown } from '../../src/privacy/export/export-markdown.ts'
import { handle, message, type TestApp, testApp } from '../support/app.ts'
import { directPlace, sharedPlace } from '../support/conversation.ts'
import { browse, type WatchedQueries, watchQueries } from './attacks/page-routes.ts'
import { storedRows } from './attacks/rows.ts'

// Ana and Ben are in "plan", with Noor, who never writes to the bot. Ana is in "lab" too, with Leo. Xan and Ben are in "other". Each word is
// known to those of one place; what is known elsewhere has leaked. The offline model quotes what its searches find.

const [plan, lab, other] = [sharedPlace('plan'), sharedPlace('lab'), sharedPlace('other')]
const channels = [plan, lab, other]
const members: Readonly<Record<string, readonly string[]>> = { plan: ['ana', 'ben', 'noor'], lab: ['ana', 'leo'], other: ['ben', 'xan'] }

/** The word that is known in a place: by its address. The words of channels are in the log, in summaries and in what is newer. */
const wordOf: Readonly<Record<string, string>> = {
  'direct:ana': 'privagannet',
  'direct:ben': 'privbittern',
  'direct:xan': 'privcurlew',
  'shared:plan': 'plandunlin',
  'shared:lab': 'labkestrel',
  'shared:other': 'othermerlin',
}
const words = Object.values(wordOf)
const wordsIn = (shown: unknown) => words.filter((word) => JSON.stringify(shown)?.includes(word))
const knownIn = (...places: readonly PlaceRef[]) => places.map(({ address }) => wordOf[address] ?? '')

const run = { signal: new AbortController().signal, attempt: 1, last: true }

let app: TestApp
let queries: WatchedQueries
const asked: ModelRequest[] = []
const summarized: ModelRequest[] = []

/** A model that also keeps what it is asked. */
const recorded = (model: ChatModel, requests: ModelRequest[]): ChatModel =>
  Object.assign(Object.create(model), {
    stream(request: ModelRequest, signal: AbortSignal) {
      requests.push(request)
      return model.stream(request, signal)
    },
  })

const says = (by: string, place: PlaceRef, text: string) => app.inbox({ ...message(app, by, place, text), addressed: false })

const userIdOf = async (name: string) => {
  const { userId } = await app.store.db.account.findFirstOrThrow({ where: { platform: 'test', platformUserId: name } })
  return userId as UserId
}

const placeIdOf = async ({ address }: PlaceRef) => (await app.store.db.place.findFirstOrThrow({ where: { address } })).id as PlaceId

beforeAll(async () => {
  app = await testApp({ chat: recorded(offlineModel, asked), summary: recorded(offlineSummarizer, summarized) })
  queries = await watchQueries(app.page)
  app.clock.set('2026-11-18T09:00:00Z')
  app.places.managers.add('ana')
  for (const channel of channels) app.places.readers.set(channel.address, new Set(members[channel.title ?? '']))
  for (const name of ['ana', 'ben', 'xan']) {
    const place = directPlace(name)
    await handle(app, message(app, name, place, '/language english'))
    await handle(app, message(app, name, place, `We decided that the boat is called ${wordOf[place.address]}.`))
    await handle(app, message(app, name, place, `/remember The boat is called ${wordOf[place.address]}`))
    await handle(app, message(app, name, place, `/remind me tomorrow to paint the boat ${wordOf[place.address]}`))
  }
  for (const channel of channels) {
    await handle(app, message(app, 'ana', channel, '/channel on'))
    const by = members[channel.title ?? '']?.at(-1) ?? ''
    await says(by, channel, `We decided that the boat is called ${wordOf[channel.address]}.`)
    app.clock.advance(60_000)
    await says(by, channel, `Who paints the boat ${wordOf[channel.address]}?`)
  }
  app.clock.advance(40 * 60_000)
  await app.handlers['summarize-channels']({}, run)
  for (const channel of channels) await app.handlers['summarize-channel']({ placeId: await placeIdOf(channel) }, run)
  for (const channel of channels)
    await says(members[channel.title ?? '']?.at(-1) ?? '', channel, `The boat ${wordOf[channel.address]} is blue.`)
  // What is made by itself of what people say: sessions, days, what is due.
  app.clock.set('2026-11-19T09:00:00Z')
  for (const job of ['process-sessions', 'finalize-days', 'post-digests', 'send-reminders', 'recover'] as const)
    await app.handlers[job]({}, run)
  for (const { id } of await app.store.db.session.findMany()) await app.handlers['process-session']({ sessionId: id as never }, run)
  return async () => {
    queries.end()
    await app.page.close()
    await app.close(0)
  }
}, 120_000)

test('each channel has summaries, which were made of what was said in it alone', async () => {
  for (const channel of channels) {
    const summaries = await app.store.db.channelSummary.findMany({ where: { placeId: await placeIdOf(channel), isUsed: true } })
    expect(wordsIn(summaries)).toEqual(knownIn(channel))
  }
  expect(summarized.length).toBeGreaterThanOrEqual(channels.length)
  for (const request of summarized) expect(wordsIn(request).length).toBeLessThanOrEqual(1)
})

test('nothing that is stored has words of one place for the audience of another', async () => {
  const found = (await storedRows(app.store)).map(({ table, columns, text }) => ({
    table,
    audience: columns['audience'],
    words: wordsIn(text),
  }))
  expect(found.filter((row) => row.words.length > 1)).toEqual([])
  for (const channel of channels) {
    const { audience } = await app.store.db.place.findFirstOrThrow({ where: { address: channel.address } })
    const rows = found.filter((row) => row.words.includes(wordOf[channel.address] ?? ''))
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.filter((row) => row.audience !== undefined && row.audience !== audience)).toEqual([])
    // These have no audience of their own, and belong to the channel.
    expect([...new Set(rows.flatMap((row) => (row.audience === undefined ? row.table : [])))]).toEqual(['channel_summaries'])
  }
})

// Every word was said of a boat, and no line names one.
const lines = [
  ...['What is the boat called?', 'Who paints the boat?', 'What did we decide about the boat?', '/find boat', '/find paints', '/find blue'],
  ...[
    '/memories',
    '/loops',
    '/context',
    '/days',
    '/summary yesterday',
    '/summarize since Monday',
    '/channel',
    '/export',
    '/open 5',
    '/open 20',
  ],
]

/** Says everything in a place; what the model was asked, and what was sent to whom. */
async function visit(by: string, place: PlaceRef) {
  const [requests, sent] = [asked.length, app.sent.length]
  for (const line of lines) {
    app.clock.advance(1_000)
    await handle(app, message(app, by, place, line))
  }
  return { requests: asked.slice(requests), sent: app.sent.slice(sent) }
}

test.each(['ana', 'ben', 'xan'])('whatever %s asks alone with the bot, nothing of the log of any channel is told', async (by) => {
  const { requests, sent } = await visit(by, directPlace(by))
  expect(wordsIn(requests)).toEqual(knownIn(directPlace(by)))
  expect(wordsIn(sent)).toEqual(knownIn(directPlace(by)))
})

test('an export has of a log only what its person wrote in it', async () => {
  for (const [name, own] of [
    ['ana', knownIn(directPlace('ana'))],
    ['ben', knownIn(directPlace('ben'))],
    ['xan', knownIn(directPlace('xan'), other)],
  ] as const) {
    let exported = ''
    for (const write of [exportJson, exportMarkdown])
      for await (const part of write(app.privacy, { userId: await userIdOf(name) })) exported += part
    const said = words.filter((word) => exported.includes(`is called ${word}`))
    expect(said.toSorted(), name).toEqual(own.toSorted())
  }
})

test.each([
  ['ana', [directPlace('ben'), directPlace('xan'), other]],
  ['xan', [directPlace('ana'), directPlace('ben'), plan, lab]],
])(
  'no page shows %s what was said where they are not',
  async (name, foreign) => {
    const ids = await Promise.all(channels.map(placeIdOf))
    const shown = await browse(app, {
      userId: await userIdOf(name),
      values: ['2026-11-18', '2026-11-19', ...ids.map(String), 'boat'],
      queries,
    })
    const told = foreign.flatMap(({ address }) =>
      shown.filter((page) => page.includes(`is called ${wordOf[address]}`)).map((page) => page.slice(0, 80)),
    )
    expect(told).toEqual([])
  },
  120_000,
)

test.each([
  ['ana', plan],
  ['ben', plan],
  ['ana', lab],
  ['xan', other],
])('whatever %s asks in a channel, the model and everyone there are told only what was said in it', async (by, channel) => {
  const { requests, sent } = await visit(by, channel)
  expect(requests.length).toBeGreaterThan(2)
  for (const request of requests) expect(knownIn(channel)).toEqual(expect.arrayContaining(wordsIn(request)))
  expect(wordsIn(requests)).toEqual(knownIn(channel))
  expect(wordsIn(sent.filter(({ to }) => to === channel.address))).toEqual(knownIn(channel))
  const privately = sent.filter(({ to }) => to !== channel.address)
  expect(new Set(privately.map(({ to }) => to))).toEqual(new Set([`direct:${by}`]))
  const own = channels.filter(({ title = '' }) => members[title]?.includes(by))
  expect(knownIn(directPlace(by), ...own)).toEqual(expect.arrayContaining(wordsIn(privately)))
})

test('whoever leaves a channel loses access to it within a minute, and nobody has any while the platform does not answer', async () => {
  const titles = async (name: string) => (await app.readers.listChannels(await userIdOf(name))).map(({ place }) => place.title)
  app.clock.advance(60_001)
  expect(await titles('ana')).toEqual(['lab', 'plan'])
  expect(await titles('xan')).toEqual(['other'])
  const labId = await placeIdOf(lab)
  expect(await app.readers.findChannel(await userIdOf('xan'), labId)).toBeUndefined()
  app.places.readers.get(lab.address)?.delete('ana')
  app.clock.advance(60_001)
  expect(await titles('ana')).toEqual(['plan'])
  expect(await app.readers.findChannel(await userIdOf('ana'), labId)).toBeUndefined()
  app.clock.advance(60_001)
  app.places.failure = new PlatformError('unreachable', 'down')
  expect(await titles('ana')).toEqual([])
  app.places.failure = undefined
  expect(await titles('ana')).toEqual(['plan'])
})
