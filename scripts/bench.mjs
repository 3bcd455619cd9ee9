// Runs the benches: node scripts/bench.mjs [<part>]. They measure the program as it is built, because running the sources is slower.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { register } from 'tsx/esm/api'
import { dist, root } from './build.mjs'
import { bundle } from './bundle.mjs'
import { generateClient } from './generate-client.mjs'

const source = 'test/bench/run.ts'

/** Builds the benches with the program. Returns the file that runs them. */
async function build() {
  const folder = join(root, `dist-bench-${process.pid}`)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  generateClient(root)
  await bundle(root, folder, { program: source, earlier: dist })
  return join(folder, 'run.mjs')
}

// `path` lists source files, so it must run the sources.
const isOfSources = process.argv[2] === 'path'
if (isOfSources) register()
await import(pathToFileURL(isOfSources ? join(root, source) : await build()).href)
