import { decrypt, encrypt } from '../../core/lib/encrypt.ts'
import type { Random } from '../../core/ports/random.ts'
import type { Db } from '../../store/store.ts'

/** The language model that an owner chose on the page. */
export interface ChatModelChoice {
  /** Includes the version, as in http://127.0.0.1:11434/v1. */
  readonly baseUrl: string
  readonly model: string
  /** Encrypted for `baseUrl`, so it cannot be decrypted for another address. Null if the server needs none. */
  readonly encryptedKey: string | null
}

/** A choice as it is stored. Saved again, it is another one, so that a new key takes effect. */
export interface StoredChatModelChoice extends ChatModelChoice {
  readonly chosenAt: Date
}

export async function loadChatModelChoice(db: Db): Promise<StoredChatModelChoice | undefined> {
  return (await db.modelChoice.findFirst({ omit: { id: true } })) ?? undefined
}

/** Replaces the stored choice. If it is undefined, the configuration decides. */
export async function saveChatModelChoice(db: Db, choice: ChatModelChoice | undefined, now: Date): Promise<void> {
  if (!choice) return void (await db.modelChoice.deleteMany())
  const { baseUrl, model, encryptedKey } = choice
  const row = { baseUrl, model, encryptedKey, chosenAt: now }
  await db.modelChoice.upsert({ where: { id: true }, create: row, update: row })
}

const purposeOf = (baseUrl: string) => `chat model ${baseUrl}`

/** Encrypts an API key for the address of its server. */
export const sealApiKey = (deps: { readonly random: Random; readonly key: Uint8Array }, apiKey: string, baseUrl: string): string =>
  encrypt(deps, apiKey, purposeOf(baseUrl))

/** Returns the API key, or undefined if it was encrypted for another address or with another key. */
export const unsealApiKey = (key: Uint8Array | undefined, sealed: string, baseUrl: string): string | undefined =>
  key && decrypt(key, sealed, purposeOf(baseUrl))
