import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { truncateOutput } from '../../src/agent/within-length.ts'

const entry = (n: number) => ({ message_id: n, snippet: 'x'.repeat(50) })

describe('a tool output that is too long', () => {
  it.each(['results', 'messages'])('loses its last %s, says so, and stays JSON', (list) => {
    const output = { [list]: Array.from({ length: 20 }, (_, n) => entry(n)), total_estimate: 20 }
    const cut = truncateOutput(output, 400)
    expect(cut.length).toBeLessThanOrEqual(400)
    expect(JSON.parse(cut)).toEqual({ [list]: [0, 1, 2, 3].map(entry), total_estimate: 20, truncated: true })
  })

  it('does not lead on past what it lost', () => {
    const output = { results: Array.from({ length: 20 }, (_, n) => entry(n)), next_cursor: 'after-19' }
    expect(JSON.parse(truncateOutput(output, 400))).not.toHaveProperty('next_cursor')
    const window = { messages: Array.from({ length: 20 }, (_, n) => entry(n)), next_before_message_id: 1, next_after_message_id: 19 }
    const cut = JSON.parse(truncateOutput(window, 400))
    expect(cut).toMatchObject({ next_before_message_id: 1 })
    expect(cut).not.toHaveProperty('next_after_message_id')
  })

  it('loses its middle where it has no entries to lose, and never half a character', () => {
    for (const length of [100, 101, 102, 103]) {
      const cut = truncateOutput('😀'.repeat(200), length)
      expect(cut).toContain('characters cut')
      expect(cut.isWellFormed()).toBe(true)
    }
    expect(truncateOutput({ results: [{ text: 'y'.repeat(500) }] }, 100)).toMatch(/^\{"results".* … \[\d+ characters cut\] … y+"\}\]\}$/)
  })
})

it('leaves alone what is short enough, and keeps as many entries as fit', () => {
  const output = fc.record({ results: fc.array(fc.record({ text: fc.string({ unit: 'binary', maxLength: 40 }) }), { maxLength: 20 }) })
  fc.assert(
    fc.property(output, fc.integer({ min: 400, max: 800 }), (value, length) => {
      const whole = JSON.stringify(value)
      const cut = truncateOutput(value, length)
      if (whole.length <= length) {
        expect(cut).toBe(whole)
        return
      }
      const kept = JSON.parse(cut).results.length
      expect(cut.length).toBeLessThanOrEqual(length)
      expect(JSON.stringify({ results: value.results.slice(0, kept + 1), truncated: true }).length).toBeGreaterThan(length - 2)
    }),
    { seed: 7 },
  )
})
