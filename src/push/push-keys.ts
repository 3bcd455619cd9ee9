import { decrypt, encrypt } from '../core/lib/encrypt.ts'
import type { Db } from '../store/store.ts'
import type { PushDeps } from './deps.ts'

/** The key pair by which push services know this server (RFC 8292), in base64url. */
export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

const purpose = 'push keys'

/** Returns the stored keys. Undefined if there are none, or if they cannot be decrypted. */
export async function findPushKeys(db: Db, encryptionKey: Uint8Array | undefined): Promise<PushKeys | undefined> {
  const stored = encryptionKey && (await db.pushKey.findFirst())
  const privateKey = stored && decrypt(encryptionKey, stored.encryptedPrivateKey, purpose)
  return stored && typeof privateKey === 'string' ? { publicKey: stored.publicKey, privateKey } : undefined
}

/**
 * Returns the keys, and makes them first if there are none or if they were encrypted with another key. Subscriptions are bound to the keys, so
 * they end with them. Undefined without an encryption key.
 */
export async function ensurePushKeys({ store, random, encryptionKey }: PushDeps): Promise<PushKeys | undefined> {
  const known = await findPushKeys(store.db, encryptionKey)
  if (known || !encryptionKey) return known
  const { default: webPush } = await import('web-push')
  const made = webPush.generateVAPIDKeys()
  const encryptedPrivateKey = encrypt({ random, key: encryptionKey }, made.privateKey, purpose)
  return store.transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE push_keys IN EXCLUSIVE MODE`
    // Another process may have been faster.
    const other = await findPushKeys(tx, encryptionKey)
    if (other) return other
    await tx.pushSubscription.deleteMany()
    await tx.pushKey.deleteMany()
    await tx.pushKey.create({ data: { publicKey: made.publicKey, encryptedPrivateKey } })
    return made
  })
}
