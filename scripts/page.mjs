// Builds the scripts and styles of the page into adapters/web/generated/, under names with a hash of their content. The server serves this
// folder, and names.json says which file has which name.
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { build } from 'esbuild'

const scripts = ['page', 'settings', 'offline', 'signed-out', 'theme'].map((name) => `browser/${name}.ts`)
const entryPoints = [...scripts, 'styles/page.css', 'styles/icon.svg']

/** Where the page is built, within its root folder. */
export const builtPage = 'adapters/web/generated'

/** Builds the page. Returns the result of the bundler, which says what went into it. */
export async function buildPage(root) {
  const out = join(root, builtPage)
  const result = await build({
    absWorkingDir: root,
    entryPoints: entryPoints.map((path) => `adapters/web/${path}`),
    outdir: out,
    entryNames: '[name]-[hash]',
    chunkNames: 'shared-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    charset: 'utf8',
    loader: { '.svg': 'copy' },
    metafile: true,
    logLevel: 'warning',
    write: false,
  })
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const worker = await buildWorker(root, result.outputFiles.map(({ path }) => basename(path)).sort())
  for (const { path, contents } of [...result.outputFiles, ...worker.outputFiles]) {
    writeFileSync(path, contents)
    writeFileSync(`${path}.br`, brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  }
  writeFileSync(join(out, 'names.json'), JSON.stringify(nameOutputs(result.metafile)))
  return result
}

/**
 * Builds the service worker, which knows the names of all other files. It keeps its own name, by which browsers ask for the current one. It
 * changes with each of the files, so that browsers replace it.
 */
function buildWorker(root, names) {
  const version = createHash('sha256').update(names.join()).digest('hex').slice(0, 16)
  return build({
    absWorkingDir: root,
    entryPoints: ['adapters/web/browser/worker/worker.ts'],
    outfile: join(root, builtPage, 'worker.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2023',
    charset: 'utf8',
    define: { builtFiles: JSON.stringify(names.map((name) => `/assets/${name}`)), builtVersion: JSON.stringify(version) },
    logLevel: 'warning',
    write: false,
  })
}

/** Returns the file names of the entry points, by their names as browsers see them. */
function nameOutputs({ outputs }) {
  const named = Object.entries(outputs).flatMap(([path, { entryPoint, inputs }]) => {
    // A copied file is its own only input.
    const source = entryPoint ?? (path.endsWith('.svg') ? Object.keys(inputs)[0] : undefined)
    return source ? [[basename(source).replace(/\.ts$/, '.js'), basename(path)]] : []
  })
  return Object.fromEntries(named)
}
