import { describe, expect, onTestFinished, test } from 'vitest'
import type { VoiceOptions } from '../../../adapters/voice/options.ts'
import { parseCall } from '../../../adapters/voice/payloads.ts'
import { createCallPoller } from '../../../adapters/voice/poll-calls.ts'
import { buildVoiceServer } from '../../../adapters/voice/server.ts'
import { createCallDesk } from '../../../src/conversation/call-desk.ts'
import { receive } from '../../../src/conversation/receive/receive.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import { addLinkedNumber } from '../../../src/people/calls/number-links.ts'
import { createCallLink } from '../../../src/people/calls/tokens.ts'
import { type Harness, harness, saidIn, type Talker } from '../../conversation/harness.ts'
import {
  agentId,
  apiKey,
  type FakeCallOptions,
  fakeConversation,
  signatureOf,
  startFakeElevenLabs,
  startSecret,
  webhookBody,
  webhookSecret,
} from '../../fakes/elevenlabs/index.ts'

const number = '+4930123456'
const startedAt = new Date('2026-11-18T09:00:00Z')
const turns: FakeCallOptions['turns'] = [
  { role: 'agent', message: 'Hello.', time_in_call_secs: 0 },
  { role: 'user', message: 'I sent the offer.', time_in_call_secs: 4 },
  { role: 'agent', message: null, time_in_call_secs: 6 },
]

async function voiceBench(apiUrl = 'http://127.0.0.1:1') {
  const bench = await harness()
  const ada = await bench.person()
  const options: VoiceOptions = {
    apiKey,
    apiUrl,
    agentId,
    webhookSecret,
    startSecret,
    callPage: 'https://calls.example.org/talk',
    listen: { host: '127.0.0.1', port: 0 },
    pollMs: 60_000,
    desk: createCallDesk(bench.deps, bench.deps.voice!),
    clock: bench.clock,
    log: silentLog,
  }
  const inbox = (event: Parameters<typeof receive>[1]) => receive(bench.deps, event)
  const server = buildVoiceServer(options, inbox)
  onTestFinished(() => void server.close())
  const post = (payload: string, headers: Record<string, string>, url = '/webhooks/elevenlabs') =>
    server.inject({ method: 'POST', url, headers: { 'content-type': 'application/json', ...headers }, payload })
  return {
    ...bench,
    ada,
    options,
    inbox,
    server,
    post,
    deliver: (data: unknown, at = bench.clock.now()) => {
      const body = webhookBody(data, at)
      return post(body, { 'elevenlabs-signature': signatureOf(body, at) })
    },
    start: async (body: object, secret = startSecret) =>
      post(JSON.stringify({ agent_id: agentId, ...body }), { 'x-throughline-secret': secret }, '/webhooks/elevenlabs/start'),
  }
}

const linkOf = async ({ deps }: Pick<Harness, 'deps'>, ada: Talker) =>
  (await createCallLink({ ...deps, tokenKey: deps.voice!.tokenKey }, { userId: ada.userId, accountId: ada.accountId })).token

async function tokenOf(bench: Awaited<ReturnType<typeof voiceBench>>): Promise<string> {
  const authorization = `Bearer ${await linkOf(bench, bench.ada)}`
  const response = await bench.server.inject({ url: '/voice/token', headers: { authorization } })
  expect((await bench.server.inject({ url: '/voice/token', headers: { authorization } })).statusCode).toBe(401)
  return response.json().dynamic_variables.throughline_token
}

describe('the transcript of a finished call', () => {
  test('200 deliveries at once, doubled, out of order, forged and expired, give one call each, in the right place of the right day', {
    timeout: 240_000,
  }, async () => {
    const bench = await voiceBench()
    bench.clock.set('2026-11-18T22:45:00Z')
    const variables = { throughline_token: await tokenOf(bench) }
    bench.clock.set('2026-11-18T23:30:00Z')
    // A minute apart, the first ten before midnight in Paris.
    const calls = Array.from({ length: 25 }, (_, index) => {
      const own = turns.map((turn) => ({ ...turn, message: turn.message === null ? null : `${turn.message} (${index})` }))
      const begins = new Date(Date.parse('2026-11-18T22:50:00Z') + index * 60_000)
      return { begins, data: fakeConversation({ id: `conv_${index}`, startedAt: begins, turns: own, variables }) }
    })
    const deliver = ({ data }: (typeof calls)[0], index: number) =>
      index % 8 === 7 ? forge(bench, data) : index % 8 === 6 ? expire(bench, data) : bench.deliver(data)
    const deliveries = Array.from({ length: 200 }, (_, index) => calls[(index * 7) % 25]!)
    const results = await Promise.all(deliveries.map(deliver))
    expect(results.filter(({ statusCode }) => statusCode === 200)).toHaveLength(150)
    expect(results.filter(({ statusCode }) => statusCode === 401)).toHaveLength(50)
    expect(await bench.store.db.phoneCall.count()).toBe(25)
    expect(await saidIn(bench, bench.ada.threadId)).toEqual(
      calls.flatMap((_, index) => [`assistant: Hello. (${index})`, `user: I sent the offer. (${index})`]),
    )
    const days = await bench.store.db.daySegment.findMany({
      where: { threadId: bench.ada.threadId },
      include: { _count: { select: { messages: true } } },
    })
    expect(Object.fromEntries(days.map(({ dayLabel, _count }) => [dayLabel, _count.messages]))).toEqual({
      '2026-11-18': 20,
      '2026-11-19': 30,
    })
  })

  const expire = ({ post, clock }: Awaited<ReturnType<typeof voiceBench>>, data: unknown) => {
    const then = new Date(clock.now().getTime() - 6 * 60_000)
    const body = webhookBody(data, then)
    return post(body, { 'elevenlabs-signature': signatureOf(body, then) })
  }

  const forge = ({ post, clock }: Awaited<ReturnType<typeof voiceBench>>, data: unknown) => {
    const body = webhookBody(data, clock.now())
    return post(body, { 'elevenlabs-signature': signatureOf(body, clock.now(), 'another secret, as long') })
  }

  test('is refused before any work if it is not signed, wrongly signed, old, from the future, changed, malformed or too large', async () => {
    const { inbox: _inbox, ...bench } = await voiceBench()
    let events = 0
    const server = buildVoiceServer(bench.options, async () => void events++)
    const now = bench.clock.now()
    const body = webhookBody(fakeConversation({ startedAt, turns }), now)
    const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
    const send = (signature: string | undefined, payload = body) =>
      server.inject({
        method: 'POST',
        url: '/webhooks/elevenlabs',
        headers: { 'content-type': 'application/json', ...(signature !== undefined && { 'elevenlabs-signature': signature }) },
        payload,
      })
    const large = JSON.stringify({ data: 'x'.repeat(5 * 1024 * 1024) })
    const statuses = [
      await send(undefined),
      await send(''),
      await send('t=1,v0=00'),
      await send(signatureOf(body, now, 'another secret, as long')),
      await send(signatureOf(body, at(-6))),
      await send(signatureOf(body, at(6))),
      await send(signatureOf(body, now), `${body} `),
      await send(signatureOf('{', now), '{'),
      await send(signatureOf('[]', now), '[]'),
      await send(signatureOf(large, now), large),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401, 400, 400, 413])
    expect(events).toBe(0)
    await send(signatureOf(body, at(-4)))
    await send(signatureOf(body, at(4)))
    expect(events).toBe(2)
    await server.close()
  })

  const mutations = [undefined, null, 7, 'text', [], {}]

  test('is read, whatever field is missing, null or of another type', () => {
    for (const path of pathsOf(fakeConversation({ startedAt, turns, number })))
      for (const value of mutations) {
        const call = fakeConversation({ startedAt, turns, number })
        change(call, path, value)
        const read = parseCall(call, startedAt)
        expect(read.startedAt.getTime(), path.join('.')).not.toBeNaN()
        expect(read.turns.every(({ text, offset }) => typeof text === 'string' && Number.isFinite(offset))).toBe(true)
        expect(read.id).not.toBe('')
      }
  })

  test('is stored as far as it can be read, whatever field is wrong', { timeout: 240_000 }, async () => {
    const bench = await voiceBench()
    const variables = { throughline_token: await tokenOf(bench) }
    const kept = ['conversation_initiation_client_data', 'dynamic_variables', 'throughline_token', 'agent_id', 'transcript', 'message']
    const paths = pathsOf(fakeConversation({ startedAt, turns, number: '+4930999999' }))
    for (const [index, path] of paths.entries()) {
      const id = `conv_${index}`
      const call = fakeConversation({ id, startedAt, turns, number: '+4930999999', variables })
      change(call, path, mutations[index % mutations.length])
      expect((await bench.deliver(call)).statusCode).toBe(200)
      if (kept.includes(path.at(-1)!) || path[0] === 'metadata' || path[0] === 'conversation_id') continue
      expect(await bench.store.db.phoneCall.count({ where: { platformCallId: id } }), path.join('.')).toBe(1)
    }
  })

  test('of another agent, or of a kind of its own, is ignored', async () => {
    const bench = await voiceBench()
    const variables = { throughline_token: await tokenOf(bench) }
    await bench.deliver({ ...fakeConversation({ startedAt, turns, variables }), agent_id: 'agent_other' })
    const body = JSON.stringify({ type: 'post_call_audio', data: fakeConversation({ startedAt, turns, variables }) })
    await bench.post(body, { 'elevenlabs-signature': signatureOf(body, bench.clock.now()) })
    expect(await bench.store.db.phoneCall.count()).toBe(0)
  })
})

/** The paths of the fields that matter, with those of the first turn. */
function pathsOf(value: object, path: readonly string[] = []): string[][] {
  return Object.entries(value).flatMap(([name, child]) => {
    const own = [...path, name]
    const isDeep = typeof child === 'object' && child !== null && own.length < 4 && !['1', '2'].includes(name)
    return [own, ...(isDeep ? pathsOf(child, own) : [])]
  })
}

function change(target: object, path: readonly string[], value: unknown): void {
  const parent = path.slice(0, -1).reduce<unknown>((one, name) => Reflect.get(one as object, name), target)
  Reflect.set(parent as object, path.at(-1)!, value)
}

describe('the beginning of a call', () => {
  test('tells a caller with a token who they are and what was said today', async () => {
    const bench = await voiceBench()
    const { segmentId } = await bench.ada.writes('Hello.')
    await bench.store.db.daySummary.create({
      data: {
        segmentId,
        markdown: '## Summary\nThe offer is due. [#1]\n'.repeat(400),
        mode: 'heuristic',
        model: 'm',
        language: 'en',
        updatedAt: bench.clock.now(),
      },
    })
    const { dynamic_variables: told, ...rest } = (await bench.start({ throughline_token: await tokenOf(bench) })).json()
    expect(rest).toEqual({ type: 'conversation_initiation_client_data', user_id: `user-${bench.ada.userId}` })
    expect(told).toMatchObject({
      user_name: 'ada',
      local_time: expect.stringContaining('10:00'),
      today: expect.stringContaining('The offer is due.'),
    })
    expect(Buffer.byteLength(JSON.stringify(told))).toBeLessThanOrEqual(4_096)
  })

  test('tells a caller with a token of the last session and what is open, shortened, and nothing from shared places', async () => {
    const bench = await voiceBench()
    const { segmentId: _, ...message } = await bench.ada.writes('Hello.')
    const { userId, threadId } = bench.ada
    const now = bench.clock.now()
    const session = { threadId, startedAt: now, endedAt: now, fingerprint: 'f', state: 'processed' }
    const own = await bench.store.db.session.create({
      data: { ...session, audience: 'private', summary: `The offer ${'é'.repeat(3_000)}` },
    })
    await bench.store.db.session.create({ data: { ...session, audience: 'place:1', summary: 'The party' } })
    await bench.store.db.sessionMember.create({ data: { messageId: message.id, sessionId: own.id } })
    const loop = { userId, owner: 'user', gist: 'g', state: 'open', origin: 'request', createdAt: now }
    await bench.store.db.openLoop.createMany({
      data: [
        { ...loop, audience: 'private', text: 'Call Ann' },
        { ...loop, audience: 'place:1', text: 'Bring cake' },
        { ...loop, audience: 'private', text: 'Sent the offer', state: 'done', closedAt: now },
      ],
    })
    const { dynamic_variables: told } = (await bench.start({ throughline_token: await tokenOf(bench) })).json()
    expect(told).toMatchObject({ last_time: expect.stringMatching(/10:00: The offer é+…$/), open_loops: '- Call Ann' })
    expect(Buffer.byteLength(told.last_time)).toBeLessThanOrEqual(1_000)
  })

  test('tells a caller with a linked number, which can be forged, only name and time', async () => {
    const bench = await voiceBench()
    await bench.ada.writes('Hello.')
    const { userId, accountId: linkedBy } = bench.ada
    await bench.store.transaction((tx) => addLinkedNumber(tx, { platform: 'voice', number, userId, linkedBy, now: bench.clock.now() }))
    const told = (await bench.start({ caller_id: number })).json()
    expect(told).toEqual({
      type: 'conversation_initiation_client_data',
      dynamic_variables: { ...bench.options.desk.strangers.variables, user_name: 'ada', local_time: expect.stringContaining('10:00') },
    })
    await bench.store.db.user.update({ where: { id: userId }, data: { blockedAt: bench.clock.now() } })
    expect((await bench.start({ caller_id: number })).json().dynamic_variables).toEqual(bench.options.desk.strangers.variables)
  })

  test('tells nothing to strangers, and nothing at all without the secret', async () => {
    const bench = await voiceBench()
    const nothing = bench.options.desk.strangers.variables
    expect(Object.values(nothing).join('')).toBe('')
    for (const body of [{}, { caller_id: '+4930999999' }, { caller_id: null }, { throughline_token: 'x.y' }, { agent_id: 'agent_other' }])
      expect((await bench.start(body)).json().dynamic_variables).toEqual(nothing)
    expect((await bench.start({}, 'wrong')).statusCode).toBe(401)
  })

  test('a link asks first, and then leads to the call once', async () => {
    const bench = await voiceBench()
    const url = `/voice/call/${await linkOf(bench, bench.ada)}`
    expect((await bench.server.inject({ url })).body).toContain('Start the call')
    const response = await bench.server.inject({ method: 'POST', url })
    const to = new URL(String(response.headers.location))
    expect(`${to.origin}${to.pathname}`).toBe('https://calls.example.org/talk')
    const told = JSON.parse(Buffer.from(to.searchParams.get('vars')!, 'base64').toString())
    expect(told.throughline_token).not.toBe('')
    expect([(await bench.server.inject({ url })).statusCode, (await bench.server.inject({ method: 'POST', url })).statusCode]).toEqual([
      410, 410,
    ])
  })
})

describe('missed calls', () => {
  test('are found once, in all pages, also beside a late webhook and another process', async () => {
    const service = await startFakeElevenLabs()
    onTestFinished(service.stop)
    const bench = await voiceBench(service.url)
    const variables = { throughline_token: await tokenOf(bench) }
    service.conversations.push(...[1, 2, 3, 4, 5].map((id) => fakeConversation({ id: `conv_${id}`, startedAt, turns, variables })))
    service.conversations.push({ ...fakeConversation({ id: 'conv_6', startedAt, turns, variables }), status: 'in-progress' })
    service.conversations.push(fakeConversation({ id: 'conv_7', startedAt, turns, number: '+4930999999' }))
    const { signal } = new AbortController()
    const other = (event: Parameters<typeof receive>[1]) => receive(bench.another, event)
    const poller = createCallPoller(bench.options)
    await Promise.all([
      poller.poll(bench.inbox, signal),
      createCallPoller(bench.options).poll(other, signal),
      bench.deliver(service.conversations[2]),
    ])
    expect(await bench.store.db.phoneCall.count()).toBe(5)
    const asked = service.requests.length
    await poller.poll(bench.inbox, signal)
    expect(service.requests.slice(asked).filter((path) => !path.endsWith('/conversations'))).toEqual([])
    expect(await saidIn(bench, bench.ada.threadId)).toHaveLength(10)
  })
  test('that cannot be stored keep back no others, and are tried again', async () => {
    const service = await startFakeElevenLabs()
    onTestFinished(service.stop)
    const bench = await voiceBench(service.url)
    service.conversations.push(...['conv_1', 'conv_2', 'conv_3'].map((id) => fakeConversation({ id, startedAt, turns })))
    const received: string[] = []
    let isBroken = true
    const poller = createCallPoller(bench.options)
    const inbox = async (event: Parameters<typeof receive>[1]) => {
      const { id } = event as { id: string }
      if (isBroken && id === 'conv_2') throw new Error('no space')
      received.push(id)
    }
    const { signal } = new AbortController()
    await poller.poll(inbox, signal)
    isBroken = false
    await poller.poll(inbox, signal)
    expect(received).toEqual(['conv_3', 'conv_1', 'conv_2'])
  })
})
