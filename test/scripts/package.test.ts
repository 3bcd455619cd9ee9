import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { projectRoot } from '../support/program.ts'

const run = promisify(execFile)
/** The most that an installation may take, in megabytes. */
const maxInstalledMb = 300
/** Tools, and packages of which the build takes a part. */
const notInstalled = [
  '@prisma',
  'prisma',
  'pglite-prisma-adapter',
  'gpt-tokenizer',
  'eld',
  'typescript',
  'tsx',
  'esbuild',
  'vitest',
  'react-dom',
]

let folder: string
let packed: { readonly filename: string; readonly files: readonly { readonly path: string }[] }
/** Why the package is not installed. */
let obstacle: string | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-package-'))
  // The setup of the tests has built the program.
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const listed: unknown = JSON.parse((await run('npm', pack, { cwd: projectRoot, maxBuffer: 2 ** 24 })).stdout)
  // Newer versions of npm list packages by name.
  packed = (Object.values(listed as object) as [typeof packed])[0]
  const install = [
    'install',
    '--omit=dev',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--fetch-retries=1',
    join(folder, packed.filename),
  ]
  obstacle = await run('npm', install, { cwd: await makeFolder('installed') }).then(
    () => undefined,
    (error: Error) => error.message,
  )
  if (obstacle !== undefined) process.stderr.write(`Not checked: the installed package, because npm install failed: ${obstacle}\n`)
}, 600_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

async function makeFolder(name: string): Promise<string> {
  await mkdir(join(folder, name))
  return join(folder, name)
}

/** The variables of the environment that a program has everywhere. */
const environment = () => ({ PATH: process.env['PATH'], HOME: process.env['HOME'] })

test('the package contains the built program, its data and its licenses, and no sources', () => {
  const paths = packed.files.map(({ path }) => path)
  const expected = ['package.json', 'README.md', 'LICENSE', 'dist/throughline.mjs', 'dist/THIRD-PARTY-NOTICES.txt']
  expect(paths).toEqual(
    expect.arrayContaining([...expected, 'dist/prisma/migrations/0001_initial/migration.sql', 'dist/prisma/new-database.gz']),
  )
  expect(paths.filter((path) => /^(src|test|adapters|scripts|node_modules)\//.test(path))).toEqual([])
})

test('nothing of it runs when it is installed', () => {
  expect(Object.keys(packageJson.scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([])
})

describe('the installed package', () => {
  const installed = () => join(folder, 'installed')

  test('contains no development packages, and is small', async (context) => {
    context.skip(obstacle !== undefined, obstacle)
    const modules = join(installed(), 'node_modules')
    for (const name of notInstalled) expect(await readdir(join(modules, name)).catch(() => 'absent'), name).toBe('absent')
    const { stdout } = await run('du', ['-sm', modules])
    expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(maxInstalledMb)
    const lock = JSON.parse(await readFile(join(installed(), 'package-lock.json'), 'utf8')) as { packages: Record<string, unknown> }
    expect(Object.keys(lock.packages).filter((path) => path.endsWith('@electric-sql/pglite'))).toHaveLength(1)
  })

  test('starts in an empty folder, prints the link, serves the page and its script, and stops', { timeout: 240_000 }, async (context) => {
    context.skip(obstacle !== undefined, obstacle)
    const cwd = await makeFolder('empty')
    const bot = spawn(join(installed(), 'node_modules/.bin/throughline'), {
      cwd,
      env: { ...environment(), WEB_PORT: '0', HEALTH_PORT: '0', MODEL_DISCOVERY: 'off', NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => void bot.kill('SIGKILL'))
    let output = ''
    const link = await new Promise<string>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output += chunk.toString()
        const [found] = /http:\S+\/sign-in\/\S+/.exec(output) ?? []
        if (found) resolve(found)
      }
      bot.stdout.on('data', read)
      bot.stderr.on('data', read)
      bot.once('exit', (code) => reject(new Error(`It ended with ${code}:\n${output}`)))
    })
    const signedIn = await fetch(link, { redirect: 'manual' })
    const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0])
    const page = await (await fetch(new URL('/', link), { headers: { cookie: cookie.join('; ') } })).text()
    for (const name of ['page.js', 'page.css', 'icon.svg']) {
      const [, address = ''] = new RegExp(`"(/assets/${name.replace('.', '-[A-Z0-9]+.')})"`).exec(page) ?? []
      const asset = await fetch(new URL(address, link))
      expect(`${name}: ${asset.status}`).toBe(`${name}: 200`)
      expect(await asset.text()).not.toMatch(/^import /m)
    }
    expect(await readdir(cwd)).toEqual(['data'])
    const ended = once(bot, 'exit')
    bot.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})

test('stack traces of the built program name lines of the sources', { timeout: 60_000 }, async () => {
  const trace = `
    const { write } = process.stdout
    process.stdout.write = function (...args) {
      process.stderr.write(new Error('printed').stack + '\\n')
      return write.apply(this, args)
    }`
  const program = join(projectRoot, 'dist/throughline.mjs')
  const { stderr } = await run(process.execPath, [
    '--import',
    `data:text/javascript,${encodeURIComponent(trace)}`,
    program,
    'completion',
    'bash',
  ])
  expect(stderr).toMatch(/src[\\/]cli[\\/]commands[\\/]completion\.ts:\d+:\d+/)
})
