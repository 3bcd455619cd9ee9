import { expect, onTestFinished, test } from 'vitest'
import { handle, message, testApp } from '../support/app.ts'
import { sharedPlace, testPerson } from '../support/conversation.ts'
import { ScriptedModel } from '../support/scripted-model.ts'
import { questionsToAnswer } from './questions.ts'

test('of what is asked in a room, the model answers the questions of its turn, and not those of others that it is shown', async () => {
  const model = new ScriptedModel(({ messages }) => ({
    text: `Answer to ${questionsToAnswer(messages.map(({ content }) => content)).join(' and ')}`,
  }))
  const app = await testApp({ chat: model, summary: model, env: { ACCESS: 'open' } })
  onTestFinished(() => app.close(0))
  for (const name of ['ada', 'bob']) await testPerson(app.store, { name })
  const room = sharedPlace('Engines')
  // Ada's question waits while Bob's turn runs, and stands in its context.

  await app.inbox(message(app, 'ada', room, 'question 1?'))
  await app.inbox(message(app, 'bob', room, 'question 2?'))
  await handle(app, message(app, 'bob', room, 'question 3?'))
  const shown = JSON.stringify(model.requests.at(-1)?.messages)
  expect(shown).toContain('question 1?')
  await handle(app, message(app, 'ada', room, 'question 4?'))
  await handle(app, message(app, 'bob', room, 'question 5?'))
  const replies = await app.store.db.message.findMany({ where: { role: 'assistant', kind: 'chat' }, orderBy: { id: 'asc' } })
  expect(replies.map(({ text }) => text)).toEqual(['Answer to 2 and 3', 'Answer to 1 and 4', 'Answer to 5'])
})

test('a question that a notice quotes is not asked again', () => {
  const notice = 'My reply to “question 35?” may not have been delivered.'
  expect(questionsToAnswer([`[now: Sunday, 10:00] question 37?`, notice])).toEqual([37])
  expect(questionsToAnswer([`[now: Sunday, 10:00] question 37? [${notice}]`])).toEqual([37])
})
