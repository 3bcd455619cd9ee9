import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { messageOf } from '../core/errors.ts'
import { type Finding, problem } from '../core/finding.ts'
import type { StoreConfig } from '../store/open.ts'

/**
 * Why no data can be kept in a folder, if so. Tried, because permissions do not say all: on a full disk, or in /proc, they
 * allow what cannot be done. Leaves nothing behind.
 */
export async function checkFolder(config: StoreConfig): Promise<readonly Finding[] | undefined> {
  if (!('dataDir' in config)) return undefined
  const folder = nearestExisting(resolve(config.dataDir))
  if (!statSync(folder).isDirectory()) return undefined
  try {
    await rmdir(await mkdtemp(join(folder, 'throughline-')))
    return undefined
  } catch (error) {
    return [
      problem(
        `Nothing can be made in ${folder}, where the data would be: ${messageOf(error)}. Make it writable, or set DATA_DIR to another folder.`,
      ),
    ]
  }
}

const nearestExisting = (path: string): string => (existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path)))
