import { rmSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { openDataFolder } from '../../../src/store/embedded/open-data-folder.ts'
import { packFolder } from '../../../src/store/embedded/packed-folder.ts'

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

test('a new folder begins with the packed database, and a half-written one is never used', async () => {
  const folder = await emptyFolder()
  const made = await emptyFolder()
  const database = await openDataFolder(made)
  await database.exec('CREATE TABLE packed (id INTEGER); INSERT INTO packed VALUES (7)')
  await database.close()
  const whole = packFolder(join(made, 'postgres'))
  const newDatabase = join(made, 'new-database.gz')

  // The file is cut off, and then there is no space for one of its files, after PG_VERSION was written.
  await writeFile(newDatabase, whole.subarray(0, whole.length - 1))
  const unread = { name: 'SetupError', problems: [expect.stringMatching(/new-database\.gz cannot be read: .*Install or build/)] }
  await expect(openDataFolder(folder, { newDatabase })).rejects.toMatchObject(unread)
  expect(await readdir(folder)).toEqual([])
  await writeFile(
    newDatabase,
    repack(whole, (list) => list.replace('"pg_wal/0000', '"no such folder/0000')),
  )
  const refused = { name: 'SetupError', problems: [expect.stringMatching(/^The embedded database cannot be created in .*free space/)] }
  await expect(openDataFolder(folder, { newDatabase })).rejects.toMatchObject(refused)
  expect(await readdir(folder)).toEqual(['postgres.new'])
  expect(await readdir(join(folder, 'postgres.new'))).toContain('PG_VERSION')

  await writeFile(newDatabase, whole)
  const opened = await openDataFolder(folder, { newDatabase })
  expect((await opened.query<{ id: number }>('SELECT id FROM packed')).rows).toEqual([{ id: 7 }])
  await opened.close()
  expect(await readdir(folder)).toEqual(['postgres'])
  expect(await open(folder)).toEqual([])
}, 120_000)

/** Changes the list of contents of a packed folder. */
function repack(packed: Buffer, change: (list: string) => string): Buffer {
  const bytes = gunzipSync(packed)
  const end = 4 + bytes.readUInt32LE()
  const list = Buffer.from(change(bytes.toString('utf8', 4, end)))
  const size = Buffer.alloc(4)
  size.writeUInt32LE(list.length)
  return gzipSync(Buffer.concat([size, list, bytes.subarray(end)]))
}
