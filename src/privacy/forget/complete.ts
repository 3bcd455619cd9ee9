import { counted } from '../../core/domain/text.ts'
import type { Tx } from '../../store/store.ts'
import { type StoredNotice, storeNotice } from '../../threads/notify.ts'
import type { PrivacyDeps } from '../deps.ts'
import type { ConfirmedForgetRequest } from './forget-request.ts'

/** A forgetting that is done. */
export interface CompletedForget {
  /** What the person is told, to be sent after the commit. */
  readonly storedNotice: StoredNotice | undefined
}

/** What was listed is not kept either. The person is told as part of it, or whoever is interrupted here would never tell them. */
export async function completeForgetRequest(tx: Tx, deps: PrivacyDeps, request: ConfirmedForgetRequest): Promise<CompletedForget> {
  const { id, kind, userId, placeId, isDirect, forgottenCount } = request
  if (kind === 'platform_deletion') {
    await tx.forgetRequest.delete({ where: { id } })
    return { storedNotice: undefined }
  }
  const data = { state: 'done', doneAt: deps.clock.now(), forgottenCount, messageIds: [], memoryIds: [], commandId: null }
  await tx.forgetRequest.update({ where: { id }, data })
  return { storedNotice: await storeNotice(tx, deps, userId, { text: formatCompletion(request), ...(isDirect && { placeId }) }) }
}

function formatCompletion({ kind, messageIds, memoryIds }: ConfirmedForgetRequest): string {
  if (kind === 'everything') return 'Everything is forgotten. Our conversation begins anew here.'
  const counts = [
    ...(messageIds.length > 0 ? [counted(messageIds.length, 'message')] : []),
    ...(memoryIds.length > 0 ? [counted(memoryIds.length, 'memory', 'memories')] : []),
  ]
  return `Forgotten: ${counts.join(' and ')}, with all that was made from that.`
}
