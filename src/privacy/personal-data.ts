import { InputError } from '../core/domain/errors.ts'
import type { ErasedUser, PersonalData, UserMerge } from '../core/ports/personal-data.ts'
import type { Tx } from '../store/store.ts'

export const privacyPersonalData: PersonalData<Tx> = {
  tables: {
    forget_requests: {
      ofPerson: 't.user_id = $1',
      exported: {
        section: 'forgetRequests',
        columns: [
          ...['id', 'place_id', 'command_id', 'kind', 'message_ids', 'memory_ids', 'state', 'forgotten_count'],
          ...['requested_at', 'expires_at', 'done_at'],
        ],
        key: ['id'],
        partOf: { place_id: 'places' },
        refersTo: { command_id: 'messages' },
        restored: { user_id: '$1' },
      },
    },
    exports: {
      ofPerson: 't.user_id = $1',
      exported: {
        section: 'exports',
        columns: ['id', 'place_id', 'from_day', 'to_day', 'state', 'files_sent', 'requested_at'],
        key: ['id'],
        // The one that is just being made, among them.
        where: "t.state <> 'pending'",
        partOf: { place_id: 'places' },
        restored: { user_id: '$1' },
      },
    },
  },
  merge: mergePrivacyRequests,
  erase: erasePrivacyRequests,
}

/**
 * What was asked for. Lists of what is to be forgotten that wait to be confirmed are thrown away: of everything, there is more to
 * list now. Throws InputError where something is being forgotten: of one, it must not be looked for in what both have said.
 */
async function mergePrivacyRequests(tx: Tx, { from, into }: UserMerge): Promise<void> {
  const ofEitherUser = { userId: { in: [from.userId, into.userId] } }
  await tx.forgetRequest.deleteMany({ where: { ...ofEitherUser, state: 'previewed' } })
  if ((await tx.forgetRequest.count({ where: { ...ofEitherUser, state: 'confirmed' } })) > 0)
    throw new InputError('Something of these two conversations is being forgotten just now: try again in a few minutes.')
  const reassignment = { where: { userId: from.userId }, data: { userId: into.userId } }
  await tx.forgetRequest.updateMany(reassignment)
  await tx.export.updateMany(reassignment)
}

/** What else was asked for. Files that are still being made are sent, and what is being forgotten just now says so until it is done. */
async function erasePrivacyRequests(tx: Tx, { userId }: ErasedUser): Promise<void> {
  await tx.export.deleteMany({ where: { userId, state: { not: 'pending' } } })
  await tx.forgetRequest.deleteMany({ where: { userId, state: { not: 'confirmed' } } })
}
