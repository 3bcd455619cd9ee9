import { z } from 'zod'
import type { DiscordConfig } from '../../config.ts'
import { reasonOf } from '../../core/domain/errors.ts'
import { type Finding, good, note, problem } from '../../core/domain/finding.ts'
import { fetchJson } from './fetch-json.ts'

const patienceMs = 10_000
const portal = 'https://discord.com/developers/applications'

/**
 * Permissions: view channels, send messages, send messages in threads, read message history.
 * https://discord.com/developers/docs/topics/permissions
 */
const permissions = (1n << 10n) | (1n << 11n) | (1n << 38n) | (1n << 16n)

/** The bits that give a bot the content of every message. https://discord.com/developers/docs/resources/application#application-object-application-flags */
const messageContentFlags = (1 << 18) | (1 << 19)

const Bot = z.object({ username: z.string() })
const Application = z.object({
  id: z.string(),
  flags: z.number().default(0),
  bot_require_code_grant: z.boolean().default(false),
  interactions_endpoint_url: z.string().nullish(),
  /** By kind of installation: 0 on a server, 1 by users for themselves. */
  integration_types_config: z.record(z.string(), z.unknown()).nullish(),
})
const Guild = z.object({ name: z.string() })
/** Statuses for a server that the bot may not see, that does not exist, or whose id is malformed. */
const notThere: ReadonlySet<number> = new Set([403, 404, 400])

/** Checks which bot the token belongs to and how the application is set up. Does not disturb a running instance. */
export async function checkDiscord(config: DiscordConfig): Promise<Finding[]> {
  try {
    const { username } = Bot.parse(await call(config, '/users/@me'))
    const application = Application.parse(await call(config, '/applications/@me'))
    return [
      good(`Discord: the token belongs to ${username}.`),
      ...checkReceiving(config, application),
      ...checkInstallation(application),
      ...(config.testGuild === undefined ? [] : [await checkTestGuild(config, config.testGuild)]),
    ]
  } catch (error) {
    if (error instanceof DiscordCallError && error.status === 401)
      return [
        problem(
          `Discord rejects the token: ${error.discordMessage}. Open ${portal}, your application, Bot, press "Reset Token", and copy the new one into DISCORD_BOT_TOKEN.`,
        ),
      ]
    const what = error instanceof z.ZodError ? 'the server there is not the Discord API' : reasonOf(error)
    return [problem(`Discord cannot be reached at ${config.apiBase}: ${what}. Check the connection, and DISCORD_API_BASE if it is set.`)]
  }
}

/** Thrown when Discord rejects a request. */
class DiscordCallError extends Error {
  override readonly name = 'Refused'
  constructor(
    readonly status: number,
    readonly discordMessage: string,
  ) {
    super(`it answered ${status}, ${discordMessage}`)
  }
}

async function call({ apiBase, token }: DiscordConfig, path: string): Promise<unknown> {
  const response = await fetch(`${apiBase}/v10${path}`, {
    headers: { authorization: `Bot ${token}` },
    signal: AbortSignal.timeout(patienceMs),
  })
  const answer = await fetchJson(response)
  if (response.ok) return answer
  const message = z.object({ message: z.string() }).safeParse(answer).data?.message
  throw message === undefined ? new Error(`it answered ${response.status}`) : new DiscordCallError(response.status, message)
}

function checkReceiving(config: DiscordConfig, { flags, interactions_endpoint_url: endpoint }: z.infer<typeof Application>): Finding[] {
  return [
    describeReceiving(config, (flags & messageContentFlags) !== 0),
    ...(endpoint
      ? [
          problem(
            `Discord sends commands and buttons to ${endpoint}, so they never arrive here. Open ${portal}, your application, General Information, and clear "Interactions Endpoint URL".`,
          ),
        ]
      : []),
  ]
}

/** Compares what the configuration requests with what the Developer Portal allows. */
function describeReceiving({ readAll }: DiscordConfig, isAllowed: boolean): Finding {
  if (readAll && isAllowed)
    return good('Discord: the bot receives every message of the channels that it can read. It keeps those of channels with /channel on.')
  if (readAll)
    return problem(
      `Discord refuses the connection: DISCORD_MESSAGE_CONTENT is on, but "Message Content Intent" is off. Open ${portal}, your application, Bot, Privileged Gateway Intents, switch it on and save. Or remove DISCORD_MESSAGE_CONTENT.`,
    )
  if (isAllowed)
    return note(
      'Discord: "Message Content Intent" is on, but not used. To log channels with /channel on, set DISCORD_MESSAGE_CONTENT=on. Mentions, replies and direct messages arrive without it.',
    )
  return good(
    `Discord: the bot receives direct messages, mentions and replies, but not the other messages of servers. To log channels with /channel on, open ${portal}, your application, Bot, switch on "Message Content Intent", and set DISCORD_MESSAGE_CONTENT=on.`,
  )
}

function checkInstallation({
  id,
  bot_require_code_grant: codeGrant,
  integration_types_config: ways,
}: z.infer<typeof Application>): Finding[] {
  const findings = [
    note(
      `Discord: add the bot to a server at https://discord.com/oauth2/authorize?client_id=${id}&integration_type=0&scope=bot+applications.commands&permissions=${permissions}`,
    ),
  ]
  if (codeGrant)
    findings.push(
      problem(
        `Discord: the bot cannot be added to any server. Open ${portal}, your application, Bot, and switch off "Requires OAuth2 Code Grant".`,
      ),
    )
  // Applications created before there were two kinds of installation report neither, and can be added to servers.
  const missing = [
    ...(ways && !('0' in ways) ? ['"Guild Install" to allow adding it to servers'] : []),
    ...('1' in (ways ?? {}) ? [] : ['"User Install" to allow users to add it for themselves and use it everywhere']),
  ]
  if (missing.length > 0)
    findings.push(
      note(
        `Discord: to make the bot available in more places, open ${portal}, your application, Installation, and check ${missing.join(' and ')}.`,
      ),
    )
  return findings
}

async function checkTestGuild(config: DiscordConfig, id: string): Promise<Finding> {
  try {
    const { name } = Guild.parse(await call(config, `/guilds/${id}`))
    return note(`Discord: commands are available only on the server ${name}, because of DISCORD_TEST_GUILD.`)
  } catch (error) {
    // Other failures say nothing about whether the bot is on the server.
    if (!(error instanceof DiscordCallError && notThere.has(error.status))) throw error
    return problem(
      'Discord: the bot is not on the server in DISCORD_TEST_GUILD, so its commands are available nowhere. Add the bot to that server, or remove the variable.',
    )
  }
}
