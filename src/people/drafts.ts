import type { UserId } from '../core/domain/ids.ts'
import type { Db, Tx } from '../store/store.ts'

/** Returns what stands in the message box of a user's page. Empty if nothing does. */
export async function findDraft(db: Db, userId: UserId): Promise<string> {
  return (await db.draft.findUnique({ where: { userId }, select: { text: true } }))?.text ?? ''
}

/** Stores what stands in the message box. A blank one is no draft. */
export async function saveDraft(db: Db, userId: UserId, { text, now }: { readonly text: string; readonly now: Date }): Promise<void> {
  if (text.trim() === '') return deleteDraft(db, userId)
  await db.draft.upsert({
    where: { userId },
    create: { userId, text, updatedAt: now },
    update: { text, updatedAt: now },
  })
}

export async function deleteDraft(db: Db, userId: UserId): Promise<void> {
  await db.draft.deleteMany({ where: { userId } })
}

/** Deletes the draft if it has been sent as this text. What is being written meanwhile stays. */
export async function deleteSentDraft(db: Db, userId: UserId, sent: string): Promise<void> {
  const text = await findDraft(db, userId)
  if (text !== '' && text.trim() === sent.trim()) await db.draft.deleteMany({ where: { userId, text } })
}

/** Moves the draft of one user to another. If both have one, the other's stays. */
export async function mergeDrafts(tx: Tx, { from, into }: { readonly from: UserId; readonly into: UserId }): Promise<void> {
  if ((await findDraft(tx, into)) === '') await tx.draft.updateMany({ where: { userId: from }, data: { userId: into } })
}
