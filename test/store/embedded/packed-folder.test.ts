import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { packFolder, unpackFolder, writeFolder } from '../../../src/store/embedded/packed-folder.ts'

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-packed-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A folder with text, bytes, an empty file and empty folders. */
async function someFolder(): Promise<string> {
  const folder = await emptyFolder()
  await mkdir(join(folder, 'base', '5', 'empty'), { recursive: true })
  await mkdir(join(folder, 'tmp'))
  await writeFile(join(folder, 'PG_VERSION'), '17\n')
  await writeFile(join(folder, 'base', '5', 'é'), Buffer.from([0, 255, 128, 10, 13, 0]))
  await writeFile(join(folder, 'base', 'nothing'), '')
  return folder
}

test('a folder is unpacked as it was packed, for its user only', async () => {
  const folder = await someFolder()
  const target = join(await emptyFolder(), 'unpacked')
  writeFolder(unpackFolder(packFolder(folder)), target)
  const names = (await readdir(folder, { recursive: true })).sort()
  expect((await readdir(target, { recursive: true })).sort()).toEqual(names)
  expect((await stat(target)).mode & 0o777).toBe(0o700)
  for (const name of names) {
    const { mode, size } = await stat(join(target, name))
    if ((await stat(join(folder, name))).isDirectory()) expect(mode & 0o777, name).toBe(0o700)
    else {
      expect([mode & 0o777, size], name).toEqual([0o600, (await stat(join(folder, name))).size])
      expect(await readFile(join(target, name)), name).toEqual(await readFile(join(folder, name)))
    }
  }
})

test('equal files take their space once', async () => {
  const folder = await emptyFolder()
  const bytes = Buffer.from(Array.from({ length: 20_000 }, (_, n) => (n * n * 7_919) >> 5))
  await writeFile(join(folder, 'one'), bytes)
  const { length } = packFolder(folder)
  await writeFile(join(folder, 'two'), bytes)
  expect(packFolder(folder).length).toBeLessThan(length + 100)
})

test('a packed folder that is cut off or damaged anywhere is refused', async () => {
  const packed = packFolder(await someFolder())
  for (let at = 0; at < packed.length; at++) expect(() => unpackFolder(packed.subarray(0, at)), `cut off at ${at}`).toThrow()
  for (let at = 10; at < packed.length; at++) {
    const damaged = Buffer.from(packed)
    damaged[at] = (damaged[at] ?? 0) ^ 1
    expect(() => unpackFolder(damaged), `damaged at ${at}`).toThrow()
  }
})
