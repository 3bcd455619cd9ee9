import { expect, test } from 'vitest'
import { joinMessages } from '../../../src/core/messages/join-messages.ts'

test('parts of a catalogue are one, in their order, and it has nothing else', () => {
  const joined = joinMessages({ 'a.one': '1', 'a.two': '2' }, { 'b.one': '3' }, {})
  expect(Object.entries(joined)).toEqual([
    ['a.one', '1'],
    ['a.two', '2'],
    ['b.one', '3'],
  ])
  expect('toString' in joined).toBe(false)
})
