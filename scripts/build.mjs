// Builds the program into dist/: node scripts/build.mjs [--if-changed]. `npm run build` calls it, and so does `npm ci` in a checkout.
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../', import.meta.url))
export const dist = join(root, 'dist')

/** What dist/ is made from. npm writes the last one when it installs packages. */
const sources = ['src', 'adapters', 'prisma', 'scripts', 'package.json', 'tsconfig.json', 'node_modules/.package-lock.json']

/** Builds the program. Replaces dist/ at once, so that no program finds half of it. */
export async function build() {
  const [{ generateClient }, { bundle }] = await Promise.all([import('./generate-client.mjs'), import('./bundle.mjs')])
  generateClient(root)
  const made = join(root, `dist-${process.pid}`)
  try {
    await bundle(root, made, { earlier: dist })
    rmSync(dist, { recursive: true, force: true })
    renameSync(made, dist)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

/** Builds the program if a source is newer than dist/, so that nobody runs old code after a change. */
export async function buildIfChanged() {
  const builtAt = statSync(join(dist, 'throughline.mjs'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (sources.some((source) => isNewer(join(root, source), builtAt))) await build()
}

/** Whether a file was changed after a time, or a folder or anything in it. */
function isNewer(path, time) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return false
  if (found.mtimeMs > time) return true
  return found.isDirectory() && readdirSync(path).some((name) => isNewer(join(path, name), time))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (existsSync(join(root, 'node_modules/esbuild'))) await (process.argv[2] === '--if-changed' ? buildIfChanged() : build())
  else {
    process.stderr.write('dist/ was not built, because the development packages are missing. Run npm ci without --omit=dev.\n')
    // What is built already can run.
    process.exitCode = existsSync(dist) ? 0 : 1
  }
}
