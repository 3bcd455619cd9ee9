import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ensureEncryptionKey } from '../../../src/core/lib/encryption-key-file.ts'
import { systemRandom } from '../../../src/core/ports/random.ts'

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'encryption-key-'))
  onTestFinished(async () => {
    await chmod(path, 0o700)
    await rm(path, { recursive: true })
  })
  return path
}

test('a key is created once, also by two processes at once, and only its user can read it', async () => {
  const dataDir = join(await folder(), 'data')
  const [first, second] = await Promise.all([ensureEncryptionKey(dataDir, systemRandom), ensureEncryptionKey(dataDir, systemRandom)])
  expect(first).toHaveLength(32)
  expect(second).toEqual(first)
  expect(await ensureEncryptionKey(dataDir, systemRandom)).toEqual(first)
  expect(await readdir(dataDir)).toEqual(['encryption.key'])
  expect((await stat(join(dataDir, 'encryption.key'))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(dataDir, 'encryption.key'), 'utf8')).toBe(`${Buffer.from(first).toString('hex')}\n`)
})

test('another folder has another key', async () => {
  expect(await ensureEncryptionKey(await folder(), systemRandom)).not.toEqual(await ensureEncryptionKey(await folder(), systemRandom))
})

test.each(['', 'abc', 'g'.repeat(64)])('a file with "%s" is not replaced: the start ends with what to do', async (content) => {
  const dataDir = await folder()
  await writeFile(join(dataDir, 'encryption.key'), content)
  await expect(ensureEncryptionKey(dataDir, systemRandom)).rejects.toThrow(/does not contain 64 hexadecimal digits.*Restore it/)
  expect(await readFile(join(dataDir, 'encryption.key'), 'utf8')).toBe(content)
})

test('a file that cannot be created is told of with the reason', async () => {
  const dataDir = join(await folder(), 'file')
  await writeFile(dataDir, '')
  await expect(ensureEncryptionKey(dataDir, systemRandom)).rejects.toThrow(/cannot be read or created: .*set ENCRYPTION_KEY/)
})
