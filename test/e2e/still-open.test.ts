import { expect, test } from 'vitest'
import { openApp } from '../../src/app.ts'
import { runDemo } from '../../src/cli/demo.ts'
import { readConfig } from '../../src/config.ts'
import type { SessionId } from '../../src/core/domain/ids.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import { systemRandom } from '../../src/core/ports/random.ts'
import { processSession } from '../../src/sessions/process/process-session.ts'
import { processSessions } from '../../src/sessions/process/process-sessions.ts'
import { testBot } from '../support/bot.ts'
import { RunningClock } from '../support/clock.ts'
import { databaseEnv, testDatabase } from '../support/store.ts'

const quiet = { write: () => true, isTTY: false } as never

// What the two weeks of the demo leave open, read by hand to their end: the passport is not renewed, and the rollers are not bought. Of
// what was to be done, the quote was sent, the agency, the vet and Jonas have answered, the certificate came, the stairs are measured, the
// mother knows of the flat, and the internet is ordered.
const stillOpen = ['Renew my passport before the trip', 'Buy rollers']

test('what is still open is listed, and nothing that was done', { timeout: 120_000 }, async () => {
  const clock = new RunningClock('2026-11-19T12:00:00Z')
  const store = await testDatabase()
  const env = { ...databaseEnv(store), MODEL_DISCOVERY: 'off', EMBEDDINGS: 'off', DEFAULT_TIMEZONE: 'Europe/Paris' }
  const ports = { clock, random: systemRandom, log: silentLog, redisPrefix: `demo-${process.pid}` }
  const app = await openApp(readConfig(env), ports, () => [])
  await runDemo(app, { out: quiet, err: quiet })
  await processSessions(app.sessions)
  clock.jumpTo('2026-11-19T12:05:00Z')
  const sessions = await app.store.db.session.findMany({ orderBy: { startedAt: 'asc' }, select: { id: true } })
  for (const { id } of sessions) await processSession(app.sessions, id as SessionId, { signal: new AbortController().signal })
  const closed = await app.store.db.openLoop.findMany({ where: { state: 'done' }, select: { closingMessageId: true } })
  await app.close()

  const bot = await testBot({ store, clock })
  const answer = await bot.ask(await bot.owner(), 'What is still open?')
  const listed = [...answer.matchAll(/^[•-] (.*?) \[#\d+\]$/gm)].map(([, text]) => text)
  expect(listed.sort(), answer).toEqual([...stillOpen].sort())
  // Each was closed by a message that shows it.
  expect(closed.length).toBeGreaterThan(6)
  for (const { closingMessageId } of closed) expect(closingMessageId).not.toBeNull()
})
