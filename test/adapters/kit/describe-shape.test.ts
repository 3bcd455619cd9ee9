import { expect, it } from 'vitest'
import { describeShape } from '../../../adapters/kit/describe-shape.ts'

it('the shape of a payload has the names and types of its fields, and no values', () => {
  const payload = {
    id: 7,
    from: { first_name: 'a secret', is_bot: false },
    entities: [{ type: 'bold' }, { type: 'italic' }],
    none: null,
    empty: [],
    by_id: { '1345000000000000001': { text: 'a secret' }, 'some words': 'a secret' },
  }
  expect(describeShape(payload)).toBe(
    '{id: number, from: {first_name: string, is_bot: boolean}, entities: [2 × {type: string}], none: null, empty: [], by_id: {*: {text: string}, *: string}}',
  )
  expect([null, undefined, 'a secret', [], true].map(describeShape)).toEqual(['null', 'undefined', 'string', '[]', 'boolean'])
})

it('a shape is short, however large the payload is', () => {
  const deep = Array.from({ length: 50 }).reduce<object>((inner) => ({ inner }), {})
  expect(describeShape(deep)).toBe('{inner: {inner: {inner: {inner: {inner: {inner: …}}}}}}')
  const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`field_${index}`, 1]))
  expect(describeShape(wide)).toMatch(/field_39: number, …\}$/)
  expect(describeShape(Object.fromEntries(Object.keys(wide).map((name) => [name, wide]))).length).toBe(2_000)
})
