import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A file and what it imports. Each file here is made, also those that are only imported. */
const forbidden: readonly (readonly [from: string, to: string, rule: string])[] = [
  ['src/core/ports/clock.ts', 'src/store/store.ts', 'core-imports-only-what-is-below'],
  ['src/store/store.ts', 'src/jobs/open-jobs.ts', 'store-imports-only-what-is-below'],
  ['src/threads/messages/append-message.ts', 'src/summaries/run/summarize-day.ts', 'threads-imports-only-what-is-below'],
  ['src/agent/run.ts', 'src/conversation/turn/answer.ts', 'agent-imports-only-what-is-below'],
  ['src/people/users.ts', 'src/config.ts', 'people-imports-only-what-is-below'],
  ['src/cli/doctor/doctor.ts', 'src/main.ts', 'cli-imports-only-what-is-below'],
  ['src/app.ts', 'src/main.ts', 'app.ts-imports-only-what-is-below'],
  ['src/wherever/new.ts', 'src/wherever/other.ts', 'parts-are-in-the-order'],
  ['src/memory/one.ts', 'src/memory/two.ts', 'no-cycles'],
  ['adapters/telegram/index.ts', 'src/threads/messages/append-message.ts', 'adapters-know-only-the-core'],
  ['adapters/telegram/index.ts', 'adapters/web/index.ts', 'adapters-know-no-other'],
  ['adapters/web/index.ts', 'src/config.ts', 'web-starts-nothing'],
  ['adapters/web/browser/page.ts', 'adapters/web/pages/layout.tsx', 'browser-knows-no-server'],
  ['adapters/web/shared/format-age.ts', 'node_modules/preact/index.js', 'shared-code-runs-anywhere'],
  ['src/conversation/turn/answer.ts', 'adapters/telegram/index.ts', 'only-main-knows-adapters'],
  ['src/agent/run.ts', 'node_modules/openai/index.js', 'openai-has-one-owner'],
  ['src/core/ports/clock.ts', 'node_modules/grammy/index.js', 'grammy-has-one-owner'],
  ['src/summaries/run/summarize-day.ts', 'node_modules/pg-boss/index.js', 'bullmq-has-one-owner'],
  ['src/search/search.ts', 'node_modules/@prisma/client/index.js', 'prisma-has-one-owner'],
  ['adapters/telegram/index.ts', 'node_modules/fastify/index.js', 'fastify-has-one-owner'],
  ['src/threads/messages/append-message.ts', 'node_modules/luxon/index.js', 'luxon-has-one-owner'],
  ['src/core/ports/clock.ts', 'test/support/clock.ts', 'tests-are-only-for-tests'],
  ['src/core/domain/ids.ts', 'node_modules/vitest/index.js', 'only-what-is-installed'],
]

const allowed: readonly (readonly [from: string, to: string])[] = [
  // Half of a cycle, which is reported once, at its other half.
  ['src/memory/two.ts', 'src/memory/one.ts'],
  ['src/main.ts', 'adapters/telegram/index.ts'],
  ['src/main.ts', 'src/commands/index.ts'],
  ['src/app.ts', 'src/conversation/turn/answer.ts'],
  ['src/cli/ask.ts', 'src/app.ts'],
  ['src/cli/ask.ts', 'src/config.ts'],
  ['src/cli/run-bot.ts', 'src/main.ts'],
  ['src/agent/run.ts', 'src/search/search.ts'],
  ['adapters/telegram/index.ts', 'src/core/domain/ids.ts'],
  ['adapters/telegram/index.ts', 'node_modules/grammy/index.js'],
  ['adapters/web/index.ts', 'src/threads/messages/append-message.ts'],
  ['adapters/web/index.ts', 'node_modules/fastify/index.js'],
  ['adapters/web/browser/page.ts', 'adapters/web/shared/format-age.ts'],
  ['adapters/web/server/server.ts', 'adapters/web/shared/format-age.ts'],
  ['src/core/ports/clock.ts', 'node_modules/luxon/index.js'],
  ['src/model/client.ts', 'node_modules/openai/index.js'],
  ['src/jobs/open-jobs.ts', 'node_modules/pg-boss/index.js'],
  ['src/store/store.ts', 'node_modules/@prisma/client/index.js'],
  ['test/some.test.ts', 'src/main.ts'],
  ['test/some.test.ts', 'node_modules/openai/index.js'],
]

test('every forbidden import is reported by its rule, and no allowed one is', async () => {
  const folder = await makeTree([...forbidden, ...allowed])
  const expected = forbidden.map(([from, to, rule]) => `${from} → ${to}: ${rule}`)
  expect((await violations(folder)).sort()).toEqual(expected.sort())
})

async function makeTree(imports: readonly (readonly [from: string, to: string, rule?: string])[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-rules-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const files = new Map<string, string>()
  for (const [, to] of imports) files.set(to, 'export {}\n')
  for (const [from, to] of imports) files.set(from, `${files.get(from) ?? ''}import '${specifier(from, to)}'\n`)
  const vendors = [...files.keys()].flatMap((file) => /^node_modules\/(.+)\/index\.js$/.exec(file)?.[1] ?? [])
  for (const name of vendors) files.set(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }))
  const dependencies = Object.fromEntries(vendors.filter((name) => name !== 'vitest').map((name) => [name, '1.0.0']))
  files.set('package.json', JSON.stringify({ name: 'tree', dependencies, devDependencies: { vitest: '1.0.0' } }))
  for (const [file, text] of files) {
    await mkdir(join(folder, dirname(file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  return folder
}

function specifier(from: string, to: string): string {
  const vendor = /^node_modules\/(.+)\/index\.js$/.exec(to)?.[1]
  return vendor ?? `${'../'.repeat(from.split('/').length - 1) || './'}${to}`
}

async function violations(folder: string): Promise<string[]> {
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const config = join(root, '.dependency-cruiser.cjs')
  const output = await new Promise<string>((resolve) => {
    // Its exit code is the number of violations.
    const args = [cruiser, 'src', 'adapters', 'test', '--config', config, '--output-type', 'json']
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 }, (_error, stdout, stderr) => resolve(stdout || stderr))
  })
  const { summary } = JSON.parse(output) as { summary: { violations: { from: string; to: string; rule: { name: string } }[] } }
  return summary.violations.map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`)
}
