import type { Tx } from '../../store/store.ts'

/** What was said with this in it opens nothing from now on, and is taken away. Relies on messages_text_expires_at_idx. */
export async function expireText(tx: Tx, secret: string, now: Date): Promise<void> {
  await tx.$executeRaw`UPDATE messages SET text_expires_at = ${now} WHERE text_expires_at > ${now} AND position(${secret}::text IN text) > 0`
}
