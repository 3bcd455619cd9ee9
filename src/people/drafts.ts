import type { UserId } from '../core/domain/ids.ts'
import type { Db, Store, Tx } from '../store/store.ts'
import { lockUser } from './users.ts'

/** Returns what stands in the message box of a user's page. Empty if nothing does. */
export async function findDraft(db: Db, userId: UserId): Promise<string> {
  return (await db.draft.findUnique({ where: { userId }, select: { text: true } }))?.text ?? ''
}

export interface DraftChange {
  readonly text: string
  /** The stored drafts that it may replace. */
  readonly known: readonly string[]
  /** The session of the browser that it was written in. */
  readonly sessionId: number
  readonly now: Date
}

/**
 * Stores what stands in the message box, unless another browser has stored something else meanwhile. A blank one is no draft. Returns what
 * is stored now, and undefined if the session has ended, because the draft went with it.
 */
export async function saveDraft(store: Store, userId: UserId, { text, known, sessionId, now }: DraftChange): Promise<string | undefined> {
  return store.transaction(async (tx) => {
    await lockUser(tx, userId)
    // Whoever ends the session waits until the draft is stored, and then deletes it with the last session.
    const sessions = await tx.$queryRaw<{ locked: number }[]>`
      SELECT 1 AS locked FROM web_sessions WHERE id = ${sessionId} AND user_id = ${userId} FOR KEY SHARE`
    if (sessions.length === 0) return undefined
    const stored = await findDraft(tx, userId)
    if (stored !== '' && stored !== text && !known.includes(stored)) return stored
    if (text.trim() === '') await deleteDraft(tx, userId)
    else await tx.draft.upsert({ where: { userId }, create: { userId, text, updatedAt: now }, update: { text, updatedAt: now } })
    return text
  })
}

export async function deleteDraft(db: Db, userId: UserId): Promise<void> {
  await db.draft.deleteMany({ where: { userId } })
}

/** What `String.prototype.trim` removes. */
const blanks =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

/** Deletes the draft if it has been sent as this text. What is being written meanwhile stays. */
export async function deleteSentDraft(db: Db, userId: UserId, sent: string): Promise<void> {
  await db.$executeRaw`DELETE FROM drafts WHERE user_id = ${userId} AND btrim(text, ${blanks}) = ${sent.trim()}`
}

/** Moves the draft of one user to another. If both have one, they become one. */
export async function mergeDrafts(tx: Tx, { from, into }: { readonly from: UserId; readonly into: UserId }): Promise<void> {
  const [own, other] = [await findDraft(tx, into), await findDraft(tx, from)]
  if (own === '') await tx.draft.updateMany({ where: { userId: from }, data: { userId: into } })
  else if (other !== '') await tx.draft.update({ where: { userId: into }, data: { text: `${own}\n\n${other}` } })
}
