import { counted } from '../../core/text.ts'
import type { Tx } from '../../store/store.ts'
import type { RightsParts } from '../parts.ts'
import { type Noticed, notice } from '../tell.ts'
import type { Confirmed } from './confirmed.ts'

/** A forgetting that is done. */
export interface Settled {
  /** What the person is told, to be sent after the commit. */
  readonly noticed: Noticed | undefined
}

/** What was listed is not kept either. The person is told as part of it, or whoever is interrupted here would never tell them. */
export async function settleForgetting(tx: Tx, parts: RightsParts, forgetting: Confirmed): Promise<Settled> {
  const { id, kind, userId, placeId, isDirect, forgotten } = forgetting
  if (kind === 'deletion') {
    await tx.forgetting.delete({ where: { id } })
    return { noticed: undefined }
  }
  const data = { state: 'done', doneAt: parts.clock.now(), forgotten, messageIds: [], memoryIds: [], commandId: null }
  await tx.forgetting.update({ where: { id }, data })
  return { noticed: await notice(tx, parts, userId, { text: doneText(forgetting), ...(isDirect && { placeId }) }) }
}

function doneText({ kind, messageIds, memoryIds }: Confirmed): string {
  if (kind === 'everything') return 'Everything is forgotten. Our conversation begins anew here.'
  const counts = [
    ...(messageIds.length > 0 ? [counted(messageIds.length, 'message')] : []),
    ...(memoryIds.length > 0 ? [counted(memoryIds.length, 'memory', 'memories')] : []),
  ]
  return `Forgotten: ${counts.join(' and ')}, with all that was made from that.`
}
