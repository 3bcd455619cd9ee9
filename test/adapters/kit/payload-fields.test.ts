import { expect, it } from 'vitest'
import { z } from 'zod'
import { optionalField, readableItems } from '../../../adapters/kit/payload-fields.ts'

const event = z.object({ id: z.int(), name: optionalField(z.string()), sizes: readableItems(z.int()) })

it.each([
  [
    { id: 1, name: 'Ada', sizes: [1, 2] },
    { id: 1, name: 'Ada', sizes: [1, 2] },
  ],
  [{ id: 1 }, { id: 1, sizes: [] }],
  [
    { id: 1, name: null, sizes: null },
    { id: 1, sizes: [] },
  ],
  [
    { id: 1, name: 7, sizes: [1, 'two', null, 3] },
    { id: 1, sizes: [1, 3] },
  ],
  [
    { id: 1, name: {}, sizes: {} },
    { id: 1, sizes: [] },
  ],
])('of %j is read what is valid', (payload, read) => {
  expect(event.parse(payload)).toEqual(read)
})

it('a field that is not optional must be valid', () => {
  expect(event.safeParse({ id: '1', name: 'Ada' }).success).toBe(false)
})
