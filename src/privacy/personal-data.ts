import { LocalizedInputError } from '../core/messages/input-error.ts'
import type { ErasedUser, PersonalData, UserMerge } from '../core/ports/personal-data.ts'
import type { Tx } from '../store/store.ts'

export const privacyPersonalData: PersonalData<Tx> = {
  feature: 'privacy',
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
        // Pending exports include the one being written.
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
 * Moves deletion requests and exports. Discards unconfirmed previews, because a preview of everything would now be incomplete. Throws
 * InputError while a deletion is running, because it must not search the data of both users.
 */
async function mergePrivacyRequests(tx: Tx, { from, into }: UserMerge): Promise<void> {
  const ofEitherUser = { userId: { in: [from.userId, into.userId] } }
  await tx.forgetRequest.deleteMany({ where: { ...ofEitherUser, state: 'previewed' } })
  if ((await tx.forgetRequest.count({ where: { ...ofEitherUser, state: 'confirmed' } })) > 0)
    throw new LocalizedInputError('link.deletionRunning')
  const reassignment = { where: { userId: from.userId }, data: { userId: into.userId } }
  await tx.forgetRequest.updateMany(reassignment)
  await tx.export.updateMany(reassignment)
}

/** Deletes finished requests. Pending exports are still sent, and a confirmed deletion keeps its progress until it has finished. */
async function erasePrivacyRequests(tx: Tx, { userId }: ErasedUser): Promise<void> {
  await tx.export.deleteMany({ where: { userId, state: { not: 'pending' } } })
  await tx.forgetRequest.deleteMany({ where: { userId, state: { not: 'confirmed' } } })
}
