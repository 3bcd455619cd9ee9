import fc from 'fast-check'
import { expect, test } from 'vitest'
import { systemClock } from '../../src/core/clock.ts'
import { builtInEmbedder, hasBuiltInEmbedder } from '../../src/model/embed-builtin.ts'
import { calibrationOf, evidenceOf } from '../../src/recall/vectors/calibration.ts'
import { directionsOf } from '../../src/recall/vectors/directions.ts'

test('evidence grows with the similarity, from nothing at the floor to the weight of the model at the ceiling (property)', () => {
  const model = fc.constantFrom('universal-sentence-encoder-lite', 'text-embedding-3-small', 'intfloat/E5-large-v2', 'nobody-knows')
  const similarity = fc.double({ min: -1, max: 1, noNaN: true })
  fc.assert(
    fc.property(model, similarity, similarity, (name, one, other) => {
      const calibration = calibrationOf(name)
      const { floor, ceiling, weight } = calibration
      expect(evidenceOf(floor, calibration)).toBe(0)
      expect(evidenceOf(ceiling, calibration)).toBe(weight)
      const [less, more] = [evidenceOf(Math.min(one, other), calibration), evidenceOf(Math.max(one, other), calibration)]
      expect(less).toBeGreaterThanOrEqual(0)
      expect(more).toBeLessThanOrEqual(weight)
      expect(more).toBeGreaterThanOrEqual(less)
    }),
  )
})

test('a model is known by its name, whoever serves it, and any other has figures too', () => {
  expect(calibrationOf('openai/Text-Embedding-3-large')).toBe(calibrationOf('text-embedding-3-small'))
  expect(calibrationOf('e5-large')).toBe(calibrationOf('intfloat/e5-large-v2'))
  expect(calibrationOf('some-model')).toBe(calibrationOf('another'))
  expect(calibrationOf('some-model')).not.toBe(calibrationOf('e5-large'))
})

test.skipIf(!hasBuiltInEmbedder())('of the built-in model, what answers a question counts and what does not hardly counts', async () => {
  const embedder = builtInEmbedder({ clock: systemClock })
  const embed = async (text: string) =>
    directionsOf(await embedder.embed([text], { kind: 'query', signal: new AbortController().signal }), { count: 1 })[0]!
  const calibration = calibrationOf(embedder.model)
  const evidence = async (question: string, chunk: string) => {
    const [one, other] = [await embed(question), await embed(chunk)]
    return evidenceOf(
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
