import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process, { loadEnvFile } from 'node:process'
import { z } from 'zod'
import { address, clockTime, httpAddress, isHttpAddress, listed, matching, oneOf, text, wholeNumber } from './config-kinds.ts'
import type { ConversationSettings } from './conversation/parts.ts'
import { timezoneNamed } from './core/clock.ts'
import { messageOf, SetupError } from './core/errors.ts'
import { nearestName } from './core/nearest.ts'
import { LOCAL_MODEL_SERVERS, type ModelConfig } from './model/config.ts'
import type { EmbeddingConfig, EmbeddingServer } from './model/embed-config.ts'
import { DEFAULT_EMBEDDING_MODEL } from './model/embed-known.ts'
import { OPENAI_BASE_URL } from './model/openai.ts'
import type { StoreConfig } from './store/open.ts'

/** What this process does; `all` is every one of them. */
export type RoleName = 'gateway' | 'worker' | 'web' | 'all'

export interface TelegramConfig {
  readonly token: string
  readonly apiRoot: string
  /** Shown by newer clients alone. */
  readonly richMessages: boolean
  /** Messages are polled for where it is absent. */
  readonly webhook?: { readonly url: string; readonly secret: string; readonly listen: { readonly host: string; readonly port: number } }
}

export interface DiscordConfig {
  readonly token: string
  readonly apiBase: string
  /** A server in which commands are tried out: they are registered there alone. */
  readonly testGuild?: string
}

export interface SlackConfig {
  readonly botToken: string
  readonly apiUrl: string
  /** Socket Mode where there is a token for it, else posts to an open port. */
  readonly receiving:
    | { readonly appToken: string }
    | { readonly signingSecret: string; readonly listen: { readonly host: string; readonly port: number } }
}

export interface Config {
  readonly role: RoleName
  readonly store: StoreConfig
  /** Jobs are in the embedded database where it is absent. */
  readonly redisUrl?: string
  readonly web: { readonly host: string; readonly port: number; readonly publicUrl?: URL }
  readonly access: 'pairing' | 'open'
  /** IANA name of the timezone of those who have not said theirs. */
  readonly defaultTimezone: string
  readonly conversation: ConversationSettings
  /** HH:MM, local to each person: between these no summary is posted. */
  readonly summaries: { readonly quietFrom: string; readonly quietUntil: string }
  readonly model: ModelConfig
  readonly embeddings: EmbeddingConfig
  readonly telegram?: TelegramConfig
  readonly discord?: DiscordConfig
  readonly slack?: SlackConfig
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

const schema = z.object({
  DATA_DIR: text.default('./data'),
  DATABASE_URL: address(['postgresql:', 'postgres:'], 'postgresql://user:password@127.0.0.1:5432/throughline').optional(),
  REDIS_URL: address(['redis:', 'rediss:'], 'redis://127.0.0.1:6379').optional(),
  ROLE: oneOf(['gateway', 'worker', 'web', 'all']).default('all'),
  WEB_HOST: matching(/^[\w.:-]+$/, 'a host name or an IP address to listen on').default('127.0.0.1'),
  WEB_PORT: wholeNumber(0, 65_535).default(3000),
  WEB_PUBLIC_URL: httpAddress('https://chat.example.org')
    .transform((value) => new URL(value))
    .optional(),
  ACCESS: oneOf(['pairing', 'open']).default('pairing'),
  DEFAULT_TIMEZONE: text
    .refine((value) => timezoneNamed(value) !== undefined, { error: 'an IANA timezone, such as Europe/Paris', abort: true })
    .transform((value) => timezoneNamed(value) ?? 'UTC')
    .optional(),
  DEBOUNCE_MS: wholeNumber(0, 60_000, 'milliseconds').default(300),
  TURN_TIMEOUT_MS: wholeNumber(1_000, 3_600_000, 'milliseconds').default(300_000),
  CONTEXT_TOKENS: wholeNumber(2_000, 1_000_000, 'tokens').default(16_000),
  REPLY_TOKENS: wholeNumber(64, 100_000, 'tokens').default(1_024),
  QUIET_HOURS: matching(new RegExp(`^${clockTime}-${clockTime}$`), 'two local times, such as 22:00-08:00').default('22:00-08:00'),
  ATTACHMENT_MAX_MB: wholeNumber(1, 25, 'megabytes').default(20),
  OPENAI_API_KEY: text.optional(),
  OPENAI_BASE_URL: httpAddress('http://127.0.0.1:8000/v1').optional(),
  CHAT_MODEL: text.optional(),
  SUMMARY_MODEL: text.optional(),
  TRANSCRIPTION_MODEL: text.optional(),
  MODEL_SEES_IMAGES: oneOf(['on', 'off']).default('off'),
  MODEL_CONTEXT_WINDOW: wholeNumber(2_048, 100_000_000, 'tokens').optional(),
  MODEL_IDLE_TIMEOUT_MS: wholeNumber(1_000, 3_600_000, 'milliseconds').default(30_000),
  MODEL_REQUEST_TIMEOUT_MS: wholeNumber(1_000, 3_600_000, 'milliseconds').default(120_000),
  MODEL_DISCOVERY: text
    .refine((value) => value === 'off' || listed(value).every(isHttpAddress), {
      error: `off, or addresses with commas between them, such as ${LOCAL_MODEL_SERVERS.join(',')}`,
      abort: true,
    })
    .transform((value) => (value === 'off' ? [] : listed(value)))
    .default([...LOCAL_MODEL_SERVERS]),
  EMBEDDINGS: oneOf(['on', 'off', 'builtin']).default('off'),
  EMBEDDING_BASE_URL: httpAddress('http://127.0.0.1:11434/v1').optional(),
  EMBEDDING_MODEL: text.optional(),
  EMBEDDING_API_KEY: text.optional(),
  TELEGRAM_BOT_TOKEN: matching(/^\d+:[\w-]+$/, 'the token that @BotFather gave, such as 123456:ABC-DEF').optional(),
  TELEGRAM_API_ROOT: httpAddress('https://api.telegram.org').default('https://api.telegram.org'),
  TELEGRAM_WEBHOOK_URL: address(['https:'], 'https://chat.example.org/telegram').optional(),
  TELEGRAM_WEBHOOK_SECRET: matching(/^[\w-]{16,256}$/, '16 to 256 of the characters A-Z, a-z, 0-9, _ and -').optional(),
  TELEGRAM_WEBHOOK_PORT: wholeNumber(0, 65_535).default(8443),
  TELEGRAM_RICH_MESSAGES: oneOf(['on', 'off']).default('off'),
  DISCORD_BOT_TOKEN: matching(
    /^[\w-]+\.[\w-]+\.[\w-]+$/,
    'the token of the Bot page of your application on discord.com/developers',
  ).optional(),
  DISCORD_API_BASE: httpAddress('https://discord.com/api').default('https://discord.com/api'),
  DISCORD_TEST_GUILD: matching(/^\d{15,21}$/, 'the id of a server, a number of about 18 digits').optional(),
  SLACK_BOT_TOKEN: matching(/^xoxb-\S+$/, 'the Bot User OAuth Token of your app, which begins with xoxb-').optional(),
  SLACK_APP_TOKEN: matching(/^xapp-\S+$/, 'an App-Level Token of your app, which begins with xapp-').optional(),
  SLACK_SIGNING_SECRET: matching(/^\w{16,}$/, 'the Signing Secret of the Basic Information page of your app').optional(),
  SLACK_PORT: wholeNumber(0, 65_535).default(8444),
  SLACK_API_URL: httpAddress('https://slack.com/api').default('https://slack.com/api'),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

type Variables = z.infer<typeof schema>
type Name = keyof Variables

/** Every variable that is read, in the order of the schema. */
export const variableNames: readonly string[] = Object.keys(schema.shape)

/** Never shown: these are keys, or addresses that can hold a password. */
const secrets: ReadonlySet<string> = new Set<Name>([
  'DATABASE_URL',
  'REDIS_URL',
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'EMBEDDING_API_KEY',
  'EMBEDDING_BASE_URL',
  'TELEGRAM_BOT_TOKEN',
  'TELEGRAM_WEBHOOK_SECRET',
  'DISCORD_BOT_TOKEN',
  'SLACK_BOT_TOKEN',
  'SLACK_APP_TOKEN',
  'SLACK_SIGNING_SECRET',
])

/**
 * The environment, with what the file .env of a folder adds to it; where both set a variable, the environment's counts.
 * Throws SetupError.
 */
export function loadEnvironment(folder = '.'): NodeJS.ProcessEnv {
  const file = join(folder, '.env')
  try {
    if (existsSync(file)) loadEnvFile(file)
  } catch (error) {
    throw new SetupError([`The file ${file} cannot be read: ${messageOf(error)}. Make it readable, or take it away.`], { cause: error })
  }
  return process.env
}

/** What the environment asks for. A variable that is empty counts as not set. Throws SetupError with every problem there is. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(variableNames.flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])))
  const parsed = schema.safeParse(given)
  const problems = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => problemWith(String(path[0]), given, message)),
    ...missingPartners(given),
    ...misspellings(env),
  ]
  if (!parsed.success || problems.length > 0) throw new SetupError(problems)
  return configOf(parsed.data)
}

type Given = Readonly<Record<string, string>>

function problemWith(name: string, given: Given, accepts: string): string {
  const got = secrets.has(name) ? 'has a value that it does not take (not shown here)' : `is ${JSON.stringify(given[name])}`
  return `${name} ${got}. Accepted: ${accepts}.`
}

const sharingRoles: ReadonlySet<string> = new Set<RoleName>(['gateway', 'worker', 'web'])

/** Variables that need each other. Looks at what is set and not at the values, so it says something whatever else is wrong. */
function missingPartners(given: Given): string[] {
  const has = (name: Name) => given[name] !== undefined
  const problems: string[] = []
  const shared = has('DATABASE_URL') && has('REDIS_URL')
  const role = given['ROLE'] ?? 'all'
  if (sharingRoles.has(role) && !shared)
    problems.push(
      `ROLE is "${role}", which shares the work with other processes. That takes DATABASE_URL and REDIS_URL; without them only ROLE=all works.`,
    )
  else if (has('DATABASE_URL') && !shared)
    problems.push(
      'DATABASE_URL is set and REDIS_URL is not. On PostgreSQL, jobs are kept in Redis: set both, or neither to use the embedded database.',
    )
  if (has('TRANSCRIPTION_MODEL') && !has('OPENAI_API_KEY') && !has('OPENAI_BASE_URL'))
    problems.push(
      'TRANSCRIPTION_MODEL is a model of the server at OPENAI_BASE_URL, or of OpenAI: set OPENAI_BASE_URL or OPENAI_API_KEY too.',
    )
  if (has('EMBEDDING_BASE_URL') && !has('EMBEDDING_MODEL'))
    problems.push('EMBEDDING_BASE_URL is set and EMBEDDING_MODEL is not: name the model of that server that makes embeddings.')
  if (
    has('EMBEDDING_MODEL') &&
    !['EMBEDDING_BASE_URL', 'EMBEDDING_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_API_KEY'].some((name) => name in given)
  )
    problems.push(
      'EMBEDDING_MODEL is a model of the server at EMBEDDING_BASE_URL, or else of the one that answers: set EMBEDDING_BASE_URL, OPENAI_BASE_URL or OPENAI_API_KEY too.',
    )
  if (has('TELEGRAM_WEBHOOK_URL') !== has('TELEGRAM_WEBHOOK_SECRET'))
    problems.push(
      'TELEGRAM_WEBHOOK_URL and TELEGRAM_WEBHOOK_SECRET come together: set both for a webhook (a secret: `openssl rand -hex 32`), or neither to poll for messages.',
    )
  if (has('SLACK_BOT_TOKEN') && !has('SLACK_APP_TOKEN') && !has('SLACK_SIGNING_SECRET'))
    problems.push(
      'SLACK_BOT_TOKEN is set, and nothing to receive messages with: set SLACK_APP_TOKEN to be connected to Slack (Socket Mode), or SLACK_SIGNING_SECRET to be posted to.',
    )
  if (!has('SLACK_BOT_TOKEN') && (has('SLACK_APP_TOKEN') || has('SLACK_SIGNING_SECRET')))
    problems.push('SLACK_APP_TOKEN and SLACK_SIGNING_SECRET do nothing without SLACK_BOT_TOKEN: set that too.')
  return problems
}

/** Families of names that are all ours: there, a name with a word left out is taken for a mistake too. */
const families = ['TELEGRAM_', 'DISCORD_', 'SLACK_', 'WEB_', 'MODEL_', 'EMBEDDING_'] as const

/** Variables that nobody reads and that are nearly one of ours: a misspelt setting would be ignored without a word. */
function misspellings(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env)
    .filter((name) => !variableNames.includes(name))
    .flatMap((name) => {
      const meant = nearestName(name, variableNames, name.length < 12 ? 1 : 2) ?? withWordLeftOut(name)
      return meant ? [`${name} is not a variable of Throughline. Did you mean ${meant}?`] : []
    })
}

function withWordLeftOut(name: string): string | undefined {
  const family = families.find((prefix) => name.startsWith(prefix))
  const words = name.split('_')
  return family && variableNames.find((known) => known.startsWith(family) && words.every((word) => known.split('_').includes(word)))
}

function configOf(variables: Variables): Config {
  const { WEB_PUBLIC_URL: publicUrl, REDIS_URL: redisUrl } = variables
  const telegram = telegramOf(variables)
  const discord = discordOf(variables)
  const slack = slackOf(variables)
  const [quietFrom = '', quietUntil = ''] = variables.QUIET_HOURS.split('-')
  return {
    role: variables.ROLE,
    store: variables.DATABASE_URL ? { databaseUrl: variables.DATABASE_URL } : { dataDir: variables.DATA_DIR },
    ...(redisUrl && { redisUrl }),
    web: { host: variables.WEB_HOST, port: variables.WEB_PORT, ...(publicUrl && { publicUrl }) },
    access: variables.ACCESS,
    defaultTimezone: variables.DEFAULT_TIMEZONE ?? machineTimezone(),
    conversation: {
      debounceMs: variables.DEBOUNCE_MS,
      turnTimeoutMs: variables.TURN_TIMEOUT_MS,
      contextTokens: variables.CONTEXT_TOKENS,
      replyTokens: variables.REPLY_TOKENS,
      attachmentMaxBytes: variables.ATTACHMENT_MAX_MB * 2 ** 20,
    },
    summaries: { quietFrom, quietUntil },
    model: modelOf(variables),
    embeddings: embeddingsOf(variables),
    ...(telegram && { telegram }),
    ...(discord && { discord }),
    ...(slack && { slack }),
    logLevel: variables.LOG_LEVEL,
  }
}

const machineTimezone = () => timezoneNamed(new Intl.DateTimeFormat('en').resolvedOptions().timeZone) ?? 'UTC'

function modelOf(variables: Variables): ModelConfig {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, MODEL_CONTEXT_WINDOW: contextWindow } = variables
  const { CHAT_MODEL: chatModel, SUMMARY_MODEL: summaryModel, TRANSCRIPTION_MODEL: transcriptionModel } = variables
  return {
    ...(apiKey && { apiKey }),
    ...(baseUrl && { baseUrl }),
    ...(chatModel && { chatModel }),
    ...(summaryModel && { summaryModel }),
    ...(transcriptionModel && { transcriptionModel }),
    seesImages: variables.MODEL_SEES_IMAGES === 'on',
    ...(contextWindow && { contextWindow }),
    idleTimeoutMs: variables.MODEL_IDLE_TIMEOUT_MS,
    requestTimeoutMs: variables.MODEL_REQUEST_TIMEOUT_MS,
    discover: variables.MODEL_DISCOVERY,
  }
}

function embeddingsOf(variables: Variables): EmbeddingConfig {
  const server = embeddingServerOf(variables)
  return {
    use: variables.EMBEDDINGS,
    ...(server && { server }),
    discover: variables.MODEL_DISCOVERY,
    requestTimeoutMs: variables.MODEL_REQUEST_TIMEOUT_MS,
  }
}

/** A server of its own, or else the one that answers, if it is OpenAI's or its model is named. A key goes to its own server alone. */
function embeddingServerOf(variables: Variables): EmbeddingServer | undefined {
  const { EMBEDDING_MODEL: model = DEFAULT_EMBEDDING_MODEL } = variables
  const isOwn = variables.EMBEDDING_BASE_URL || variables.EMBEDDING_API_KEY
  const baseUrl = (isOwn ? variables.EMBEDDING_BASE_URL : variables.OPENAI_BASE_URL) ?? OPENAI_BASE_URL
  const apiKey = isOwn ? variables.EMBEDDING_API_KEY : variables.OPENAI_API_KEY
  const isMeant = isOwn || variables.EMBEDDING_MODEL || (apiKey && baseUrl === OPENAI_BASE_URL)
  return isMeant ? { baseUrl, model, ...(apiKey && { apiKey }) } : undefined
}

function telegramOf(variables: Variables): TelegramConfig | undefined {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_WEBHOOK_URL: url, TELEGRAM_WEBHOOK_SECRET: secret } = variables
  if (!token) return undefined
  const listen = { host: variables.WEB_HOST, port: variables.TELEGRAM_WEBHOOK_PORT }
  return {
    token,
    apiRoot: variables.TELEGRAM_API_ROOT,
    richMessages: variables.TELEGRAM_RICH_MESSAGES === 'on',
    ...(url && secret && { webhook: { url, secret, listen } }),
  }
}

function discordOf(variables: Variables): DiscordConfig | undefined {
  const { DISCORD_BOT_TOKEN: token, DISCORD_TEST_GUILD: testGuild } = variables
  return token ? { token, apiBase: variables.DISCORD_API_BASE, ...(testGuild && { testGuild }) } : undefined
}

function slackOf(variables: Variables): SlackConfig | undefined {
  const { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: signingSecret } = variables
  if (!botToken || (!appToken && !signingSecret)) return undefined
  const listen = { host: variables.WEB_HOST, port: variables.SLACK_PORT }
  const receiving = appToken ? { appToken } : { signingSecret: signingSecret ?? '', listen }
  return { botToken, apiUrl: variables.SLACK_API_URL, receiving }
}
