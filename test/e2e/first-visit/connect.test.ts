import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import type { UserId } from '../../../src/core/domain/ids.ts'
import { systemRandom } from '../../../src/core/ports/random.ts'
import { type Bot, startBot } from '../../../src/main.ts'
import type { Store } from '../../../src/store/store.ts'
import { RunningClock } from '../../support/clock.ts'
import { type ModelServer, startModelServer } from '../../support/model-server.ts'
import { answers, rawModelServer } from '../../support/raw-model-server.ts'
import { type RecordingLog, recordingLog } from '../../support/recording-log.ts'
import { databaseEnv, takeStore } from '../../support/store.ts'
import { linksIn, type Opened, optionsOf, type PlainBrowser, signInTo } from './browser.ts'

const key = 'sk-a-secret-that-nobody-sees-again'

interface Instance {
  readonly store: Store
  readonly log: RecordingLog
  readonly dataDir: string
  start(role: 'all' | 'web' | 'worker', env?: Readonly<Record<string, string>>): Promise<Bot>
}

/** An instance of one or more processes on one database, whose models are those of its configuration. */
async function instance(): Promise<Instance> {
  const { store, config: database, giveBack } = await takeStore()
  onTestFinished(giveBack)
  const dataDir = await mkdtemp(join(tmpdir(), 'first-visit-'))
  const log = recordingLog()
  const clock = new RunningClock('2026-11-18T09:00:00Z')
  return {
    store,
    log,
    dataDir,
    async start(role, env = {}) {
      const config = readConfig({
        ...databaseEnv(database),
        // Processes on PostgreSQL may have folders of their own, so their key is a variable.
        ...('databaseUrl' in database && { ENCRYPTION_KEY: 'ab'.repeat(32) }),
        ...{ DATA_DIR: dataDir, WEB_PORT: '0', HEALTH_PORT: '0', DEBOUNCE_MS: '50', MODEL_DISCOVERY: 'off', EMBEDDINGS: 'off' },
        ...{ DEFAULT_TIMEZONE: 'Europe/Paris' },
        ...env,
      })
      const bot = await startBot({ ...config, role }, { clock, random: systemRandom, log, store })
      onTestFinished(bot.stop)
      return bot
    },
  }
}

async function modelServer(text = 'I am the model.'): Promise<ModelServer> {
  const server = await startModelServer(() => ({ deltas: [text] }))
  onTestFinished(() => server.close())
  return server
}

const connect = async (browser: PlainBrowser, fields: Readonly<Record<string, string>>): Promise<Opened> => {
  const tested = await browser.press(await browser.open('/settings/'), 'Test', fields)
  return browser.press(tested, 'Save', { model: optionsOf(tested, 'model')[0] ?? '' })
}

async function ask({ app, url }: Bot, browser: PlainBrowser, text: string): Promise<string> {
  expect(url).toBeDefined()
  const before = await app.store.db.message.count({ where: { role: 'assistant', kind: 'chat' } })
  await say(browser, text)
  const replies = () => app.store.db.message.findMany({ where: { role: 'assistant', kind: 'chat' }, orderBy: { id: 'desc' }, take: 1 })
  await expect
    .poll(() => app.store.db.message.count({ where: { role: 'assistant', kind: 'chat' } }), { timeout: 60_000 })
    .toBeGreaterThan(before)
  return (await replies())[0]?.text ?? ''
}

async function say(browser: PlainBrowser, text: string): Promise<void> {
  expect(await browser.post('/continuous/add-message/', { id: randomUUID(), text })).toBe(202)
}

test('an owner connects a model with a form, and the next reply comes from it, in all processes and without a restart', async () => {
  const { store, start, log } = await instance()
  const [web, worker] = [await start('web'), await start('worker')]
  const browser = await signInTo(web)
  const server = await modelServer()

  const [settings] = [await browser.open('/continuous/')]
  const [leadsTo = ''] = linksIn(settings.html).filter((href) => href.startsWith('/settings/') && href.includes('#'))
  expect((await browser.open(leadsTo.split('#')[0] ?? '')).text).toContain('Language model')
  expect(await ask({ ...web }, browser, 'Hello?')).not.toContain('I am the model.')

  const tested = await browser.press(await browser.open('/settings/'), 'Test', { address: server.url, key })
  expect(tested.status).toBe(200)
  expect(optionsOf(tested, 'model')).toEqual(['test-model'])
  expect(tested.html).not.toContain(key)
  const saved = await browser.press(tested, 'Save', { model: 'test-model' })
  expect(saved).toMatchObject({ path: '/settings/', status: 200 })
  expect(saved.text).toContain('test-model')

  await expect.poll(() => ask(web, browser, 'And now?')).toBe('I am the model.')
  expect(worker.app.languageModels.chat.name).toBe('test-model')
  expect(web.app.languageModels.chat.name).toBe('test-model')

  const dump = JSON.stringify(await everyRow(store))
  for (const place of [dump, saved.html, (await browser.open('/settings/')).html, JSON.stringify(log.lines)])
    expect(place).not.toContain(key)

  // A process that starts later uses it from the beginning, and so does one after a restart.
  const later = await start('worker')
  expect(later.app.languageModels.chat.name).toBe('test-model')

  const disconnected = await browser.press(await browser.open('/settings/'), 'Disconnect', {})
  expect(disconnected.status).toBe(200)
  await expect.poll(() => ask(web, browser, 'Who are you now?')).not.toContain('I am the model.')
}, 120_000)

async function everyRow({ db }: Store): Promise<unknown[]> {
  const tables = await db.$queryRawUnsafe<{ name: string }[]>(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace IN ('public'::regnamespace, to_regnamespace('pgboss')) AND relkind = 'r'`,
  )
  const rows: unknown[] = []
  for (const { name } of tables) rows.push(...(await db.$queryRawUnsafe<object[]>(`SELECT t::text AS row FROM ${name} t`)))
  return rows
}

test('the key is encrypted with a key in the data folder, which only its owner can read, and is in no export', async (context) => {
  const { start, dataDir, store } = await instance()
  if (!store.embedded) return context.skip('with PostgreSQL, the key is in ENCRYPTION_KEY')
  const bot = await start('all')
  const browser = await signInTo(bot)
  const raw = await rawModelServer(answers(200, { data: [{ id: 'm1' }, { id: 'text-embedding-3' }] }))
  await connect(browser, { address: `${raw.address}/v1`, key })
  expect(raw.headers.at(-1)?.authorization).toBe(`Bearer ${key}`)
  const files = await readdir(dataDir)
  const keyFile = files.find((name) => /key/.test(name)) ?? ''
  const { mode } = await stat(join(dataDir, keyFile))
  expect(mode & 0o077).toBe(0)
  expect(await readFile(join(dataDir, keyFile), 'utf8')).not.toContain(key)
  expect(JSON.stringify(await everyRow(store))).not.toContain(key)
  // Saving again without the key keeps it, for the same address only.
  await browser.press(await browser.open('/settings/'), 'Test', { key: '' })
  expect(raw.headers.at(-1)?.authorization).toBe(`Bearer ${key}`)
  const elsewhere = await rawModelServer(answers(200, { data: [{ id: 'm2' }] }))
  await browser.press(await browser.open('/settings/'), 'Test', { address: `${elsewhere.address}/v1`, key: '' })
  expect(JSON.stringify(elsewhere.headers)).not.toContain(key)
}, 120_000)

test('only an owner sees the form or is listened to', async () => {
  const { start, store } = await instance()
  const bot = await start('all')
  const ben = await store.db.user.create({ data: { name: 'Ben', createdAt: bot.app.clock.now() } })
  const [owner, other] = [await signInTo(bot), await signInTo(bot, ben.id as UserId)]
  const server = await modelServer()
  const form = await owner.open('/settings/')
  expect((await other.open('/settings/')).text).not.toContain('Language model')
  for (const button of ['Test', 'Save'])
    expect((await other.press(form, button, { address: server.url, key, model: 'test-model' })).status).toBe(404)
  expect(bot.app.languageModels.origin).toBe('offline')
  expect(server.calls).toEqual([])
}, 120_000)

test.each([
  ['refuses the key', answers(401, { error: { message: `no ${key}` } }), /key/i],
  ['forbids it', answers(403, {}), /key/i],
  ['has nothing there', answers(404, {}), /\/v1/],
  ['is busy', answers(429, {}), /later|busy|limit/i],
  ['fails', answers(500, {}), /500/],
  [
    'answers with a page',
    (response: import('node:http').ServerResponse) => void response.setHeader('content-type', 'text/html').end('<h1>Hi</h1>'),
    /\/v1|not a list|model server/i,
  ],
  [
    'leads elsewhere',
    (response: import('node:http').ServerResponse) => void response.writeHead(302, { location: 'http://127.0.0.1:1/models' }).end(),
    /another address|redirect/i,
  ],
  ['has no models', answers(200, { data: [] }), /no (chat )?model/i],
  ['breaks off', (response: import('node:http').ServerResponse) => void response.destroy(), /reach|connection/i],
  [
    'never ends',
    (response: import('node:http').ServerResponse) => {
      const timer = setInterval(() => response.write(' '.repeat(1_000_000)), 1)
      response.setHeader('content-type', 'application/json').on('close', () => clearInterval(timer))
    },
    /too (long|large|much)|list of models/i,
  ],
])(
  'a server that %s is described in words, and nothing is changed',
  async (_, answer, words) => {
    const { start, log } = await instance()
    const bot = await start('all')
    const browser = await signInTo(bot)
    const server = await rawModelServer(answer)
    for (const button of ['Test', 'Save']) {
      const said = await browser.press(await browser.open('/settings/'), button, { address: `${server.address}/v1`, key, model: 'm' })
      expect(said.status).toBeLessThan(500)
      expect(said.text).toMatch(words)
      expect(said.html).not.toContain(key)
      // The address need not be typed again, and the form is there to try again.
      expect(said.html).toContain(`value="${server.address}/v1"`)
    }
    expect(bot.app.languageModels.origin).toBe('offline')
    expect(JSON.stringify(log.lines)).not.toContain(key)
    expect((await browser.open('/continuous/')).status).toBe(200)
  },
  120_000,
)

test.each([
  ['', /address/i],
  ['file:///etc/passwd', /http/],
  ['javascript:alert(1)', /http/],
  ['not an address', /http/],
  ['http://ada:pass@127.0.0.1/v1', /password|name/i],
  ['http://127.0.0.1:1/v1', /reach/i],
])(
  'the address "%s" is refused with the reason',
  async (address, words) => {
    const { start } = await instance()
    const browser = await signInTo(await start('all'))
    const said = await browser.press(await browser.open('/settings/'), 'Test', { address, key: '' })
    expect(said.status).toBeLessThan(500)
    expect(said.text).toMatch(words)
  },
  120_000,
)

test('a key goes over http to another machine only after a warning', async () => {
  const { start } = await instance()
  const browser = await signInTo(await start('all'))
  const said = await browser.press(await browser.open('/settings/'), 'Test', { address: 'http://models.example.org/v1', key })
  expect(said.text).toMatch(/not encrypted|in clear/i)
  expect(said.html).not.toContain(key)
}, 120_000)

test('environment variables win, and the form says so', async () => {
  const { start } = await instance()
  const [configured, other] = [await modelServer('From the environment.'), await modelServer('From the form.')]
  const first = await start('all')
  const before = await signInTo(first)
  await connect(before, { address: other.url, key: '' })
  await expect.poll(() => first.app.languageModels.chat.name).toBe('test-model')
  await first.stop()
  const bot = await start('all', { OPENAI_BASE_URL: configured.url })
  const browser = await signInTo(bot)
  const settings = await browser.open('/settings/')
  expect(settings.text).toContain('OPENAI_BASE_URL')
  expect(await ask(bot, browser, 'Who are you?')).toBe('From the environment.')
}, 120_000)

test('each card leads on, also where a chat app is connected already', async () => {
  const { start } = await instance()
  const browser = await signInTo(await start('web'))
  const empty = await browser.open('/continuous/')
  const cards = /<(\w+)[^>]*class="first-visit[^"]*"[\s\S]*?<form[\s\S]*?<\/form>/.exec(empty.html)?.[0] ?? ''
  const links = linksIn(cards)
  expect(links.length).toBeGreaterThanOrEqual(2)
  for (const href of links) {
    const [path = '', anchor = ''] = href.split('#')
    const page = await browser.open(path)
    expect(page.status).toBe(200)
    if (anchor) expect(page.html).toContain(`id="${anchor}"`)
  }
  const apps = await browser.open(links.find((href) => href.includes('apps'))?.split('#')[0] ?? '')
  for (const name of ['TELEGRAM_BOT_TOKEN', 'DISCORD_BOT_TOKEN', 'SLACK_BOT_TOKEN']) expect(apps.text).toContain(name)
}, 120_000)
