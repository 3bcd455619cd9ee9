import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, SetupError } from '../domain/errors.ts'
import type { Random } from '../ports/random.ts'
import { sealKeyBytes } from './encrypt.ts'

const fileName = 'encryption.key'

/**
 * Returns the key with which secrets are encrypted, from a file in the data folder, which is created if it is missing. Only the user of this
 * process can read the file. Throws SetupError.
 */
export async function ensureEncryptionKey(dataDir: string, random: Random): Promise<Uint8Array> {
  const file = join(dataDir, fileName)
  try {
    return (await readKey(file)) ?? (await createKey(file, { dataDir, random }))
  } catch (error) {
    if (error instanceof SetupError) throw error
    throw new SetupError(
      [`The file ${file} cannot be read or created: ${messageOf(error)}. Make the folder writable, or set ENCRYPTION_KEY.`],
      {
        cause: error,
      },
    )
  }
}

async function readKey(file: string): Promise<Uint8Array | undefined> {
  const digits = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (digits === undefined) return undefined
  if (new RegExp(`^[\\da-f]{${2 * sealKeyBytes}}$`, 'i').test(digits.trim())) return Buffer.from(digits.trim(), 'hex')
  throw new SetupError([
    `The file ${file} does not contain ${2 * sealKeyBytes} hexadecimal digits. Restore it from a backup, or delete it: then the keys that were entered on the page have to be entered again.`,
  ])
}

/** Writes another file and links it into its place as a whole, so that an interruption leaves no half of it there. */
async function createKey(file: string, { dataDir, random }: { dataDir: string; random: Random }): Promise<Uint8Array> {
  const key = Buffer.from(random.token(sealKeyBytes), 'base64url')
  const newFile = `${file}.${random.token(6)}`
  await mkdir(dataDir, { recursive: true })
  try {
    await writeFile(newFile, `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
    await link(newFile, file)
    return key
  } catch (error) {
    // Another process was faster.
    const existing = await readKey(file)
    if (existing) return existing
    throw error
  } finally {
    await rm(newFile, { force: true })
  }
}
