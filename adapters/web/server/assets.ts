import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const assetsPrefix = '/assets/'
/** What scripts/page.mjs has built. */
export const assetsFolder = fileURLToPath(new URL('../generated/', import.meta.url))

/** A file of the page that is built under a name with a hash of its content. */
export type AssetName = 'page.js' | 'settings.js' | 'offline.js' | 'signed-out.js' | 'theme.js' | 'page.css' | 'icon.svg'

let fileNames: Readonly<Record<AssetName, string>> | undefined

/** Returns the URL of a built file. The URL changes with the file, so browsers may keep it. */
export function assetHref(name: AssetName): string {
  fileNames ??= JSON.parse(readFileSync(`${assetsFolder}names.json`, 'utf8')) as Record<AssetName, string>
  return assetsPrefix + fileNames[name]
}
