import type { Erased } from '../../core/personal-data.ts'
import type { Tx } from '../../store/store.ts'

/** What else was asked for. What is being forgotten just now says so until it is done. */
export async function eraseAsked(tx: Tx, { userId }: Erased): Promise<void> {
  await tx.export.deleteMany({ where: { userId } })
  await tx.forgetting.deleteMany({ where: { userId, state: { not: 'confirmed' } } })
}
