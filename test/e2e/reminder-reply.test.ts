import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlatformMessageId } from '../../src/core/domain/ids.ts'
import { addLoop } from '../../src/loops/add-loop.ts'
import { sendReminders } from '../../src/loops/reminders/send-reminders.ts'
import { day } from '../loops/bench.ts'
import { handle, message, type TestApp, testApp } from '../support/app.ts'
import { directPlace, testPerson } from '../support/conversation.ts'
import { ScriptedModel, toolCall } from '../support/scripted-model.ts'
import { citingModel } from '../support/summaries.ts'

// A reply to a reminder, days and many messages later, that names nothing itself.

let app: TestApp
let loopId = 0
const model = new ScriptedModel((request) =>
  request.messages.at(-1)?.role === 'tool' ? { text: 'Done.' } : { calls: [toolCall('loop_close', { id: loopId })] },
)

beforeAll(async () => {
  app = await testApp({ chat: model, summary: citingModel() })
})

afterAll(() => app.close())

const run = { signal: new AbortController().signal, attempt: 1, last: true }

test('a reply to a reminder days later tells the bot what it is about, and closes that and nothing else', async () => {
  app.clock.set('2026-11-18T09:00:00Z')
  const ana = await testPerson(app.store, { name: 'ana' })
  const place = directPlace('ana')
  await ana.say('Hello.', app.clock.now(), { place })
  const context = {
    scope: { userId: ana.userId, threadId: ana.threadId, audience: 'private' as const },
    now: app.clock.now(),
    timezone: ana.timezone,
  }
  const owe = (text: string, time: string) =>
    app.store.transaction((tx) => addLoop(tx, context, { owner: 'user', origin: 'request', text, due: { day: day('2026-11-20'), time } }))
  loopId = (await owe('return the drill to Walter', '09:00')).loop.id
  const other = (await owe('book the ferry', '12:00')).loop.id
  for (const at of ['2026-11-20T08:00:01Z', '2026-11-20T11:00:01Z']) {
    app.clock.set(at)
    await sendReminders(app.loops)
    const { id } = await app.store.db.message.findFirstOrThrow({ where: { kind: 'notice' }, orderBy: { id: 'desc' } })
    await app.handlers['deliver-message']({ messageId: id as never }, run)
  }
  const number = app.sent.findIndex(({ text }) => text.includes('return the drill to Walter')) + 1
  expect(number).toBeGreaterThan(0)
  for (let index = 0; index < 30; index++)
    await ana.say(`The weather of hour ${index} was fine.`, new Date(Date.parse('2026-11-22T08:00:00Z') + index * 3_600_000), { place })

  app.clock.set('2026-11-24T09:00:00Z')
  await handle(app, { ...message(app, 'ana', place, 'Did it yesterday!'), replyTo: `sent-${number}` as PlatformMessageId })
  const [asked] = model.requests
  const quoted = asked?.messages.find(({ content }) => content.includes('<refers-to>'))?.content
  expect(quoted).toMatch(
    /replies to the notice #\d+ that you posted, Friday 20 November 2026 .*:\n +⏰ return the drill to Walter\n<\/refers-to>/,
  )
  const states = await app.store.db.openLoop.findMany({ orderBy: { id: 'asc' }, select: { id: true, state: true } })
  expect(states).toEqual([
    { id: loopId, state: 'done' },
    { id: other, state: 'open' },
  ])
})
