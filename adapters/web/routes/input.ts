import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseMonthLabel } from '../../../src/core/dates/calendar.ts'
import type { DayLabel, MonthLabel } from '../../../src/core/domain/ids.ts'
import { parseDayLabel } from '../../../src/core/ports/clock.ts'
import type { User } from '../../../src/people/users.ts'
import { RequestError } from '../server/request-error.ts'
import { signedInUser } from '../server/session.ts'

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

/** Parses a month from a URL. */
export function monthIn(text: string): MonthLabel {
  const month = parseMonthLabel(text)
  if (!month) throw new RequestError(400, (translate) => translate('page.error.month', { text: text.slice(0, 40) }))
  return month
}

/** The account of the open page. The browser may have been signed in by somebody else since. */
export const accountInBody = z.int('expected a number').optional()

/** Returns the signed-in user. Throws a RequestError if the page was opened for another account. */
export function findAuthor(request: FastifyRequest, expected: number | undefined): User {
  const user = signedInUser(request)
  if (expected !== undefined && expected !== user.id) throw new RequestError(409, (translate) => translate('page.error.other-account'))
  return user
}
