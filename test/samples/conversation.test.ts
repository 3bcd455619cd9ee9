import { describe, expect, test } from 'vitest'
import { addDays, dayLabelOf } from '../../src/core/ports/clock.ts'
import { demoConversation } from '../../src/samples/conversation.ts'
import { firstWeek } from '../../src/samples/first-week.ts'
import { secondWeek } from '../../src/samples/second-week.ts'
import { soundsLikeDecision } from '../../src/search/query/intent-cues.ts'

const zone = 'Europe/Paris'

describe('the demo conversation', () => {
  test('fills the two weeks that end today, in order, up to now', () => {
    const now = new Date('2026-11-18T22:30:00Z')
    const messages = demoConversation(now, zone)
    const days = [...new Set(messages.map(({ sentAt }) => dayLabelOf(sentAt, zone)))]
    expect(days).toEqual(Array.from({ length: 14 }, (_, n) => addDays(dayLabelOf(now, zone), n - 13)))
    const times = messages.map(({ sentAt }) => sentAt.getTime())
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(new Set(messages.map(({ externalId }) => externalId)).size).toBe(messages.length)
    expect(messages.filter(({ role }) => role === 'user').length).toBeGreaterThan(80)
  })

  test('breaks off before now, after an answer', () => {
    const morning = demoConversation(new Date('2026-11-18T07:25:00Z'), zone)
    expect(morning.at(-1)).toMatchObject({ role: 'assistant', sentAt: new Date('2026-11-18T07:20:20Z') })
    const night = demoConversation(new Date('2026-11-17T23:05:00Z'), zone)
    expect(dayLabelOf(night.at(-1)?.sentAt ?? new Date(0), zone)).toBe('2026-11-17')
  })

  test('has clear decisions last week, whatever day it is', () => {
    for (let shift = 0; shift < 7; shift++) {
      const now = new Date(Date.UTC(2026, 10, 16 + shift, 20))
      const monday = addDays('2026-11-16' as ReturnType<typeof dayLabelOf>, -7)
      const lastWeek = demoConversation(now, zone).filter(({ sentAt }) => {
        const day = dayLabelOf(sentAt, zone)
        return day >= monday && day <= addDays(monday, 6)
      })
      expect(lastWeek.filter(({ role, text }) => role === 'user' && soundsLikeDecision(text)).length).toBeGreaterThanOrEqual(4)
    }
  })

  test('names dates as seen from their day, and leaves no gap to fill in', () => {
    const messages = demoConversation(new Date('2026-11-18T22:30:00Z'), zone)
    expect(messages.find(({ text }) => text.startsWith('Mum turns sixty'))?.text).toContain('on 2 December.')
    expect(messages.some(({ text }) => text.includes('sauf dimanche'))).toBe(true)
    for (const { text } of messages) expect(text).not.toMatch(/[{}]/)
  })

  test('goes through changes of the clock in any timezone', () => {
    for (const timezone of ['America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Kolkata'])
      for (const now of ['2026-03-12T12:00:00Z', '2026-11-05T12:00:00Z', '2026-09-10T12:00:00Z', '2026-04-08T12:00:00Z'])
        expect(
          new Set(demoConversation(new Date(now), timezone).map(({ sentAt }) => dayLabelOf(sentAt, timezone))).size,
        ).toBeGreaterThanOrEqual(13)
  })

  test('has a script for each of the days', () => {
    expect([...firstWeek, ...secondWeek].map(({ daysAgo }) => daysAgo)).toEqual(Array.from({ length: 14 }, (_, n) => 13 - n))
  })
})
