import { InputError } from '../core/errors.ts'
import type { Merge } from '../core/personal-data.ts'
import type { Tx } from '../store/store.ts'

/**
 * What was asked for. Lists of what is to be forgotten that wait to be confirmed are thrown away: of everything, there is more to
 * list now. Throws InputError where something is being forgotten: of one, it must not be looked for in what both have said.
 */
export async function mergeAsked(tx: Tx, { from, into }: Merge): Promise<void> {
  const ofEither = { userId: { in: [from.userId, into.userId] } }
  await tx.forgetting.deleteMany({ where: { ...ofEither, state: 'listed' } })
  if ((await tx.forgetting.count({ where: { ...ofEither, state: 'confirmed' } })) > 0)
    throw new InputError('Something of these two conversations is being forgotten just now: try again in a few minutes.')
  const whose = { where: { userId: from.userId }, data: { userId: into.userId } }
  await tx.forgetting.updateMany(whose)
  await tx.export.updateMany(whose)
}
