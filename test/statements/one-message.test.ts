// One message in a direct chat and its reply run a fixed number of SQL statements, whatever the database. Who adds one sees all of them, and
// decides whether it is worth its time for every message.
import { expect, onTestFinished, test } from 'vitest'
import type { PlatformSender } from '../../src/core/ports/platform.ts'
import { handle, message, storedAs, testApp } from '../support/app.ts'
import { directPlace } from '../support/conversation.ts'
import { ScriptedModel } from '../support/scripted-model.ts'
import { watchStatements } from '../support/watch-statements.ts'

/** How many statements each step runs on PostgreSQL. The embedded database has the queue of jobs as well, with one more for each job. */
const expected = {
  /** Finds the user, and stores the message. */
  accept: 2,
  /**
   * 1 claims the turn, 6 read the context, 13 search for the text of the message alone and together with the exchange before, 1 commits, 2
   * deliver, 1 reads the state of the day, 1 releases the lease.
   */
  answer: 25,
  /** Reads what is left to index, and writes it. */
  index: 2,
}

test('one message with its reply runs a fixed number of statements', { timeout: 60_000 }, async () => {
  const model = new ScriptedModel(() => ({ text: 'An instant answer.' }), 128_000)
  const app = await testApp({ chat: model, summary: model, env: { MESSAGES_PER_MINUTE: '30' } })
  onTestFinished(() => app.close())
  // A platform where replies are not shown while they are written.
  const { edit: _, ...sender } = app.conversation.senders.get('test') as PlatformSender
  ;(app.conversation.senders as Map<string, PlatformSender>).set('test', sender)
  const place = directPlace('ada')
  const run = { signal: new AbortController().signal, attempt: 1, last: true }
  const index = async (threadId: number) => app.handlers['index-thread']({ threadId: threadId as never }, run)
  for (const text of ['Good morning', 'The garden needs water', 'So do the tomatoes', 'What did we say about water?']) {
    const event = message(app, 'ada', place, text)
    await handle(app, event)
    await index((await storedAs(app, event)).threadId)
    app.clock.advance(60_000)
  }

  const statements = watchStatements(app.store)
  const event = message(app, 'ada', place, 'What did we say about the garden?')
  await app.inbox(event)
  const accept = statements.take()
  const { threadId } = await storedAs(app, event)
  statements.take()
  await app.handlers['answer-thread']({ threadId }, run)
  const answer = statements.take()
  await index(threadId)
  const steps = { accept, answer, index: statements.take() }

  expect(app.sent.at(-1)?.text).toBe('An instant answer.')
  const counts = Object.fromEntries(Object.entries(steps).map(([step, { length }]) => [step, length]))
  const list = Object.entries(steps).map(([step, texts]) => `${step}:\n${texts.map((sql) => `  ${sql.slice(0, 160)}`).join('\n')}`)
  const jobs = app.store.embedded ? 1 : 0
  const all = { accept: expected.accept + jobs, answer: expected.answer + jobs, index: expected.index }
  expect(counts, `The statements:\n${list.join('\n')}`).toEqual(all)
})
