import { expect, test } from 'vitest'
import { InputError } from '../../src/core/domain/errors.ts'
import { parseSearchInput, resolveDayRange, type SearchInput } from '../../src/search/search.ts'

test.each([
  [{ query: '' }, /Nothing to search for/],
  [{ query: '  \u0000 ' }, /Nothing to search for/],
  [{ query: 'x'.repeat(10_001) }, /"query".*10,000/],
  [{ query: 'a', limit: 51 }, /"limit".*50/],
  [{ query: 'a', limit: 0 }, /"limit"/],
  [{ query: 'a', limit: 1.5 }, /"limit"/],
  [{ query: 'a', offset: 501 }, /"offset".*500/],
  [{ query: 'a', day: 'yesterday' }, /"day".*YYYY-MM-DD/],
  [{ query: 'a', day: '2026-02-30' }, /"day"/],
  [{ query: 'a', since: '2026-11-02', until: '2026-11-01' }, /since/],
  [{ query: 'a', recency_days: 0 }, /"recency_days"/],
  [{ query: 'a', min_score: 2 }, /"min_score"/],
  [{ query: 'a', cursor: 'x', offset: 3 }, /not both/],
  [{ query: 'a', user_id: 1 }, /"user_id"/],
  [{ query: 7 }, /"query"/],
])('%j is rejected in one sentence', (input, message) => {
  const check = () => parseSearchInput(input as SearchInput)
  expect(check).toThrow(InputError)
  expect(check).toThrow(message)
})

test('absent arguments take their defaults', () => {
  expect(parseSearchInput({ query: 'a' })).toEqual({ query: 'a', limit: 6, offset: 0, min_score: 0 })
})

test('day overrides the other dates, and recency_days includes today', () => {
  const now = new Date('2026-11-18T23:30:00Z')
  const days = (input: SearchInput) => resolveDayRange(parseSearchInput(input), now, 'Europe/Paris')
  expect(days({ query: 'a' })).toBeUndefined()
  expect(days({ query: 'a', day: '2026-11-03', since: '2026-11-10' })).toEqual({ from: '2026-11-03', to: '2026-11-03' })
  expect(days({ query: 'a', recency_days: 7 })).toMatchObject({ from: '2026-11-13' })
  expect(days({ query: 'a', recency_days: 7, since: '2026-11-15', until: '2026-11-16' })).toEqual({ from: '2026-11-15', to: '2026-11-16' })
})
