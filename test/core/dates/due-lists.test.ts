import { describe, expect, test } from 'vitest'
import type { Due } from '../../../src/core/dates/due.ts'
import { parseDue } from '../../../src/core/dates/parse-due.ts'
import { parseReminder } from '../../../src/core/dates/parse-reminder.ts'
import { dueLists } from './due-lists/index.ts'

const write = ({ day, time, repeat }: Due): string => [day, time, repeat].filter((part) => part !== undefined).join(' ')

describe.each(Object.entries(dueLists))('%s', (language, { dues, noDues, requests, noRequests }) => {
  const options = { now: new Date('2026-11-18T09:30:00Z'), timezone: 'Europe/Berlin', languages: [language] }
  const readDue = (text: string): string | undefined => {
    const found = parseDue(text, options)
    return found && write(found.due)
  }
  const readRequest = (text: string): string | undefined => {
    const request = parseReminder(text, options)
    return request && `${write(request.due)}: ${request.text}`
  }

  test.each(Object.entries(dues))('due: %s', (text, due) => {
    expect(readDue(text)).toBe(due)
  })

  test.each(noDues)('not due: %s', (text) => {
    expect(readDue(text)).toBeUndefined()
  })

  test.each(Object.entries(requests))('request: %s', (text, request) => {
    expect(readRequest(text)).toBe(request)
  })

  test.each(noRequests)('no request: %s', (text) => {
    expect(readRequest(text)).toBeUndefined()
  })

  test('has enough phrases', () => {
    expect(Object.keys(dues).length).toBeGreaterThanOrEqual(60)
    expect(Object.keys(requests).length).toBeGreaterThanOrEqual(25)
    expect(noRequests.length).toBeGreaterThanOrEqual(15)
    expect(noDues.length).toBeGreaterThanOrEqual(10)
  })
})
