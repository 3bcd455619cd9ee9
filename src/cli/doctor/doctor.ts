// throughline doctor: checks the setup and says how to fix each problem.
import { type Config, loadEnvironment, readConfig } from '../../config.ts'
import { messageOf, SetupError } from '../../core/domain/errors.ts'
import { type Finding, good, note, problem } from '../../core/domain/finding.ts'
import { type Clock, systemClock } from '../../core/ports/clock.ts'
import { checkRedis } from '../../jobs/redis/check-redis.ts'
import { checkModel } from '../../model/check-model.ts'
import { checkEmbeddings } from '../../model/embeddings/check-embeddings.ts'
import { offlineModels } from '../../offline/offline-models.ts'
import { redactText } from '../../ops/redact.ts'
import type { AccessPolicy } from '../../people/access.ts'
import { checkStore } from '../../store/check/check-store.ts'
import { checkDiscord } from './check-discord.ts'
import { checkHealthPort } from './check-health.ts'
import { checkSlack } from './check-slack.ts'
import { checkTelegram } from './check-telegram.ts'
import { checkVoice } from './check-voice.ts'
import { checkWeb } from './check-web.ts'

export interface DoctorIo {
  readonly clock: Clock
  /** Prints whole lines. */
  readonly print: (lines: string) => void
}

const marks: Readonly<Record<Finding['state'], string>> = { good: '✓', note: '–', problem: '✗' }

/**
 * Checks everything that the configuration names, without disturbing a running instance. Returns the exit code: 1 if there is a problem.
 */
export async function runDoctor(config: Config, io: DoctorIo): Promise<number> {
  const hide = createRedactor(config)
  let problems = 0
  for (const examine of listChecks(config, io.clock)) {
    const findings = await examine().catch((error: unknown) => [problem(`This check failed: ${messageOf(error)}.`)])
    for (const finding of findings) io.print(hide(`${marks[finding.state]} ${finding.text}`))
    problems += findings.filter(({ state }) => state === 'problem').length
  }
  io.print(problems === 0 ? 'No problems found.' : `${problems} ${problems === 1 ? 'problem' : 'problems'}.`)
  return problems === 0 ? 0 : 1
}

function listChecks(config: Config, clock: Clock): (() => Promise<readonly Finding[]>)[] {
  const { store, redisUrl, model, embeddings, telegram, discord, slack, voice } = config
  const absent = (platform: string, variable: string) => async () => [note(`${platform} is not configured: set ${variable} to use it.`)]
  return [
    async () => [readConfiguration(config)],
    () => checkWeb(config),
    async () => [await checkHealthPort(config.health)],
    () => checkStore(store),
    async () => [redisUrl ? await checkRedis(redisUrl) : note('Redis is not configured: jobs are stored in the embedded database.')],
    () => checkModel({ clock, offline: offlineModels }, model),
    async () => [await checkEmbeddings({ clock }, embeddings)],
    telegram ? () => checkTelegram(telegram) : absent('Telegram', 'TELEGRAM_BOT_TOKEN'),
    discord ? () => checkDiscord(discord) : absent('Discord', 'DISCORD_BOT_TOKEN'),
    slack ? () => checkSlack(slack) : absent('Slack', 'SLACK_BOT_TOKEN'),
    ...(voice ? [() => checkVoice(voice)] : []),
  ]
}

/** Describes who may use the bot under each access policy. */
const mayTalk: Readonly<Record<AccessPolicy, string>> = {
  pairing: 'people approved by an owner may use it',
  allowlist: 'only users who were already approved may use it',
  open: 'everyone may use it',
  workspace: 'members of the workspace and people approved by an owner may use it',
}

function readConfiguration({ role, web, access, allowlist, defaultTimezone }: Config): Finding {
  const page = web.publicUrl?.origin ?? `http://${web.host}:${web.port}`
  const who = allowlist.length > 0 ? `${mayTalk[access]}, as may the ${allowlist.length} on the allowlist` : mayTalk[access]
  return good(`The configuration is valid: role ${role}, page at ${page}, ${who}, default timezone ${defaultTimezone}.`)
}

/** Creates a function that hides secrets in a line, because a server or library may include them in its errors. */
function createRedactor({ model, embeddings, telegram, discord, slack, voice }: Config): (line: string) => string {
  const slackSecrets = slack ? [slack.botToken, ...Object.values(slack.receiving).filter((value) => typeof value === 'string')] : []
  const secrets = [
    model.apiKey,
    embeddings.server?.apiKey,
    telegram?.token,
    telegram?.webhook?.secret,
    discord?.token,
    voice?.apiKey,
    voice?.webhookSecret,
    voice?.startSecret,
    ...slackSecrets,
  ].filter((secret) => secret !== undefined)
  return (line) => secrets.reduce((text, secret) => text.replaceAll(secret, '(hidden)'), redactText(line))
}

/** Checks the setup that the environment describes, and prints the findings. Returns the exit code. */
export async function runDoctorCommand(out: NodeJS.WritableStream): Promise<number> {
  const print = (line: string) => void out.write(`${line}\n`)
  try {
    return await runDoctor(readConfig(loadEnvironment()), { clock: systemClock, print })
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    for (const text of error.problems) print(`${marks.problem} ${text}`)
    return 1
  }
}
