// Runs the benches: node scripts/bench.mjs [<part>]. They measure the program as it is built, because one that is compiled as it runs is slower.
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
  generateClient(root)
  await bundle(root, folder, { program: source, earlier: dist })
  return join(folder, 'run.mjs')
}

// The path of a message lists sources, so it runs them as they are.
const isOfSources = process.argv[2] === 'path'
if (isOfSources) register()
await import(pathToFileURL(isOfSources ? join(root, source) : await build()).href)
