import type { Tx } from '../store/store.ts'

/** What was said with this in it opens nothing from now on, and is taken away. Relies on messages_secret_idx. */
export async function endSecret(tx: Tx, secret: string, now: Date): Promise<void> {
  await tx.$executeRaw`UPDATE messages SET secret_until = ${now} WHERE secret_until > ${now} AND position(${secret}::text IN text) > 0`
}
