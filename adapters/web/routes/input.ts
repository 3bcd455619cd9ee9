import { z } from 'zod'
import type { DayLabel } from '../../../src/core/domain/ids.ts'
import { parseDayLabel } from '../../../src/core/ports/clock.ts'
import { RequestError } from '../server/request-error.ts'

/** An id from a URL, within the database's range. */
export const idInQuery = z.coerce
  .number('expected a number')
  .int('expected a whole number')
  .min(0, 'expected a number from 0')
  .max(2_147_483_647, 'expected a smaller number')

/** Parses a day from a URL or the date picker. */
export function dayIn(text: string): DayLabel {
  const day = parseDayLabel(text)
  if (!day) throw new RequestError(400, (translate) => translate('page.error.date', { text: text.slice(0, 40) }))
  return day
}
