import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

/** What is in a folder, by paths relative to it. Files with equal bytes share their place. */
interface Contents {
  readonly folders: readonly string[]
  readonly files: readonly { readonly path: string; readonly from: number; readonly to: number }[]
}

/** The bytes of the number that tells how long the list of contents is. */
const sizeBytes = 4

/** Packs a folder into one compressed file: the list of contents in JSON, and then the bytes of the files. */
export function packFolder(folder: string): Buffer {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  const paths = entries.map((entry) => ({ isFolder: entry.isDirectory(), path: relative(folder, join(entry.parentPath, entry.name)) }))
  const places = new Map<string, { readonly from: number; readonly to: number }>()
  const parts: Buffer[] = []
  let size = 0
  const place = (bytes: Buffer) => {
    const key = bytes.toString('latin1')
    const found = places.get(key) ?? { from: size, to: size + bytes.length }
    if (!places.has(key)) {
      places.set(key, found)
      parts.push(bytes)
      size = found.to
    }
    return found
  }
  // A folder comes before what is in it.
  const sorted = paths
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ isFolder, path }) => ({ isFolder, path: path.replaceAll('\\', '/') }))
  const contents: Contents = {
    folders: sorted.filter(({ isFolder }) => isFolder).map(({ path }) => path),
    files: sorted.filter(({ isFolder }) => !isFolder).map(({ path }) => ({ path, ...place(readFileSync(join(folder, path))) })),
  }
  const list = Buffer.from(JSON.stringify(contents))
  const listSize = Buffer.alloc(sizeBytes)
  listSize.writeUInt32LE(list.length)
  return gzipSync(Buffer.concat([listSize, list, ...parts]), { level: 9 })
}

/** A folder that was packed, in memory. */
export interface UnpackedFolder extends Contents {
  /** Those of all files. */
  readonly bytes: Uint8Array
}

/** Throws if a byte of the packed file is missing or wrong. */
export function unpackFolder(packed: Uint8Array): UnpackedFolder {
  const unpacked = gunzipSync(packed)
  const start = sizeBytes + unpacked.readUInt32LE()
  return { ...(JSON.parse(unpacked.toString('utf8', sizeBytes, start)) as Contents), bytes: unpacked.subarray(start) }
}

/** Writes a folder that does not exist, for its user only. Does not return meanwhile: for a thousand small files, this is several times as fast. */
export function writeFolder({ folders, files, bytes }: UnpackedFolder, folder: string): void {
  mkdirSync(folder, { mode: 0o700 })
  for (const path of folders) mkdirSync(join(folder, path), { mode: 0o700 })
  for (const { path, from, to } of files) writeFileSync(join(folder, path), bytes.subarray(from, to), { mode: 0o600 })
}
