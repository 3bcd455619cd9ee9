import { rmSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDataFolder } from '../../../src/store/embedded/open-data-folder.ts'

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-data-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Files and folders that others than the user may read. */
async function open(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (((await stat(path)).mode & 0o077) !== 0) found.push(path.slice(folder.length))
  }
  return found
}

test('a new database appears as a whole, after a half-created one was removed, and only its user can read it', async () => {
  const folder = await emptyFolder()
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'postgres.new', 'base'), { recursive: true })
  await writeFile(join(folder, 'postgres.new', 'PG_VERSION'), '17')
  let created = 0
  const database = await openDataFolder(folder, { onCreate: () => created++ })
  await database.exec('CREATE TABLE kept (id INTEGER); INSERT INTO kept VALUES (7)')
  await database.close()
  expect(created).toBe(1)
  expect(await readdir(folder)).toEqual(['postgres'])
  expect(await open(folder)).toEqual([])
  expect((await stat(folder)).mode & 0o777).toBe(0o700)

  // A folder of an older version, which others can read.
  for (const path of ['', 'postgres', join('postgres', 'base')]) await chmod(join(folder, path), 0o755)
  await chmod(join(folder, 'postgres', 'PG_VERSION'), 0o666)
  const again = await openDataFolder(folder, { onCreate: () => created++ })
  expect((await again.query<{ id: number }>('SELECT id FROM kept')).rows).toEqual([{ id: 7 }])
  await again.close()
  expect(created).toBe(1)
  expect(await open(folder)).toEqual([])
}, 60_000)

test('what cannot be made private is not opened, and the operator is told what to do', async () => {
  await expect(openDataFolder('/proc/self')).rejects.toMatchObject({
    name: 'SetupError',
    problems: [expect.stringMatching(/^The files in the data folder \/proc\/self cannot be made private: .*Change their owner/)],
  })
})

test('a database that cannot be created is not called damaged, and a later start creates it in an empty folder', async () => {
  const folder = await emptyFolder()
  const interfere = () => {
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'in the way')
  }
  await expect(openDataFolder(folder, { onCreate: interfere })).rejects.toMatchObject({
    name: 'SetupError',
    problems: [expect.stringMatching(/^The embedded database cannot be created in .*free space/)],
  })
  await rm(folder)
  await mkdir(join(folder, 'postgres'), { recursive: true })
  await (await openDataFolder(folder)).close()
  expect(await readdir(folder)).toEqual(['postgres'])
}, 60_000)
