import { createHash } from 'node:crypto'
import type { MessageId, SessionId } from '../core/domain/ids.ts'
import type { Audience } from '../core/domain/messages.ts'

/** A message that belongs to a session: of the user, or a reply to the user. */
export interface SessionMessage {
  readonly id: MessageId
  readonly audience: Audience
  /** Names the voice call it was said in. Null for text. */
  readonly call: string | null
  readonly sentAt: Date
  /** Changes with the text. */
  readonly hash: string
}

/** A session as its messages define it. */
export interface DerivedSession extends Pick<SessionMessage, 'audience' | 'call'> {
  readonly startedAt: Date
  readonly endedAt: Date
  readonly messageIds: readonly MessageId[]
  readonly fingerprint: string
}

/** A session as it was last derived. */
export interface StoredSession extends Omit<DerivedSession, 'messageIds'> {
  readonly id: SessionId
  readonly revision: number
}

/** Names what a session never crosses: its audience and its call. */
export const streamOf = ({ audience, call }: Pick<SessionMessage, 'audience' | 'call'>): string => `${audience} ${call ?? ''}`

/**
 * Returns the sessions of messages in order: one per voice call, otherwise one per burst of messages of one audience without a gap of
 * `gapMs` or more.
 */
export function deriveSessions(messages: readonly SessionMessage[], gapMs: number): DerivedSession[] {
  const open = new Map<string, SessionMessage[]>()
  const bursts: SessionMessage[][] = []
  for (const message of messages) {
    const stream = streamOf(message)
    const burst = open.get(stream)
    const last = burst?.at(-1)
    if (burst && last && (message.call !== null || message.sentAt.getTime() - last.sentAt.getTime() < gapMs)) burst.push(message)
    else {
      const next = [message]
      open.set(stream, next)
      bursts.push(next)
    }
  }
  return bursts.flatMap(describeBurst)
}

function describeBurst(burst: readonly SessionMessage[]): DerivedSession[] {
  const [first, last] = [burst[0], burst.at(-1)]
  if (!first || !last) return []
  const fingerprint = createHash('sha256')
  for (const { id, hash } of burst) fingerprint.update(`${id}:${hash}\n`)
  return [
    {
      audience: first.audience,
      call: first.call,
      startedAt: first.sentAt,
      endedAt: last.sentAt,
      messageIds: burst.map(({ id }) => id),
      fingerprint: fingerprint.digest('hex').slice(0, 32),
    },
  ]
}

/** How stored sessions become the derived ones. */
export interface SessionChanges {
  readonly kept: readonly SessionMatch[]
  readonly changed: readonly SessionMatch[]
  readonly added: readonly DerivedSession[]
  readonly removed: readonly StoredSession[]
}

export interface SessionMatch {
  readonly stored: StoredSession
  readonly derived: DerivedSession
}

/** Pairs stored sessions with derived ones: those with the same messages and texts first, then those that overlap in time. */
export function matchSessions(stored: readonly StoredSession[], derived: readonly DerivedSession[]): SessionChanges {
  const free = new Set(stored)
  const take = (session: DerivedSession, isMatch: (candidate: StoredSession) => boolean): SessionMatch[] => {
    const match = [...free].find((candidate) => streamOf(candidate) === streamOf(session) && isMatch(candidate))
    if (!match) return []
    free.delete(match)
    return [{ stored: match, derived: session }]
  }
  const kept = derived.flatMap((session) => take(session, ({ fingerprint }) => fingerprint === session.fingerprint))
  const unmatched = difference(derived, kept)
  const changed = unmatched.flatMap((session) =>
    take(session, ({ startedAt, endedAt }) => startedAt <= session.endedAt && endedAt >= session.startedAt),
  )
  return { kept, changed, added: difference(unmatched, changed), removed: [...free] }
}

function difference(derived: readonly DerivedSession[], matches: readonly SessionMatch[]): DerivedSession[] {
  const matched = new Set(matches.map((match) => match.derived))
  return derived.filter((session) => !matched.has(session))
}
