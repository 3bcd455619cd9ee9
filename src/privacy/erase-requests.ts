import type { ErasedUser } from '../core/ports/personal-data.ts'
import type { Tx } from '../store/store.ts'

/** What else was asked for. Files that are still being made are sent, and what is being forgotten just now says so until it is done. */
export async function erasePrivacyRequests(tx: Tx, { userId }: ErasedUser): Promise<void> {
  await tx.export.deleteMany({ where: { userId, state: { not: 'pending' } } })
  await tx.forgetRequest.deleteMany({ where: { userId, state: { not: 'confirmed' } } })
}
