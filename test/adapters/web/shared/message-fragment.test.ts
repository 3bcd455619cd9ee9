import { expect, test } from 'vitest'
import { belongsOnPage, sortKey } from '../../../../adapters/web/shared/message-fragment.ts'

const at = (day: string, order: string) => ({ day, order })

test('a reply to a message from before midnight stands above the mark of the new day', () => {
  const mark = at('2026-11-18', '')
  const lateReply = at('2026-11-17', '2026-11-18T00:00:30Z')
  const first = at('2026-11-18', '2026-11-18T00:00:20Z')
  expect([first, lateReply, mark].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))).toEqual([lateReply, mark, first])
})

test('the page of an earlier day shows its own messages only', () => {
  const page = { day: '2026-11-17', isLive: false, first: at('2026-11-17', '1') }
  expect(belongsOnPage(at('2026-11-17', '0'), page)).toBe(true)
  for (const day of ['2026-11-16', '2026-11-18']) expect(belongsOnPage(at(day, '5'), page), day).toBe(false)
})

test('the page of an earlier day follows what was loaded of the days before', () => {
  const page = { day: '2026-11-17', isLive: false, first: at('2026-11-15', '5') }
  for (const position of [at('2026-11-15', '6'), at('2026-11-16', '1')]) expect(belongsOnPage(position, page)).toBe(true)
  for (const position of [at('2026-11-15', '4'), at('2026-11-18', '1')]) expect(belongsOnPage(position, page)).toBe(false)
})

test('the page of today goes on past midnight, and begins where its first row is', () => {
  const page = { day: '2026-11-17', isLive: true, first: at('2026-11-16', '5') }
  expect(belongsOnPage(at('2026-11-18', '1'), page)).toBe(true)
  expect(belongsOnPage(at('2026-11-16', '6'), page)).toBe(true)
  expect(belongsOnPage(at('2026-11-16', '4'), page)).toBe(false)
  expect(belongsOnPage(at('2026-11-16', '6'), { ...page, first: undefined })).toBe(false)
})
