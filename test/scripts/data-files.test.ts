import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataFiles } from '../../scripts/data-files.mjs'
import { projectRoot } from '../support/program.ts'

const packages = join(projectRoot, 'node_modules')
const ngramsPath = join(packages, 'eld/src/ngrams/extrasmall.js')
const compilerPath = join(packages, '@prisma/client/runtime/query_compiler_small_bg.postgresql.wasm-base64.mjs')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-data-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Loads a module as the build writes it. */
async function bundled(path: string, name: string) {
  const outfile = join(folder, 'threads', name)
  await build({ entryPoints: [path], outfile, bundle: true, platform: 'node', format: 'esm', plugins: [dataFiles(folder, 'threads')] })
  return { module: await import(pathToFileURL(outfile).href), source: await readFile(outfile, 'utf8') }
}

test('the table of the language detector says in a file what it says as source code', async () => {
  const { ngramsData } = await import(pathToFileURL(ngramsPath).href)
  const { module, source } = await bundled(ngramsPath, 'ngrams.mjs')
  const { ngrams, ...rest } = module.ngramsData
  expect(source.length).toBeLessThan(2_000)
  expect(rest).toEqual({ type: ngramsData.type, languages: ngramsData.languages, isSubset: false })
  const read = Object.fromEntries(Object.keys(ngramsData.ngrams).map((ngram) => [ngram, ngrams[ngram]]))
  expect(Object.keys(read).length).toBeGreaterThan(10_000)
  expect(read).toEqual(ngramsData.ngrams)
  expect(ngrams['no such letters']).toEqual({})
})

test('the compiler of queries is decoded from its file as from its source code', async () => {
  const { wasm } = await import(pathToFileURL(compilerPath).href)
  const { module, source } = await bundled(compilerPath, 'compiler.mjs')
  expect(source.length).toBeLessThan(2_000)
  expect(Buffer.from(module.wasm, 'base64').equals(Buffer.from(wasm, 'base64'))).toBe(true)
})

test.each(['language-ngrams.txt', 'query-compiler.txt'])('the program has %s', async (file) => {
  expect((await readFile(join(projectRoot, 'dist', file))).length).toBeGreaterThan(100_000)
})
