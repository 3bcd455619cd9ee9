import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const assetsPrefix = '/assets/'
export const assetsFolder = fileURLToPath(new URL('../assets/', import.meta.url))

const versions = new Map<string, string>()

/** Returns the URL of a file in assets/. The URL changes with the file, so browsers may cache it. */
export function assetHref(name: string): string {
  const known = versions.get(name)
  if (known !== undefined) return known
  const version = createHash('sha256')
    .update(readFileSync(`${assetsFolder}${name}`))
    .digest('base64url')
    .slice(0, 10)
  const href = `${assetsPrefix}${name}?v=${version}`
  versions.set(name, href)
  return href
}
