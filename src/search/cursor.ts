import { createHash } from 'node:crypto'
import { z } from 'zod'
import { InputError } from '../core/domain/errors.ts'
import type { Scope } from '../threads/scope.ts'

/** Where a page ended. Enough to go on as if nothing had been said since. */
export interface SearchCursor {
  /** When the first page was asked for, in ms: words such as "yesterday" keep their meaning. */
  readonly startedAt: number
  /** The last change of the thread that the first page saw: later messages change neither results nor scores. */
  readonly upTo: number
  /** Whether it was searched by meaning too. */
  readonly semantic: boolean
  readonly score: number
  readonly day: string
  readonly kind: 'summary' | 'message'
  readonly id: number
}

const nonNegativeNumber = z.number().finite().nonnegative()
const cursorSchema = z.tuple([
  z.string(),
  nonNegativeNumber.int().max(8.64e15),
  nonNegativeNumber.int().max(2_147_483_647),
  z.boolean(),
  nonNegativeNumber,
  z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  z.enum(['summary', 'message']),
  nonNegativeNumber.int(),
])

/** A short name of a search: whoever asks, and what for. A cursor goes on with its own search only. */
export function fingerprintSearch(scope: Scope, input: object): string {
  return createHash('sha256')
    .update(JSON.stringify([scope.userId, scope.threadId, scope.audience, input]))
    .digest('base64url')
    .slice(0, 16)
}

export function encodeCursor(searchKey: string, { startedAt, upTo, semantic, score, day, kind, id }: SearchCursor): string {
  return Buffer.from(JSON.stringify([searchKey, startedAt, upTo, semantic, score, day, kind, id])).toString('base64url')
}

/** Throws InputError for what is no cursor, and for the cursor of another search. */
export function decodeCursor(searchKey: string, cursor: string): SearchCursor {
  const parsed = cursorSchema.safeParse(decodeBase64Json(cursor))
  if (!parsed.success)
    throw new InputError(
      'The cursor is not one that a search gave. Pass next_cursor of the page before as it is, or leave it out to start at the beginning.',
    )
  const [cursorSearchKey, startedAtMs, upTo, semantic, score, day, kind, id] = parsed.data
  if (cursorSearchKey !== searchKey)
    throw new InputError('The cursor belongs to another search. Repeat that search with the same words and dates, or leave the cursor out.')
  return { startedAt: startedAtMs, upTo, semantic, score, day, kind, id }
}

function decodeBase64Json(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
