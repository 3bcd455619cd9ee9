import { InputError } from '../core/domain/errors.ts'
import type { UserMerge } from '../core/ports/personal-data.ts'
import type { Tx } from '../store/store.ts'

/**
 * What was asked for. Lists of what is to be forgotten that wait to be confirmed are thrown away: of everything, there is more to
 * list now. Throws InputError where something is being forgotten: of one, it must not be looked for in what both have said.
 */
export async function mergePrivacyRequests(tx: Tx, { from, into }: UserMerge): Promise<void> {
  const ofEitherUser = { userId: { in: [from.userId, into.userId] } }
  await tx.forgetRequest.deleteMany({ where: { ...ofEitherUser, state: 'previewed' } })
  if ((await tx.forgetRequest.count({ where: { ...ofEitherUser, state: 'confirmed' } })) > 0)
    throw new InputError('Something of these two conversations is being forgotten just now: try again in a few minutes.')
  const reassignment = { where: { userId: from.userId }, data: { userId: into.userId } }
  await tx.forgetRequest.updateMany(reassignment)
  await tx.export.updateMany(reassignment)
}
