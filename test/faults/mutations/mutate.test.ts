import { expect, it } from 'vitest'
import { findNeededFields, mutateAll } from './mutate.ts'

const sample = { name: 'message', payload: { id: 7, from: { name: 'Ada' }, tags: [true] } }

it('every field is removed, nulled and replaced by something else, one at a time', () => {
  const mutations = mutateAll([sample])
  expect(mutations.filter(({ field }) => field === 'from.name').map(({ name, payload }) => [name, payload])).toEqual([
    ['message: from.name removed', { id: 7, from: {}, tags: [true] }],
    ['message: from.name = null', { id: 7, from: { name: null }, tags: [true] }],
    ['message: from.name = 7', { id: 7, from: { name: 7 }, tags: [true] }],
    ['message: from.name = {}', { id: 7, from: { name: {} }, tags: [true] }],
    ['message: from.name = ""', { id: 7, from: { name: '' }, tags: [true] }],
  ])
  expect([...new Set(mutations.map(({ field }) => field))]).toEqual(['id', 'from', 'from.name', 'tags', 'tags.0', undefined])
  expect(mutations.filter(({ sample: of }) => of === undefined).map(({ payload }) => payload)).toEqual([null, [], {}, 'text', '', 7, true])
  expect(sample.payload).toEqual({ id: 7, from: { name: 'Ada' }, tags: [true] })
})

it('the fields that a sample needs are those whose change breaks it', () => {
  expect(findNeededFields(sample, (payload) => typeof (payload as typeof sample.payload).from?.name === 'string')).toEqual([
    'from',
    'from.name',
  ])
})
