import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Runs the audit against a registry that answers with a status and the advisories by package. */
async function audit(status: number, advisories: object, environment: Readonly<Record<string, string>> = {}) {
  // npm keeps what it learns of an advisory.
  const cache = await mkdtemp(join(tmpdir(), 'throughline-npm-'))
  onTestFinished(() => rm(cache, { recursive: true, force: true }))
  const registry = createServer((request, response) => {
    request.resume()
    const isAudit = request.url?.endsWith('/advisories/bulk') ?? false
    response.writeHead(isAudit ? status : 404, { 'content-type': 'application/json' }).end(JSON.stringify(isAudit ? advisories : {}))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void registry.close())
  await once(registry, 'listening')
  const { port } = registry.address() as AddressInfo
  const npm = { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_fetch_retries: '0', npm_config_cache: cache }
  const env = { ...process.env, ...npm, ...environment }
  const child = spawn(process.execPath, ['scripts/audit.mjs'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const [code] = await once(child, 'close')
  return { code, output }
}

const advisory = (severity: string) => ({ id: 1, url: 'https://example.org/1', title: 'Example', severity, vulnerable_versions: '>=0' })

test('no known vulnerability passes', async () => {
  expect(await audit(200, {})).toEqual({ code: 0, output: 'Known vulnerabilities in production dependencies: none.\n' })
})

test('a high one fails and is named, a low one is only named', async () => {
  const high = await audit(200, { fastify: [advisory('high')] })
  expect(high.output).toContain('1 high')
  expect(high.output).toContain('high: fastify')
  expect(high.code).toBe(1)
  const low = await audit(200, { fastify: [advisory('low')] })
  expect(low.output).toContain('low: fastify')
  expect(low.code).toBe(0)
})

test('a bundled package counts like an installed one, a tool does not', async () => {
  const bundled = await audit(200, { 'gpt-tokenizer': [advisory('high')], vitest: [advisory('critical')] })
  expect(bundled.output).toBe('Known vulnerabilities in production dependencies: 1 high.\n  high: gpt-tokenizer\n')
  expect(bundled.code).toBe(1)
})

test('a registry that lists none is reported, and fails nothing', async () => {
  const { code, output } = await audit(405, {})
  expect(output).toMatch(/^Not checked: known vulnerabilities of dependencies/)
  expect(code).toBe(0)
})

test('an audit that does not run fails', async () => {
  const { code, output } = await audit(200, {}, { PATH: '/nowhere' })
  expect(output).toMatch(/^Not checked: .*npm audit printed no report \(spawnSync npm ENOENT\)\.$/m)
  expect(code).toBe(1)
})
