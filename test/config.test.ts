import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadEnvironment, readConfig, variableNames } from '../src/config.ts'
import { SetupError } from '../src/core/domain/errors.ts'
import { findPlainHttpWarning } from '../src/core/lib/host-names.ts'

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof SetupError) return error.problems
    throw error
  }
  return []
}

const token = '123456:hidden-AAAA_bbbb'

test('nothing set is a working setup, on this machine alone', () => {
  const config = readConfig({})
  expect(config).toEqual({
    role: 'all',
    store: { dataDir: './data' },
    web: { host: '127.0.0.1', port: 3000, sessionIdleMs: 7 * 86_400_000 },
    health: { host: '127.0.0.1', port: 3001, usesOtherPort: true },
    access: 'pairing',
    allowlist: [],
    backgroundTokensPerDay: 500_000,
    defaultTimezone: expect.stringMatching(/^[A-Z]/),
    conversation: {
      debounceMs: 300,
      turnTimeoutMs: 300_000,
      contextTokens: 16_000,
      replyTokens: 1_024,
      attachmentMaxBytes: 20 * 2 ** 20,
      messagesPerMinute: 30,
      tokensPerDay: 5_000_000,
      bytesPerDay: 52_428_800,
      repliesAtOnce: 512,
      toolRounds: 8,
    },
    summaries: { quietFrom: '22:00', quietUntil: '08:00' },
    model: {
      seesImages: false,
      idleTimeoutMs: 30_000,
      requestTimeoutMs: 120_000,
      discover: ['http://127.0.0.1:11434', 'http://127.0.0.1:8080'],
    },
    embeddings: { use: 'on', requestTimeoutMs: 120_000, discover: ['http://127.0.0.1:11434', 'http://127.0.0.1:8080'] },
    logLevel: 'info',
  })
})

test('a variable that is empty, or only spaces, is not set', () => {
  expect(readConfig({ WEB_PORT: '', ROLE: '  ', TELEGRAM_BOT_TOKEN: '' })).toEqual(readConfig({}))
})

test('the port for health is the one that is set, or else 3001 unless that is taken', () => {
  expect(readConfig({ HEALTH_PORT: '3001' }).health).toEqual({ host: '127.0.0.1', port: 3001, usesOtherPort: false })
  expect(readConfig({ HEALTH_HOST: '0.0.0.0' }).health).toEqual({ host: '0.0.0.0', port: 3001, usesOtherPort: true })
  expect(problemsOf({ HEALTH_PORT: '70000', HEALTH_HOST: 'not a host' })).toEqual([
    'HEALTH_HOST is "not a host". Accepted: a host name or an IP address to listen on.',
    'HEALTH_PORT is "70000". Accepted: a whole number from 0 to 65535.',
  ])
})

test('what is set is taken over, in its own type', () => {
  const config = readConfig({
    DATABASE_URL: 'postgresql://me:pw@db/throughline',
    REDIS_URL: 'rediss://cache:6380',
    ROLE: 'worker',
    WEB_PORT: ' 8000 ',
    WEB_PUBLIC_URL: 'https://chat.example.org/',
    DEFAULT_TIMEZONE: 'america/new_york',
    QUIET_HOURS: '23:30-07:15',
    OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1/',
    MODEL_DISCOVERY: 'off',
  })
  expect(config).toMatchObject({
    role: 'worker',
    store: { databaseUrl: 'postgresql://me:pw@db/throughline' },
    redisUrl: 'rediss://cache:6380',
    web: { port: 8000, publicUrl: new URL('https://chat.example.org') },
    defaultTimezone: 'America/New_York',
    summaries: { quietFrom: '23:30', quietUntil: '07:15' },
    model: { baseUrl: 'http://127.0.0.1:8000/v1', discover: [] },
  })
})

test('the list of who is let in names accounts, with their workspace or in any', () => {
  expect(readConfig({ ALLOWLIST: 'telegram:12345, slack:T0AB/U0CD,,discord:99 ' }).allowlist).toEqual([
    { platform: 'telegram', platformUserId: '12345' },
    { platform: 'slack', tenant: 'T0AB', platformUserId: 'U0CD' },
    { platform: 'discord', platformUserId: '99' },
  ])
  for (const access of ['pairing', 'allowlist', 'open', 'workspace']) expect(readConfig({ ACCESS: access }).access).toBe(access)
})

test('what is no account in the list is named, all of it at once', () => {
  expect(
    problemsOf({ ALLOWLIST: 'telegram:1, @ada, slack:T0AB/U0CD, slack:/U1, discord, Telegram:2, slack:a/b/c', ACCESS: 'everyone' }),
  ).toEqual([
    'ACCESS is "everyone". Accepted: pairing, allowlist, open or workspace.',
    expect.stringMatching(
      /^ALLOWLIST is .*Accepted: accounts such as telegram:12345 or slack:T0AB\/U0CD, separated by commas, unlike "@ada", "slack:\/U1", "discord", "Telegram:2", "slack:a\/b\/c"\.$/,
    ),
  ])
})

test('a platform is there when its token is, and polls unless both webhook settings are', () => {
  expect(readConfig({}).telegram).toBeUndefined()
  expect(readConfig({ TELEGRAM_BOT_TOKEN: token }).telegram).toEqual({ token, apiRoot: 'https://api.telegram.org', richMessages: false })
  const webhook = { TELEGRAM_WEBHOOK_URL: 'https://chat.example.org/telegram', TELEGRAM_WEBHOOK_SECRET: 'a-long-random-secret' }
  expect(readConfig({ TELEGRAM_BOT_TOKEN: token, ...webhook, WEB_HOST: '0.0.0.0' }).telegram?.webhook).toEqual({
    url: 'https://chat.example.org/telegram',
    secret: 'a-long-random-secret',
    listen: { host: '0.0.0.0', port: 8443 },
  })
  expect(problemsOf({ TELEGRAM_BOT_TOKEN: token, TELEGRAM_WEBHOOK_URL: webhook.TELEGRAM_WEBHOOK_URL })).toEqual([
    expect.stringContaining('TELEGRAM_WEBHOOK_URL and TELEGRAM_WEBHOOK_SECRET belong together'),
  ])
})

test('a transcription model is one of a server that is set', () => {
  expect(readConfig({ TRANSCRIPTION_MODEL: 'whisper-1', OPENAI_API_KEY: 'sk-1' }).model).toMatchObject({ transcriptionModel: 'whisper-1' })
  expect(problemsOf({ TRANSCRIPTION_MODEL: 'whisper-1' })).toEqual([expect.stringContaining('also set OPENAI_BASE_URL or OPENAI_API_KEY')])
})

test('embeddings are of their own server, else of the one that answers where that is OpenAI or its model is named', () => {
  const serverOf = (env: Record<string, string>) => readConfig(env).embeddings.server
  const openAi = 'https://api.openai.com/v1'
  const local = 'http://127.0.0.1:8000/v1'
  expect(serverOf({})).toBeUndefined()
  expect(serverOf({ OPENAI_API_KEY: 'sk-1' })).toEqual({ baseUrl: openAi, model: 'text-embedding-3-small', apiKey: 'sk-1' })
  expect(serverOf({ OPENAI_BASE_URL: local, OPENAI_API_KEY: 'sk-1' })).toBeUndefined()
  expect(serverOf({ OPENAI_BASE_URL: local, OPENAI_API_KEY: 'sk-1', EMBEDDING_MODEL: 'm' })).toEqual({
    baseUrl: local,
    model: 'm',
    apiKey: 'sk-1',
  })
  // A key never goes to another server than its own.
  expect(serverOf({ OPENAI_API_KEY: 'sk-1', EMBEDDING_BASE_URL: local, EMBEDDING_MODEL: 'm' })).toEqual({ baseUrl: local, model: 'm' })
  expect(serverOf({ OPENAI_BASE_URL: local, EMBEDDING_API_KEY: 'sk-2' })).toEqual({
    baseUrl: openAi,
    model: 'text-embedding-3-small',
    apiKey: 'sk-2',
  })
  expect(problemsOf({ EMBEDDING_BASE_URL: local })).toEqual([expect.stringContaining('EMBEDDING_MODEL is not')])
  expect(problemsOf({ EMBEDDING_MODEL: 'm' })).toEqual([expect.stringContaining('set EMBEDDING_BASE_URL, OPENAI_BASE_URL')])
  expect(problemsOf({ EMBEDDINGS: 'yes' })).toEqual(['EMBEDDINGS is "yes". Accepted: on, off or builtin.'])
})

test('files are kept up to as many megabytes as are set, and images are for a model that sees them', () => {
  expect(readConfig({ ATTACHMENT_MAX_MB: '3', MODEL_SEES_IMAGES: 'on' })).toMatchObject({
    conversation: { attachmentMaxBytes: 3 * 1_048_576 },
    model: { seesImages: true },
  })
  expect(problemsOf({ ATTACHMENT_MAX_MB: '0', MODEL_SEES_IMAGES: 'yes' })).toEqual([
    expect.stringContaining('ATTACHMENT_MAX_MB is "0". Accepted: a whole number of megabytes from 1 to 25'),
    expect.stringContaining('MODEL_SEES_IMAGES is "yes". Accepted: on or off'),
  ])
})

test('limits are numbers, of which 0 is none where it says so', () => {
  expect(readConfig({ MESSAGES_PER_MINUTE: '0', TOKENS_PER_DAY: '0', TOOL_ROUNDS: '1' }).conversation).toMatchObject({
    messagesPerMinute: 0,
    tokensPerDay: 0,
    toolRounds: 1,
  })
  expect(problemsOf({ MESSAGES_PER_MINUTE: 'many', TOKENS_PER_DAY: '-1', BACKGROUND_TOKENS_PER_DAY: 'some', TOOL_ROUNDS: '33' })).toEqual([
    'MESSAGES_PER_MINUTE is "many". Accepted: a whole number of messages from 0 to 1000.',
    'TOKENS_PER_DAY is "-1". Accepted: a whole number of tokens from 0 to 999999999.',
    'TOOL_ROUNDS is "33". Accepted: a whole number of rounds from 1 to 32.',
    'BACKGROUND_TOKENS_PER_DAY is "some". Accepted: a whole number of tokens from 0 to 999999999.',
  ])
})

test('there is a price where both halves of it are set', () => {
  expect(readConfig({ PRICE_CURRENCY: 'EUR' }).price).toBeUndefined()
  expect(readConfig({ PRICE_INPUT: '0.40', PRICE_OUTPUT: '0' }).price).toEqual({ input: 0.4, output: 0, currency: 'USD' })
  expect(readConfig({ PRICE_INPUT: '3', PRICE_OUTPUT: '15', PRICE_CURRENCY: '€' }).price).toEqual({ input: 3, output: 15, currency: '€' })
  expect(problemsOf({ PRICE_INPUT: '0.40' })).toEqual([expect.stringContaining('PRICE_INPUT and PRICE_OUTPUT belong together')])
  expect(problemsOf({ PRICE_INPUT: '0,40', PRICE_OUTPUT: '-1', PRICE_CURRENCY: 'US dollars' })).toEqual([
    'PRICE_INPUT is "0,40". Accepted: a price per million tokens, such as 0.40.',
    'PRICE_OUTPUT is "-1". Accepted: a price per million tokens, such as 0.40.',
    'PRICE_CURRENCY is "US dollars". Accepted: a currency, such as USD.',
  ])
})

test('every problem is listed at once, with what the variable got and what it accepts', () => {
  expect(
    problemsOf({
      WEB_PORT: '70000',
      ROLE: 'chief',
      QUIET_HOURS: '22-8',
      DEFAULT_TIMEZONE: 'Mars/Olympus',
      WEB_PUBLIC_URL: 'chat.example.org',
      MODEL_DISCOVERY: 'http://127.0.0.1:1,nowhere',
      DATABASE_URL: 'postgres://db',
    }),
  ).toEqual([
    'ROLE is "chief". Accepted: gateway, worker, web or all.',
    'WEB_PORT is "70000". Accepted: a whole number from 0 to 65535.',
    'WEB_PUBLIC_URL is "chat.example.org". Accepted: an address such as https://chat.example.org.',
    'DEFAULT_TIMEZONE is "Mars/Olympus". Accepted: an IANA timezone, such as Europe/Paris.',
    'QUIET_HOURS is "22-8". Accepted: two local times, such as 22:00-08:00.',
    'MODEL_DISCOVERY is "http://127.0.0.1:1,nowhere". Accepted: off, or addresses separated by commas, such as http://127.0.0.1:11434,http://127.0.0.1:8080.',
    expect.stringContaining('DATABASE_URL is set, but REDIS_URL is not'),
  ])
})

test('a role that shares the work needs what it is shared over', () => {
  expect(problemsOf({ ROLE: 'web' })).toEqual([expect.stringContaining('needs DATABASE_URL and REDIS_URL')])
  expect(problemsOf({ ROLE: 'web', DATABASE_URL: 'postgres://db', REDIS_URL: 'redis://cache' })).toEqual([])
})

test.each([
  ['DATABASE_URL', 'mysql://root:hidden@db/x'],
  ['REDIS_URL', 'hidden'],
  ['OPENAI_BASE_URL', 'ftp://me:hidden@models'],
  ['TELEGRAM_BOT_TOKEN', 'bot hidden'],
  ['TELEGRAM_WEBHOOK_SECRET', 'hidden'],
  ['EMBEDDING_BASE_URL', 'ftp://me:hidden@models'],
  ['DISCORD_BOT_TOKEN', 'hidden'],
  ['SLACK_BOT_TOKEN', 'hidden'],
  ['SLACK_APP_TOKEN', 'hidden'],
  ['SLACK_SIGNING_SECRET', 'hidden'],
])('a wrong %s is named, and its value is not shown', (name, value) => {
  const problems = problemsOf({ [name]: value }).join('\n')
  expect(problems).toContain(`${name} has an invalid value`)
  expect(problems).not.toContain(value)
})

test.each([
  ['TELEGRAM_TOKEN', 'TELEGRAM_BOT_TOKEN'],
  ['TELEGRAM_BOT_TOKNE', 'TELEGRAM_BOT_TOKEN'],
  ['REDIS_URI', 'REDIS_URL'],
  ['WEB_PROT', 'WEB_PORT'],
  ['MODEL_TIMEOUT_MS', 'MODEL_IDLE_TIMEOUT_MS'],
])('%s is taken for a misspelt %s', (typed, meant) => {
  expect(problemsOf({ [typed]: 'hidden' })).toEqual([`${typed} is not a variable of Throughline. Did you mean ${meant}?`])
})

test.each(['HOME', 'PATH', 'TZ', 'WEB_CONCURRENCY', 'OPENAI_ORG_ID', 'XDG_DATA_DIRS', 'NODE_ENV'])(
  '%s belongs to others and is left alone',
  (name) => {
    expect(problemsOf({ [name]: 'x' })).toEqual([])
  },
)

test('a file .env adds to the environment, which counts where both set a variable', () => {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-env-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, '.env'), 'WEB_PORT=4000\nWEB_HOST="0.0.0.0" # everywhere\n')
  process.env['WEB_PORT'] = '5000'
  expect(readConfig(loadEnvironment(folder)).web).toMatchObject({ host: '0.0.0.0', port: 5000 })
  expect(() => loadEnvironment(join(folder, 'nowhere'))).not.toThrow()
})

test('a .env that cannot be read is said plainly', () => {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-env-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, '.env'))
  expect(() => loadEnvironment(folder)).toThrow(/The file .*\.env cannot be read/)
})

const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
const exampleLines = [...example.matchAll(/^# ([A-Z][A-Z_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const)

test('Discord is there when its token is', () => {
  expect(readConfig({}).discord).toBeUndefined()
  const token = 'abc.def.ghi'
  expect(readConfig({ DISCORD_BOT_TOKEN: token }).discord).toEqual({ token, apiBase: 'https://discord.com/api', readAll: false })
  expect(readConfig({ DISCORD_BOT_TOKEN: token, DISCORD_MESSAGE_CONTENT: 'on' }).discord).toMatchObject({ readAll: true })
  expect(problemsOf({ DISCORD_BOT_TOKEN: 'Bot abc' })).toEqual([
    expect.stringMatching(/^DISCORD_BOT_TOKEN has an invalid value .*not shown/),
  ])
})

test('Slack is connected to with an app token, posted to with a signing secret alone, and takes one of them', () => {
  const botToken = 'xoxb-1-2'
  const signingSecret = '0123456789abcdef0123456789abcdef'
  expect(readConfig({ SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: 'xapp-1', SLACK_SIGNING_SECRET: signingSecret }).slack).toEqual({
    botToken,
    apiUrl: 'https://slack.com/api',
    receiving: { appToken: 'xapp-1' },
  })
  expect(readConfig({ SLACK_BOT_TOKEN: botToken, SLACK_SIGNING_SECRET: signingSecret }).slack?.receiving).toEqual({
    signingSecret,
    listen: { host: '127.0.0.1', port: 8444 },
  })
  expect(problemsOf({ SLACK_BOT_TOKEN: botToken })).toEqual([expect.stringContaining('there is no way to receive messages')])
  expect(problemsOf({ SLACK_APP_TOKEN: 'xapp-1' })).toEqual([expect.stringContaining('do nothing without SLACK_BOT_TOKEN')])
})

test('.env.example lists every variable once, and nothing else', () => {
  expect(exampleLines.map(([name]) => name).sort()).toEqual([...variableNames].sort())
  expect(example).not.toMatch(/^[^#\n]/m)
})

test('.env.example shows values that are accepted, all at once', () => {
  expect(problemsOf(Object.fromEntries(exampleLines))).toEqual([])
})

test('.env.example shows the defaults where there are any', () => {
  const defaults = readConfig({})
  const {
    telegram: _telegram,
    discord: _discord,
    slack: _slack,
    voice: _voice,
    ...shown
  } = readConfig(
    Object.fromEntries(
      exampleLines.filter(
        ([name]) =>
          !/^(DATABASE_URL|REDIS_URL|WEB_PUBLIC_URL|DEFAULT_TIMEZONE|ALLOWLIST|OPENAI_\w+|EMBEDDING_\w+|CHAT_MODEL|SUMMARY_MODEL|TRANSCRIPTION_MODEL|MODEL_CONTEXT_WINDOW|PRICE_INPUT|PRICE_OUTPUT|ENCRYPTION_KEY|HEALTH_PORT)$/.test(
            name,
          ),
      ),
    ),
  )
  expect(shown).toEqual(defaults)
})

test.each([
  [{}, undefined],
  [{ WEB_HOST: '0.0.0.0', WEB_PUBLIC_URL: 'https://chat.example.org' }, undefined],
  [{ WEB_PUBLIC_URL: 'http://localhost:3000' }, undefined],
  [{ WEB_PUBLIC_URL: 'http://chat.example.org' }, 'The public address http://chat.example.org is not https'],
])('a public address without https is warned about: %j', (environment, warning) => {
  const found = findPlainHttpWarning(readConfig(environment).web.publicUrl)
  if (warning === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(warning)
})
