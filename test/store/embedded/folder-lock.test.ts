import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SetupError } from '../../../src/core/domain/errors.ts'
import { lockFolder } from '../../../src/store/embedded/folder-lock.ts'

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-lock-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a data folder is made with those above it, for its owner alone', async () => {
  const top = join(await emptyFolder(), 'one')
  const unlock = await lockFolder(join(top, 'two'))
  expect([(await stat(top)).mode & 0o777, (await stat(join(top, 'two'))).mode & 0o777]).toEqual([0o700, 0o700])
  await unlock()
})

test('of two that make the same folder at once, each gets on', async () => {
  const top = await emptyFolder()
  const unlocks = await Promise.all(['a', 'b'].map((name) => lockFolder(join(top, 'shared', 'deeper', name))))
  await Promise.all(unlocks.map((unlock) => unlock()))
})

test.skipIf(!existsSync('/proc/self'))(
  'a folder that cannot be made where it should be ends the start with a sentence (needs /proc)',
  async () => {
    const refused = lockFolder('/proc/nope/deeper')
    await expect(refused).rejects.toThrow(SetupError)
    await expect(refused).rejects.toThrow(
      'The data folder /proc/nope/deeper cannot be created: no folder can be created in /proc. Set DATA_DIR',
    )
  },
)

test('a data folder that is a file, or in one, ends the start with a sentence', async () => {
  const file = join(await emptyFolder(), 'file')
  await writeFile(file, '')
  await expect(lockFolder(file)).rejects.toThrow(`The data folder ${file} cannot be created: ${file} is a file. Set DATA_DIR`)
  await expect(lockFolder(join(file, 'data'))).rejects.toThrow(/cannot be created: ENOTDIR: not a directory.*Set DATA_DIR/)
})
