// Bundles the program and the page's scripts. Packages in `dependencies` stay outside, because they are installed with the program. Other
// packages are bundled: of those, the program needs a small part. The notices of their licenses go into dist/.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { dataFiles } from './data-files.mjs'
import { makeNewDatabase } from './new-database.mjs'
import { buildPage, builtPage } from './page.mjs'

/** What `npx throughline` runs. */
const throughline = 'src/throughline.ts'

/** Runs in the build only. */
const databaseMaker = { source: 'src/jobs/embedded/make-new-database.ts', target: 'make-new-database.mjs' }

/** Threads of the program by the file that starts them. A thread is a program of its own. */
const threads = {
  'src/model/embeddings/builtin-worker.mjs': 'src/model/embeddings/builtin-worker.mjs',
  'src/search/index/split-worker.mjs': 'src/search/index/split-day.ts',
  'src/store/embedded/database-worker.mjs': 'src/store/embedded/database-worker.mjs',
}

/** Files that the program reads. They keep their paths. */
const data = ['prisma/migrations', 'src/search/query/thesaurus']

/**
 * Bundles everything into a folder. `program` becomes a file of its name there. `earlier` is the folder of the build before, which need not
 * exist.
 */
export async function bundle(root, out, { earlier, program = throughline }) {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const external = Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => [name, `${name}/*`])
  const buildProgram = (source, target, options = {}) =>
    build({
      absWorkingDir: root,
      entryPoints: [{ in: source, out: target.replace(/\.mjs$/, '') }],
      outdir: out,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      platform: 'node',
      target: 'node20',
      // V8 keeps a source with other characters at two bytes each.
      charset: 'ascii',
      format: 'esm',
      external,
      // For Node.js, the package names the CommonJS form, which cannot be bundled into a module.
      alias: { '@prisma/client/runtime/client': '@prisma/client/runtime/client.mjs' },
      // Less to read and compile at each start.
      minifyWhitespace: true,
      sourcemap: true,
      sourcesContent: false,
      legalComments: 'inline',
      metafile: true,
      logLevel: 'warning',
      plugins: [keepPaths(root, dirname(target)), leaveTestPackages(root), dataFiles(out, dirname(target))],
      ...options,
    })
  const results = await Promise.all([
    buildProgram(program, basename(program).replace(/\.ts$/, '.mjs'), { splitting: true, chunkNames: '[name]-[hash]' }),
    ...Object.entries(threads).map(([target, source]) => buildProgram(source, target)),
    buildPage(root),
  ])
  for (const path of [...data, builtPage]) cpSync(join(root, path), join(out, path), { recursive: true })
  await buildProgram(databaseMaker.source, databaseMaker.target, { sourcemap: false, splitting: false })
  makeNewDatabase(root, { out, earlier, program: join(out, databaseMaker.target) })
  writeFileSync(join(out, 'THIRD-PARTY-NOTICES.txt'), describeLicenses(root, results))
}

/**
 * Makes `import.meta.url` the address that a source would have if it were in the output folder, so that the files next to it are found
 * there. `folder` is the folder of the bundle, relative to the output folder. What only tests read is not copied, so their sources keep their
 * own address.
 */
const keepPaths = (root, folder) => ({
  name: 'keep-paths',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](src|adapters|test)[\\/].*\.(ts|tsx|mjs)$/ }, ({ path }) => {
      const source = relative(root, path).replaceAll('\\', '/')
      if (source.startsWith('..') || source.includes('node_modules')) return undefined
      const address = source.startsWith('test/')
        ? `'${pathToFileURL(path).href}'`
        : `new URL('${relative(folder, source).replaceAll('\\', '/')}', import.meta.url).href`
      const contents = readFileSync(path, 'utf8').replaceAll('import.meta.url', address)
      return { contents, loader: extname(path) === '.mjs' ? 'js' : extname(path).slice(1) }
    })
  },
})

/** Leaves outside what only tests import. Much of it cannot be bundled. */
const leaveTestPackages = (root) => ({
  name: 'leave-test-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ importer }) => (importer.startsWith(join(root, 'test/')) ? { external: true } : undefined))
  },
})

/** Returns the licenses of the bundled packages. */
function describeLicenses(root, results) {
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs))
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))
  const notices = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry))
    return `${name} ${version} (${license})\n\n${file ? readFileSync(join(root, folder, file), 'utf8').trim() : 'No license text is included in the package.'}\n`
  })
  return `Throughline contains code of these packages.\n\n${notices.join(`\n${'-'.repeat(80)}\n\n`)}`
}
