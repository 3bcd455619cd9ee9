// The beginning of a call: the service asks, over HTTP, what its agent should know, while the caller waits.
import { createVoiceAdapter } from '../../adapters/voice/index.ts'
import { createCallDesk } from '../../src/conversation/call-desk.ts'
import { dayLabelOf, systemClock } from '../../src/core/ports/clock.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import { systemRandom } from '../../src/core/ports/random.ts'
import { createCallLink, redeemCallLink } from '../../src/people/calls/tokens.ts'
import { agentId, apiKey, startFakeElevenLabs, startSecret, webhookSecret } from '../fakes/elevenlabs/index.ts'
import { percentile, timeRow, times } from './measure.ts'
import { openWorld, type Person, tidied } from './world.ts'

const messages = 100_000
const calls = 200
/** The service waits so long, in ms. */
const mostMs = 500
const settings = { platform: 'voice', tokenKey: 'bench-token-key-0123456789abcdef' }

const world = await openWorld('bench_voice')
const { store } = world.app
console.log(`\nThe beginning of a call, on ${world.engine}:`)
const person = await world.person(messages)
await addTodayAndLoops(person)
await tidied(store)

const service = await startFakeElevenLabs()
const deps = { ...world.app.conversation, store, clock: systemClock, random: systemRandom }
const { receiver } = createVoiceAdapter({
  ...{ apiKey, apiUrl: service.url, agentId, webhookSecret, startSecret, callPage: 'https://calls.example.org/talk', pollMs: 3_600_000 },
  ...{ listen: { host: '127.0.0.1', port: 0 }, desk: createCallDesk(deps, settings), clock: systemClock, log: silentLog },
})
await receiver.start(world.app.inbox)
try {
  const token = await createToken(person)
  const begin = (claim: object) => async () => {
    const response = await fetch(`${receiver.listening}/webhooks/elevenlabs/start`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-throughline-secret': startSecret },
      body: JSON.stringify({ agent_id: agentId, ...claim }),
    })
    return ((await response.json()) as { readonly dynamic_variables: Readonly<Record<string, string>> }).dynamic_variables
  }
  const own = begin({ throughline_token: token })
  const told = await own()
  for (const name of ['user_name', 'last_time', 'today', 'open_loops']) if (!told[name]) throw new Error(`The agent is not told ${name}.`)
  await times(20, begin({}))
  const baseline = await times(calls, begin({}))
  const measured = await times(calls, own)
  const { what, ...figures } = timeRow(`start of a call, ${messages} messages`, `p95 ${mostMs} ms`, {
    measured,
    baseline,
    of: 'of a stranger',
  })
  console.table({ [what]: figures })
  const p95 = percentile(measured, 0.95)
  if (!(p95 <= mostMs)) throw new Error(`p95 is ${Math.round(p95)} ms, expected at most ${mostMs} ms.`)
} finally {
  await receiver.stop()
  await service.stop()
  await world.close()
}

async function createToken({ userId }: Person): Promise<string> {
  const { id: accountId } = await store.db.account.findFirstOrThrow({ where: { userId } })
  const tokens = { ...deps, tokenKey: settings.tokenKey }
  const { token } = await createCallLink(tokens, { userId, accountId: accountId as never })
  const redeemed = await redeemCallLink(tokens, token)
  if (!redeemed) throw new Error('The link of a call gives no token.')
  return redeemed.token
}

/** What an agent is told of: a summary of today, a session for every ten messages of the past, and 200 open loops. */
async function addTodayAndLoops({ userId, threadId }: Person): Promise<void> {
  const { db } = store
  const now = new Date()
  const segment = await db.daySegment.create({
    data: { threadId, dayLabel: dayLabelOf(now, 'Europe/Paris'), timezone: 'Europe/Paris', openedAt: now },
  })
  const markdown = `## Summary\n${'The offer is due, and Jonas waits for an answer about the garden. '.repeat(60)}`
  await db.daySummary.create({
    data: { segmentId: segment.id, markdown, mode: 'heuristic', model: 'bench', language: 'en', updatedAt: now },
  })
  // The history has one a day.
  await db.session.deleteMany({ where: { threadId } })
  await db.$executeRaw`
    INSERT INTO sessions (thread_id, audience, started_at, ended_at, fingerprint, state, summary)
    SELECT ${threadId}, 'private', min(m.sent_at), max(m.sent_at), (m.id / 10)::text, 'processed', 'They talked about the garden.'
    FROM messages m WHERE m.thread_id = ${threadId} GROUP BY m.id / 10`
  await db.$executeRaw`
    INSERT INTO session_members (message_id, session_id)
    SELECT m.id, s.id FROM messages m JOIN sessions s ON s.thread_id = m.thread_id AND s.fingerprint = (m.id / 10)::text
    WHERE m.thread_id = ${threadId}`
  await db.$executeRaw`
    INSERT INTO open_loops (user_id, audience, owner, text, gist, state, origin, created_at)
    SELECT ${userId}, 'private', 'user', 'Call number ' || n, 'gist ' || n, 'open', 'request', now() FROM generate_series(1, 200) n`
}
