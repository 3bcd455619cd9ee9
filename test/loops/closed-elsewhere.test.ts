import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SessionId } from '../../src/core/domain/ids.ts'
import { offlineModels } from '../../src/offline/offline-models.ts'
import { processSession } from '../../src/sessions/process/process-session.ts'
import { processSessions } from '../../src/sessions/process/process-sessions.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { directPlace, type TestPerson, testPerson } from '../support/conversation.ts'

// What was promised on one platform is closed by what is said on another, by the whole path from messages to loops, without a model.

let app: TestApp

beforeAll(async () => {
  app = await testApp(offlineModels)
})

afterAll(() => app.close())

const phone = { ...directPlace('on the phone'), platform: 'telegram' }
const office = { ...directPlace('in the office'), platform: 'slack' }

/** Lets a session end, and has it processed. */
async function endSession(at: string): Promise<void> {
  app.clock.set(at)
  await processSessions(app.sessions)
  app.clock.advance(60_000)
  const sessions = await app.store.db.session.findMany({ where: { dueAt: { not: null } }, orderBy: { startedAt: 'asc' } })
  for (const { id } of sessions) await processSession(app.sessions, id as SessionId, { signal: new AbortController().signal })
}

const loopsOf = ({ userId }: TestPerson) => app.store.db.openLoop.findMany({ where: { userId }, orderBy: { id: 'asc' } })

test.each([
  ['en', 'I have to send Maria the invoice.', 'Sent it!'],
  ['de', 'Ich muss Maria noch die Rechnung schicken.', 'Ist abgeschickt!'],
])('"%s": a promise on Telegram is closed by a word on Slack, with the message that shows it', async (language, promise, report) => {
  const ana = await testPerson(app.store, { language })
  const promised = await ana.say(promise, '2026-11-18T09:00:00Z', { place: phone })
  await endSession('2026-11-18T09:20:00Z')
  expect(await loopsOf(ana)).toMatchObject([{ state: 'open', owner: 'user', sourceMessageId: promised.id, origin: 'session' }])
  const reported = await ana.say(report, '2026-11-18T15:00:00Z', { place: office })
  await endSession('2026-11-18T15:20:00Z')
  expect(await loopsOf(ana)).toMatchObject([{ state: 'done', closingMessageId: reported.id }])
})

test('a question, a plan and what others quote close nothing', async () => {
  const ana = await testPerson(app.store, { language: 'en' })
  await ana.say('I have to send Maria the invoice.', '2026-11-19T09:00:00Z', { place: phone })
  await endSession('2026-11-19T09:20:00Z')
  for (const text of ['Did I send it?', "I'll send it tomorrow.", '> Sent it!', 'I have not sent it yet.'])
    await ana.say(text, '2026-11-19T15:00:00Z', { place: office })
  await endSession('2026-11-19T15:20:00Z')
  expect(await loopsOf(ana)).toMatchObject([{ state: 'open' }])
})
