import { parseNamedDays } from '../../../src/core/dates/named-days.ts'
import type { DayLabel } from '../../../src/core/domain/ids.ts'

/** A Wednesday. */
const today = '2026-11-18' as DayLabel

/** Returns the days that a text names, written as `day` or `first..last`. */
export const readRanges = (text: string, languages?: readonly string[]): string[] =>
  parseNamedDays(text, today, languages).map(({ from, to }) => (from === to ? from : `${from}..${to}`))
