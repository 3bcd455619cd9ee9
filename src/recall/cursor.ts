import { createHash } from 'node:crypto'
import { z } from 'zod'
import { InputError } from '../core/errors.ts'
import type { Scope } from '../threads/scope.ts'

/** Where a page ended. Enough to go on as if nothing had been said since. */
export interface Cursor {
  /** When the first page was asked for, in ms: words such as "yesterday" keep their meaning. */
  readonly at: number
  /** The last change of the thread that the first page saw: later messages change neither results nor scores. */
  readonly upTo: number
  /** Whether it was searched by meaning too. */
  readonly semantic: boolean
  readonly score: number
  readonly day: string
  readonly kind: 'summary' | 'message'
  readonly id: number
}

const number = z.number().finite().nonnegative()
const shape = z.tuple([
  z.string(),
  number.int().max(8.64e15),
  number.int().max(2_147_483_647),
  z.boolean(),
  number,
  z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  z.enum(['summary', 'message']),
  number.int(),
])

/** A short name of a search: whoever asks, and what for. A cursor goes on with its own search only. */
export function fingerprint(scope: Scope, input: object): string {
  return createHash('sha256')
    .update(JSON.stringify([scope.userId, scope.threadId, scope.audience, input]))
    .digest('base64url')
    .slice(0, 16)
}

export function writeCursor(search: string, { at, upTo, semantic, score, day, kind, id }: Cursor): string {
  return Buffer.from(JSON.stringify([search, at, upTo, semantic, score, day, kind, id])).toString('base64url')
}

/** Throws InputError for what is no cursor, and for the cursor of another search. */
export function readCursor(search: string, cursor: string): Cursor {
  const read = shape.safeParse(decoded(cursor))
  if (!read.success)
    throw new InputError(
      'The cursor is not one that a search gave. Pass next_cursor of the page before as it is, or leave it out to start at the beginning.',
    )
  const [of, at, upTo, semantic, score, day, kind, id] = read.data
  if (of !== search)
    throw new InputError('The cursor belongs to another search. Repeat that search with the same words and dates, or leave the cursor out.')
  return { at, upTo, semantic, score, day, kind, id }
}

function decoded(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
