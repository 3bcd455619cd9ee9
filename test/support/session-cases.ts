import { describe, expect, test } from 'vitest'
import { followed, type Open, type Said } from './session-notes.ts'

/** What is said, what is open before, and what is opened and closed. */
export type SessionCase = readonly [said: readonly Said[], open: readonly Open[], expected: readonly string[]]

/** Checks what the offline model opens and closes in small sessions of one language. */
export const checkSessions = (language: string, cases: Readonly<Record<string, readonly SessionCase[]>>): void =>
  describe.each(Object.entries(cases))(`${language}: %s`, (_, sessions) => {
    test.each(
      sessions.map(
        ([said, open, expected]) =>
          [said.map((one) => (typeof one === 'string' ? one : one[1])).join(' | '), said, open, expected] as const,
      ),
    )('%s', async (_name, said, open, expected) => {
      expect(await followed(said, open, language)).toEqual(expected)
    })
  })
