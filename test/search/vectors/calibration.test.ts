import fc from 'fast-check'
import { expect, test } from 'vitest'
import { systemClock } from '../../../src/core/ports/clock.ts'
import { createBuiltInEmbedder, hasBuiltInEmbedder } from '../../../src/model/embeddings/builtin-embedder.ts'
import { normalizeVectors } from '../../../src/search/vectors/embed-text.ts'
import { calibrationFor, toEvidence } from '../../../src/search/vectors/semantic-scores.ts'

test('evidence grows with similarity, from 0 at the floor to the weight of the model at the ceiling (property)', () => {
  const model = fc.constantFrom('universal-sentence-encoder-lite', 'text-embedding-3-small', 'intfloat/E5-large-v2', 'nobody-knows')
  const similarity = fc.double({ min: -1, max: 1, noNaN: true })
  fc.assert(
    fc.property(model, similarity, similarity, (name, one, other) => {
      const calibration = calibrationFor(name)
      const { floor, ceiling, weight } = calibration
      expect(toEvidence(floor, calibration)).toBe(0)
      expect(toEvidence(ceiling, calibration)).toBe(weight)
      const [less, more] = [toEvidence(Math.min(one, other), calibration), toEvidence(Math.max(one, other), calibration)]
      expect(less).toBeGreaterThanOrEqual(0)
      expect(more).toBeLessThanOrEqual(weight)
      expect(more).toBeGreaterThanOrEqual(less)
    }),
  )
})

test('calibration depends on the model name on any server, and unknown models have defaults', () => {
  expect(calibrationFor('openai/Text-Embedding-3-large')).toBe(calibrationFor('text-embedding-3-small'))
  expect(calibrationFor('e5-large')).toBe(calibrationFor('intfloat/e5-large-v2'))
  expect(calibrationFor('some-model')).toBe(calibrationFor('another'))
  expect(calibrationFor('some-model')).not.toBe(calibrationFor('e5-large'))
})

test.skipIf(!hasBuiltInEmbedder())('with the built-in model, an answer to a question counts and other texts hardly count', async () => {
  const embedder = createBuiltInEmbedder({ clock: systemClock })
  const embed = async (text: string) =>
    normalizeVectors(await embedder.embed([text], { kind: 'query', signal: new AbortController().signal }), { count: 1 })[0]!
  const calibration = calibrationFor(embedder.model)
  const evidence = async (question: string, chunk: string) => {
    const [one, other] = [await embed(question), await embed(chunk)]
    return toEvidence(
      one.reduce((sum, number, index) => sum + number * other[index]!, 0),
      calibration,
    )
  }
  const [flat, plants] = [
    'Ben: We agreed on the ground floor flat, with heating.\nassistant: When do you move in?\nBen: On the first of June.',
    'Ana: The tomatoes on the balcony need water every evening.\nassistant: Mulch keeps the soil moist.',
  ]
  expect(await evidence('what apartment did we choose', flat)).toBeGreaterThan(calibration.weight / 4)
  expect(await evidence('what apartment did we choose', plants)).toBeLessThan(calibration.weight / 10)
  expect(await evidence('how often to water the plants', plants)).toBeGreaterThan(calibration.weight / 4)
  expect(await evidence('how often to water the plants', flat)).toBeLessThan(calibration.weight / 10)
  await embedder.close?.()
})
