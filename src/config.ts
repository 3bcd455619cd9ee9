import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process, { loadEnvFile } from 'node:process'
import { z } from 'zod'
import { type BackgroundLimitConfig, budgetVariables, parseBudget } from './config/budget.ts'
import { conversationVariables, parseConversation } from './config/conversation.ts'
import { type DiscordConfig, discordVariables, parseDiscord } from './config/discord.ts'
import { embeddingRules, embeddingVariables, parseEmbeddings } from './config/embeddings.ts'
import { type HealthConfig, healthVariables, parseHealth } from './config/health.ts'
import { type Environment, isSecret } from './config/kinds.ts'
import { findMisspelledVariables } from './config/misspellings.ts'
import { modelRules, modelVariables, parseModel } from './config/model.ts'
import { type PeopleConfig, parsePeople, peopleVariables } from './config/people.ts'
import { parsePrice, priceRules, priceVariables } from './config/price.ts'
import { parseRunning, type RunningConfig, runningRules, runningVariables } from './config/running.ts'
import { parseSlack, type SlackConfig, slackRules, slackVariables } from './config/slack.ts'
import { parseTelegram, type TelegramConfig, telegramRules, telegramVariables } from './config/telegram.ts'
import { parseVoice, type VoiceConfig, voiceRules, voiceVariables } from './config/voice.ts'
import { parseWeb, type WebConfig, webVariables } from './config/web.ts'
import type { ConversationSettings } from './conversation/deps.ts'
import type { Price } from './conversation/usage.ts'
import { messageOf, SetupError } from './core/domain/errors.ts'
import type { ModelConfig } from './model/config.ts'
import type { EmbeddingConfig } from './model/embeddings/config.ts'

export type { DiscordConfig, SlackConfig, TelegramConfig, VoiceConfig }

/** The configuration. Each part has a file in config/ with its variables, the rules between them, and their parsed form. */
export interface Config extends RunningConfig, PeopleConfig, BackgroundLimitConfig {
  readonly web: WebConfig
  readonly health: HealthConfig
  readonly conversation: ConversationSettings
  readonly model: ModelConfig
  /** If absent, no cost is shown. */
  readonly price?: Price
  readonly embeddings: EmbeddingConfig
  readonly telegram?: TelegramConfig
  readonly discord?: DiscordConfig
  readonly slack?: SlackConfig
  readonly voice?: VoiceConfig
}

const schema = z.object({
  ...runningVariables,
  ...webVariables,
  ...healthVariables,
  ...peopleVariables,
  ...conversationVariables,
  ...budgetVariables,
  ...modelVariables,
  ...priceVariables,
  ...embeddingVariables,
  ...telegramVariables,
  ...discordVariables,
  ...slackVariables,
  ...voiceVariables,
})

const rules = [runningRules, modelRules, priceRules, embeddingRules, telegramRules, slackRules, voiceRules].flat()

/** The names of all variables, in schema order. */
export const variableNames: readonly string[] = Object.keys(schema.shape)

const secrets: ReadonlySet<string> = new Set(Object.entries(schema.shape).flatMap(([name, kind]) => (isSecret(kind) ? [name] : [])))

/** Loads the environment and a folder's .env file. The environment takes precedence. Throws SetupError. */
export function loadEnvironment(folder = '.'): NodeJS.ProcessEnv {
  const file = join(folder, '.env')
  try {
    if (existsSync(file)) loadEnvFile(file)
  } catch (error) {
    throw new SetupError([`The file ${file} cannot be read: ${messageOf(error)}. Make it readable, or remove it.`], { cause: error })
  }
  return process.env
}

/** Parses the environment. An empty variable counts as unset. Throws SetupError with all problems. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const environment = Object.fromEntries(variableNames.flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])))
  const parsed = schema.safeParse(environment)
  const problems = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => problemWith(String(path[0]), environment, message)),
    ...rules.map((rule) => rule(environment)).filter((problem) => typeof problem === 'string'),
    ...findMisspelledVariables(env, variableNames),
  ]
  if (!parsed.success || problems.length > 0) throw new SetupError(problems)
  return configOf(parsed.data)
}

function problemWith(name: string, environment: Environment, accepts: string): string {
  const got = secrets.has(name) ? 'has an invalid value (not shown here)' : `is ${JSON.stringify(environment[name])}`
  return `${name} ${got}. Accepted: ${accepts}.`
}

function configOf(values: z.infer<typeof schema>): Config {
  const telegram = parseTelegram(values)
  const discord = parseDiscord(values)
  const slack = parseSlack(values)
  const voice = parseVoice(values)
  const price = parsePrice(values)
  return {
    ...parseRunning(values),
    ...parsePeople(values),
    ...parseBudget(values),
    web: parseWeb(values),
    health: parseHealth(values),
    conversation: parseConversation(values),
    model: parseModel(values),
    ...(price && { price }),
    embeddings: parseEmbeddings(values),
    ...(telegram && { telegram }),
    ...(discord && { discord }),
    ...(slack && { slack }),
    ...(voice && { voice }),
  }
}
