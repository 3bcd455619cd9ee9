import type { MessageId } from '../../core/domain/ids.ts'
import type { Tx } from '../../store/store.ts'

/** Expires every text that contains the given secret, because the secret is no longer valid. Relies on messages_text_expires_at_idx. */
export async function expireText(tx: Tx, secret: string, now: Date): Promise<void> {
  await tx.$executeRaw`UPDATE messages SET text_expires_at = ${now} WHERE text_expires_at > ${now} AND position(${secret}::text IN text) > 0`
}

/** Replaces the expired texts of messages. Returns the ids of these messages. Relies on messages_text_expires_at_idx. */
export async function replaceExpiredTexts(tx: Tx, now: Date, replacement: string): Promise<MessageId[]> {
  const rows = await tx.message.updateManyAndReturn({
    where: { textExpiresAt: { lte: now } },
    data: { text: replacement, textExpiresAt: null },
    select: { id: true },
  })
  return rows.map(({ id }) => id as MessageId)
}
