// The share of its input that the configured model server reads from its prefix cache, over a few questions in one thread.
import process from 'node:process'
import { openWorld } from './world.ts'

const questions = ['Good morning.', 'What did we say about the garden?', 'And about the water?', 'Thank you. Anything else?']

const { OPENAI_BASE_URL, OPENAI_API_KEY, CHAT_MODEL } = process.env
const server = { OPENAI_BASE_URL, OPENAI_API_KEY, CHAT_MODEL }
const world = await openWorld('bench_cache', OPENAI_BASE_URL || OPENAI_API_KEY ? { server } : {})
const person = await world.person(200)
await world.app.jobs.start(world.app.handlers)
for (const question of questions) {
  const arrived = world.sent()
  await world.app.inbox(person.event(question))
  await arrived
}
const { _sum: sums } = await world.app.store.db.turn.aggregate({
  where: { cachedTokens: { not: null } },
  _sum: { inputTokens: true, cachedTokens: true },
})
const share = sums.inputTokens ? `${Math.round((100 * (sums.cachedTokens ?? 0)) / sums.inputTokens)}%` : 'not reported'
console.log(`Input that the model server read from its cache, ${questions.length} questions: ${share}.`)
await world.close()
