import { expect, test } from 'vitest'
import type { MessageId } from '../../src/core/domain/ids.ts'
import type { Audience } from '../../src/core/domain/messages.ts'
import { deriveSessions, matchSessions, type SessionMessage } from '../../src/sessions/derive-sessions.ts'

const gapMs = 15 * 60_000

/** A message that was sent at a minute of an hour. */
const at = (id: number, minute: number, { audience = 'private', call = null }: { audience?: Audience; call?: string | null } = {}) =>
  ({
    id: id as MessageId,
    audience,
    call,
    sentAt: new Date(Date.UTC(2026, 10, 18, 9, minute)),
    hash: `hash of ${id}`,
  }) satisfies SessionMessage

const idsOf = (messages: readonly SessionMessage[]) => deriveSessions(messages, gapMs).map(({ messageIds }) => messageIds)

test('a gap of 15 minutes begins a session, and a shorter one does not', () => {
  expect(idsOf([at(1, 0), at(2, 14), at(3, 28), at(4, 43)])).toEqual([[1, 2, 3], [4]])
})

test('sessions of different audiences do not touch each other', () => {
  expect(idsOf([at(1, 0), at(2, 10, { audience: 'place:1' }), at(3, 20), at(4, 24, { audience: 'place:1' })])).toEqual([[1], [2, 4], [3]])
})

test('a voice call is a session of its own, however long its pauses are, and text around it is another', () => {
  expect(idsOf([at(1, 0), at(2, 5, { call: 'c' }), at(3, 10), at(4, 30, { call: 'c' }), at(5, 31, { call: 'd' })])).toEqual([
    [1, 3],
    [2, 4],
    [5],
  ])
})

test('a session with the same messages and texts is kept, one that grew is changed, and one that is left over goes', () => {
  const [first, second, third] = deriveSessions([at(1, 0), at(2, 20), at(3, 50)], gapMs)
  const stored = [first!, second!, third!].map((session, index) => ({ ...session, id: index as never, revision: 1 }))
  const derived = deriveSessions([at(1, 0), at(2, 20), at(4, 34), at(3, 45), at(5, 70, { audience: 'place:1' })], gapMs)
  const { kept, changed, added, removed } = matchSessions(stored, derived)
  expect(kept.map((match) => match.stored.id)).toEqual([0])
  expect(changed.map((match) => [match.stored.id, match.derived.messageIds])).toEqual([[1, [2, 4, 3]]])
  expect(added.map(({ messageIds }) => messageIds)).toEqual([[5]])
  expect(removed.map(({ id }) => id)).toEqual([2])
})
