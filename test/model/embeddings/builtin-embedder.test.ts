import { expect, onTestFinished, test } from 'vitest'
import type { EmbedOptions } from '../../../src/core/ports/embedder.ts'
import { createBuiltInEmbedder, hasBuiltInEmbedder } from '../../../src/model/embeddings/builtin-embedder.ts'
import { TestClock } from '../../support/clock.ts'

const signal = new AbortController().signal
const query: EmbedOptions = { kind: 'query', signal }
const document: EmbedOptions = { kind: 'document', signal }

function embedder(clock = new TestClock()) {
  const made = createBuiltInEmbedder({ clock })
  onTestFinished(() => made.close?.())
  return made
}

const cosine = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, number, index) => sum + number * (other[index] ?? 0), 0) / (Math.hypot(...one) * Math.hypot(...other))

test.skipIf(!hasBuiltInEmbedder())('texts that mean the same are nearer than those that do not, without a network', async () => {
  const { embed } = embedder()
  const [asked] = await embed(['Which car did she buy?'], query)
  const [same, other] = await embed(['She picked a used automobile, a blue one.', 'The tomatoes on the balcony need water.'], document)
  expect(asked).toHaveLength(512)
  expect(cosine(asked!, same!)).toBeGreaterThan(cosine(asked!, other!) + 0.1)
})

test.skipIf(!hasBuiltInEmbedder())('a question does not wait behind the texts of a batch', async () => {
  const { embed } = embedder()
  await embed(['warm'], query)
  const order: string[] = []
  const batch = embed(['a first text', 'a second', 'a third', 'a fourth'], document).then(() => order.push('batch'))
  await embed(['a question'], query).then(() => order.push('question'))
  await batch
  expect(order).toEqual(['question', 'batch'])
})

test.skipIf(!hasBuiltInEmbedder())('it gives its memory back when nothing is asked of it, and begins again when something is', async () => {
  const clock = new TestClock()
  const { embed } = embedder(clock)
  const first = await embed(['hello'], query)
  await expect.poll(() => clock.sleeping).toBe(1)
  clock.advance(5 * 60_000)
  expect(await embed(['hello'], query)).toEqual(first)
})

test.skipIf(!hasBuiltInEmbedder())('what is stopped, and what comes after it was closed, is cancelled', async () => {
  const made = embedder()
  await expect(made.embed(['hello'], { kind: 'query', signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: 'cancelled' })
  await made.close?.()
  await expect(made.embed(['hello'], query)).rejects.toMatchObject({ kind: 'cancelled' })
})
