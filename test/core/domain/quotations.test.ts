import { expect, test } from 'vitest'
import { removeQuotations } from '../../../src/core/domain/quotations.ts'

test.each([
  ['I paid it. “Paid it,” he said.', 'I paid it. … he said.'],
  ['> one\n> two\nmine', '…\n…\nmine'],
  ["I'll bring Ben's keys, don't worry", "I'll bring Ben's keys, don't worry"],
  ['TODO: buy milk', 'TODO: buy milk'],
  ['Vet: Monday at 9', 'Vet: Monday at 9'],
  ['Meeting at 10:30: bring the file', 'Meeting at 10:30: bring the file'],
  ['I need: eggs, milk {2 l}', 'I need: eggs, milk {2 l}'],
  ['Ben wrote:\nplease pay', '…'],
  ['a 5" screen', 'a 5" screen'],
  ['see\n```\ncode', 'see\n…'],
])('%s', (text, left) => {
  expect(removeQuotations(text)).toBe(left)
})

test('a quotation within a quotation is part of it', () => {
  expect(removeQuotations('He said “she said “paid” to me” today')).toBe('He said … today')
})

// A pattern that tries too much would exceed the time limit of a test.
test.each(['“', '"', '<a>', '{"', "'a ", '> ', '\n', '```\n', 'wrote:', '«»', 'a:\n'])('a long text of %s is read', (piece) => {
  expect(removeQuotations(piece.repeat(50_000)).length).toBeLessThanOrEqual(50_000)
})
