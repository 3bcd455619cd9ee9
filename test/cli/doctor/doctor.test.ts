import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runDoctor } from '../../../src/cli/doctor/doctor.ts'
import { type Config, readConfig } from '../../../src/config.ts'
import { systemClock } from '../../../src/core/ports/clock.ts'
import { readMigrations } from '../../../src/store/migrate.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { botOn } from '../../support/bot.ts'
import { testDatabase } from '../../support/store.ts'

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-doctor-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A configuration with an empty data folder and nothing to discover, and what else a test sets. */
async function configWith(env: NodeJS.ProcessEnv = {}, store?: Config['store']): Promise<Config> {
  const config = readConfig({
    DATA_DIR: await emptyFolder(),
    MODEL_DISCOVERY: 'off',
    EMBEDDINGS: 'off',
    WEB_PORT: '0',
    HEALTH_PORT: '0',
    ...env,
  })
  return store ? { ...config, store } : config
}

async function examine(config: Config): Promise<{ code: number; output: string }> {
  const lines: string[] = []
  const code = await runDoctor(config, { clock: systemClock, print: (line) => lines.push(line) })
  return { code, output: lines.join('\n') }
}

/** A server on loopback that answers each request with the JSON that `answer` gives, or 404. */
async function jsonServer(answer: (path: string, request: IncomingMessage) => unknown): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const body = answer(path, request)
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? { ok: false, description: 'Not Found' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

/** An address at which nobody listens. */
async function deadAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return `127.0.0.1:${port}`
}

test('with nothing configured all is well, and it makes nothing', async () => {
  const config = await configWith()
  const { code, output } = await examine(config)
  expect(code).toBe(0)
  expect(output.split('\n').map((line) => line.charAt(0))).toEqual(['✓', '✓', '✓', '✓', '–', '–', '–', '–', '–', '–', 'N'])
  expect(output).toContain('yet. The first start creates it')
  expect(output).toContain('the offline model answers')
  expect(output).toMatch(/No problems found\.$/)
  expect('dataDir' in config.store && (await readdir(config.store.dataDir))).toEqual([])
})

test('a database of this version opens, and can be opened again afterwards', async () => {
  const store = await testDatabase()
  const { code, output } = await examine(await configWith({}, store))
  expect(output).toContain('✓ Its tables match this version.')
  expect(code).toBe(0)
  await (await openStore(store)).close()
})

test('a database of an older version is no problem: the next start brings it up to date', async () => {
  const last = (await readMigrations()).at(-1)?.name
  const database = await testDatabase()
  const store = await openStore(database)
  await store.db.$executeRaw`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = ${last}`
  await store.close()
  const { code, output } = await examine(await configWith({}, database))
  expect(output).toContain(`– Its tables are from an older version. The next start migrates them: ${last}.`)
  expect(code).toBe(0)
})

test('a database of a newer version is a problem, and is left as it is', async () => {
  const database = await testDatabase()
  const store = await openStore(database)
  await store.db
    .$executeRaw`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '9999_later', now())`
  await store.close()
  const { code, output } = await examine(await configWith({}, database))
  expect(output).toContain('✗ The database was last opened by a newer version of Throughline: it has the migration 9999_later')
  expect(output).toMatch(/1 problem\.$/)
  expect(code).toBe(1)
})

test('a data folder in use by a living process is well, and is not touched', async () => {
  const dataDir = await emptyFolder()
  await writeFile(join(dataDir, 'throughline.lock'), `${process.ppid} \n`)
  const { code, output } = await examine(await configWith({}, { dataDir }))
  expect(output).toContain(`✓ The data folder ${dataDir} is in use by process ${process.ppid}.`)
  expect(code).toBe(0)
  expect(await readdir(dataDir)).toEqual(['throughline.lock'])
})

test('a data folder that is a file, and a database that is damaged, are problems with advice', async () => {
  const folder = await emptyFolder()
  const file = join(folder, 'file')
  await writeFile(file, '')
  const inFile = await examine(await configWith({}, { dataDir: join(file, 'data') }))
  expect(inFile.output).toContain(`✗ ${file} is a file`)
  expect(inFile.code).toBe(1)

  await mkdir(join(folder, 'postgres'))
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '9')
  const damaged = await examine(await configWith({}, { dataDir: folder }))
  expect(damaged.output).toContain(`✗ The embedded database in ${folder} cannot be opened: its files are damaged`)
  expect(damaged.code).toBe(1)
  expect(await readdir(join(folder, 'postgres'))).toEqual(['PG_VERSION'])
})

test.skipIf(!existsSync('/proc/self'))(
  'a folder in which nothing can be made is a problem, whatever its permissions say (needs /proc)',
  async () => {
    const { code, output } = await examine(await configWith({}, { dataDir: '/proc/nope' }))
    expect(output).toContain('✗ The folder /proc for the data is not writable')
    expect(output).not.toContain('The first start creates it')
    expect(code).toBe(1)
  },
)

test('the port of the page is tried, and let go again', async () => {
  const port = (await deadAddress()).split(':')[1]
  for (let times = 0; times < 2; times++) {
    const { code, output } = await examine(await configWith({ WEB_PORT: port }))
    expect(output).toContain(`✓ The page can be served on 127.0.0.1, port ${port}.`)
    expect(code).toBe(0)
  }
})

test('a port that is taken is a problem, unless a bot serves its page there', async () => {
  const other = await jsonServer(() => ({ hello: 'world' }))
  const taken = await examine(await configWith({ WEB_PORT: new URL(other.url).port }))
  expect(taken.output).toContain(
    `✗ The page cannot be served on 127.0.0.1, port ${new URL(other.url).port}: another program uses that port.`,
  )
  expect(taken.code).toBe(1)

  const bot = await botOn({})
  const healthPort = new URL(bot.healthUrl).port
  const served = await examine(await configWith({ WEB_PORT: new URL(bot.url ?? '').port, HEALTH_PORT: healthPort }))
  expect(served.output).toMatch(/✓ The page is being served on 127\.0\.0\.1, port \d+, by a running bot\./)
  expect(served.output).toContain(`✓ Monitoring is being served on 127.0.0.1, port ${healthPort}, by a running bot.`)
  expect(served.code).toBe(0)
})

test('a page that answers only under its public name is recognized', async () => {
  const server = createServer(({ headers }, response) => {
    response.writeHead(302, { location: headers.host === 'chat.example.org' ? '/continuous/' : '/' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const { output } = await examine(await configWith({ WEB_PORT: String(port), WEB_PUBLIC_URL: 'https://chat.example.org' }))
  expect(output).toContain(`✓ The page is being served on 127.0.0.1, port ${port}, by a running bot.`)
})

test('a public address without https is worth knowing', async () => {
  const { code, output } = await examine(await configWith({ WEB_PUBLIC_URL: 'http://chat.example.org' }))
  expect(output).toContain('The public address http://chat.example.org is not https')
  expect(code).toBe(0)
})

test('a port for monitoring that is taken is a problem only if it is configured', async () => {
  const other = await jsonServer(() => ({ alive: 'no' }))
  const { port } = new URL(other.url)
  const configured = await examine(await configWith({ HEALTH_PORT: port }))
  expect(configured.output).toContain(`✗ Monitoring cannot be served on 127.0.0.1, port ${port}: another program uses that port.`)
  expect(configured.code).toBe(1)
  const config = await configWith()
  const assumed = await examine({ ...config, health: { host: '127.0.0.1', port: Number(port), usesOtherPort: true } })
  expect(assumed.output).toContain(`✓ Monitoring uses a free port on 127.0.0.1, because port ${port} is taken.`)
  expect(assumed.code).toBe(0)
})

test('an address that this machine does not have is a problem', async () => {
  // Of those that are kept for examples in documents.
  const { code, output } = await examine(await configWith({ WEB_HOST: '192.0.2.1', WEB_PORT: '3000' }))
  expect(output).toContain('✗ The page cannot be served on 192.0.2.1, port 3000: this machine does not have that address. Set WEB_HOST')
  expect(code).toBe(1)
})

test('what cannot be reached is named with the reason and what to check, and no secret is shown', async () => {
  const dead = await deadAddress()
  const { code, output } = await examine(
    await configWith({
      DATABASE_URL: `postgresql://me:hidden-password@${dead}/throughline`,
      REDIS_URL: `redis://me:hidden-password@${dead}`,
      OPENAI_API_KEY: 'hidden-key',
      OPENAI_BASE_URL: `http://me:hidden-password@${dead}/v1`,
      TELEGRAM_BOT_TOKEN: '123:hidden-token',
      TELEGRAM_API_ROOT: `http://${dead}`,
    }),
  )
  expect(output).toContain('✗ The database at DATABASE_URL cannot be used: connect ECONNREFUSED')
  expect(output).toContain('✗ The Redis at REDIS_URL cannot be used: connect ECONNREFUSED')
  expect(output).toContain('✗ The model server at ')
  expect(output).toContain(`✗ Telegram cannot be reached at http://${dead}: connect ECONNREFUSED`)
  expect(output).toMatch(/4 problems\.$/)
  expect(output).not.toContain('hidden-')
  expect(code).toBe(1)
})

test('a model server is asked for its models with the key, and must have those that are configured', async () => {
  const keys: unknown[] = []
  const { url } = await jsonServer((path, request) => {
    keys.push(request.headers.authorization)
    return path === '/v1/models' ? { data: [{ id: 'small:latest' }, { id: 'large' }] } : undefined
  })
  const env = { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${url}/v1` }
  const well = await examine(await configWith({ ...env, CHAT_MODEL: 'small' }))
  expect(well.output).toContain(`✓ The model server at ${url}/v1 answers, and has small.`)
  expect(well.code).toBe(0)
  expect(new Set(keys)).toEqual(new Set(['Bearer key']))
  expect(well.output).toMatch(
    /– The context window of the model small is not known\. 32,000 tokens are assumed\..* Set MODEL_CONTEXT_WINDOW/,
  )

  const missing = await examine(await configWith({ ...env, CHAT_MODEL: 'small', SUMMARY_MODEL: 'huge' }))
  expect(missing.output).toContain('does not have the model huge. It has small:latest, large.')
  expect(missing.code).toBe(1)
})

test('a local model server that is running is found', async () => {
  const { url } = await jsonServer((path) => (path === '/v1/models' ? { data: [{ id: 'small' }] } : undefined))
  const { output } = await examine(await configWith({ MODEL_DISCOVERY: url }))
  expect(output).toContain(`✓ A local model server was found at ${url}/v1. Replies come from small.`)
})

interface BotApi {
  readonly me?: object
  readonly webhook?: object
}

const botApi = ({ me = {}, webhook = {} }: BotApi = {}) =>
  jsonServer((path) => {
    if (path === '/bot123:abc/getMe') return { ok: true, result: { id: 123, is_bot: true, username: 'line_bot', ...me } }
    if (path === '/bot123:abc/getWebhookInfo') return { ok: true, result: { url: '', pending_update_count: 0, ...webhook } }
    return undefined
  })

test('Telegram is asked about the token, the privacy mode and the way of receiving, and no update is taken away', async () => {
  const { url, asked } = await botApi({ me: { can_read_all_group_messages: false }, webhook: { pending_update_count: 3 } })
  const { code, output } = await examine(await configWith({ TELEGRAM_BOT_TOKEN: '123:abc', TELEGRAM_API_ROOT: url }))
  expect(output).toContain('✓ Telegram: the token belongs to @line_bot.')
  expect(output).toContain('✓ Telegram: the bot polls for messages. 3 updates are waiting.')
  expect(output).toContain('– Telegram: privacy mode is on.')
  expect(code).toBe(0)
  expect(asked).toEqual(['/bot123:abc/getMe', '/bot123:abc/getWebhookInfo'])
})

test.each([
  ['as configured', 'https://chat.example.org/telegram', {}, '✓ Telegram delivers to https://chat.example.org/telegram.'],
  [
    'of somebody else',
    'https://other.example.org/',
    {},
    '– Telegram delivers to https://other.example.org/, not to https://chat.example.org/telegram',
  ],
  ['not set yet', '', {}, '– Telegram does not deliver to https://chat.example.org/telegram yet'],
  [
    'failing',
    'https://chat.example.org/telegram',
    { last_error_message: 'Connection refused' },
    '✗ Telegram could not deliver to the webhook',
  ],
])('a webhook: %s', async (_state, set, more, expected) => {
  const { url } = await botApi({ webhook: { url: set, ...more } })
  const { code, output } = await examine(
    await configWith({
      TELEGRAM_BOT_TOKEN: '123:abc',
      TELEGRAM_API_ROOT: url,
      TELEGRAM_WEBHOOK_URL: 'https://chat.example.org/telegram',
      TELEGRAM_WEBHOOK_SECRET: 'hidden-secret-of-16',
    }),
  )
  expect(output).toContain(expected)
  expect(code).toBe(expected.startsWith('✗') ? 1 : 0)
})

test('a webhook that an earlier configuration left behind is mentioned', async () => {
  const { url } = await botApi({ webhook: { url: 'https://old.example.org/' } })
  const { output } = await examine(await configWith({ TELEGRAM_BOT_TOKEN: '123:abc', TELEGRAM_API_ROOT: url }))
  expect(output).toContain('– Telegram delivers to the webhook https://old.example.org/, but polling is configured')
})

test.each([
  [{ can_join_groups: true, can_read_all_group_messages: true }, 'privacy mode is off', '/setprivacy to @BotFather, choose @line_bot'],
  [
    { can_join_groups: true, can_read_all_group_messages: false },
    'privacy mode is on',
    'then Disable, and then remove the bot from the group',
  ],
  [
    { can_join_groups: false, can_read_all_group_messages: false },
    'cannot be added to groups',
    '/setjoingroups to @BotFather, choose @line_bot',
  ],
])('what a Telegram bot hears of groups is said, with what to do for the other: %j', async (me, state, advice) => {
  const { url } = await botApi({ me })
  const { code, output } = await examine(await configWith({ TELEGRAM_BOT_TOKEN: '123:abc', TELEGRAM_API_ROOT: url }))
  expect(output).toContain(state)
  expect(output).toContain(advice)
  expect(code).toBe(0)
})

test('a token that Telegram refuses, and a server that is not the Bot API, are told apart', async () => {
  const { url } = await botApi()
  const refused = await examine(await configWith({ TELEGRAM_BOT_TOKEN: '999:wrong', TELEGRAM_API_ROOT: url }))
  expect(refused.output).toContain('✗ Telegram rejects the token: Not Found. Copy it again from @BotFather')
  expect(refused.output).not.toContain('999:wrong')
  const other = await jsonServer(() => ({ hello: 'world' }))
  const notTelegram = await examine(await configWith({ TELEGRAM_BOT_TOKEN: '123:abc', TELEGRAM_API_ROOT: other.url }))
  expect(notTelegram.output).toContain('the server there is not the Telegram Bot API')
})

const redisUrl = process.env['TEST_REDIS_URL']
test.skipIf(!redisUrl)('a Redis that answers is well (needs TEST_REDIS_URL)', async () => {
  const { code, output } = await examine(await configWith({ REDIS_URL: redisUrl }))
  expect(output).toMatch(/✓ Redis [\d.]+ answers\./)
  expect(code).toBe(0)
})
