import { z } from 'zod'
import type { DiscordConfig } from '../../config.ts'
import { reasonOf } from '../../core/domain/errors.ts'
import { type Finding, good, note, problem } from '../../core/domain/finding.ts'
import { fetchJson } from './fetch-json.ts'

const patienceMs = 10_000
const portal = 'https://discord.com/developers/applications'

/** View channels, send messages, send messages in threads, read message history. https://discord.com/developers/docs/topics/permissions */
const permissions = (1n << 10n) | (1n << 11n) | (1n << 38n) | (1n << 16n)

/** The bits that give a bot the content of every message. https://discord.com/developers/docs/resources/application#application-object-application-flags */
const messageContentFlags = (1 << 18) | (1 << 19)

const Bot = z.object({ username: z.string() })
const Application = z.object({
  id: z.string(),
  flags: z.number().default(0),
  bot_require_code_grant: z.boolean().default(false),
  interactions_endpoint_url: z.string().nullish(),
  /** By installation: 0 on a server, 1 by users for themselves. */
  integration_types_config: z.record(z.string(), z.unknown()).nullish(),
})
const Guild = z.object({ name: z.string() })
/** Statuses for a server that the bot may not see, that does not exist, or whose id is malformed. */
const notThere: ReadonlySet<number> = new Set([403, 404, 400])

/** Checks whom the token belongs to and how the application is set up. Does not disturb a running instance. */
export async function checkDiscord(config: DiscordConfig): Promise<Finding[]> {
  try {
    const { username } = Bot.parse(await call(config, '/users/@me'))
    const application = Application.parse(await call(config, '/applications/@me'))
    return [
      good(`Discord: the token belongs to ${username}.`),
      ...checkReceiving(application),
      ...checkInstallation(application),
      ...(config.testGuild === undefined ? [] : [await checkTestGuild(config, config.testGuild)]),
    ]
  } catch (error) {
    if (error instanceof DiscordCallError && error.status === 401)
      return [
        problem(
          `Discord refuses the token: ${error.said}. Open ${portal}, your application, Bot, press "Reset Token", and copy the new one into DISCORD_BOT_TOKEN.`,
        ),
      ]
    const what = error instanceof z.ZodError ? "it answered something that is not Discord's API" : reasonOf(error)
    return [problem(`Discord cannot be reached at ${config.apiBase}: ${what}. Check the connection, and DISCORD_API_BASE if it is set.`)]
  }
}

/** Discord rejected the request. */
class DiscordCallError extends Error {
  override readonly name = 'Refused'
  constructor(
    readonly status: number,
    readonly said: string,
  ) {
    super(`it answered ${status}, ${said}`)
  }
}

async function call({ apiBase, token }: DiscordConfig, path: string): Promise<unknown> {
  const response = await fetch(`${apiBase}/v10${path}`, {
    headers: { authorization: `Bot ${token}` },
    signal: AbortSignal.timeout(patienceMs),
  })
  const answer = await fetchJson(response)
  if (response.ok) return answer
  const said = z.object({ message: z.string() }).safeParse(answer).data?.message
  throw said === undefined ? new Error(`it answered ${response.status}`) : new DiscordCallError(response.status, said)
}

function checkReceiving({ flags, interactions_endpoint_url: endpoint }: z.infer<typeof Application>): Finding[] {
  const content = flags & messageContentFlags
  return [
    content
      ? note(
          'Discord: "Message Content Intent" is on. Throughline does not need it: mentions, replies and direct messages reach it anyway.',
        )
      : good('Discord: direct messages, mentions and replies to the bot reach it; it is not shown what else is said on servers.'),
    ...(endpoint
      ? [
          problem(
            `Discord posts commands and buttons to ${endpoint}, so they never arrive here. Open ${portal}, your application, General Information, and empty "Interactions Endpoint URL".`,
          ),
        ]
      : []),
  ]
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
        `Discord does not let anyone add the bot. Open ${portal}, your application, Bot, and switch off "Requires OAuth2 Code Grant".`,
      ),
    )
  // Applications from before there were two kinds of installation report none, and can be added to servers.
  const missing = [
    ...(ways && !('0' in ways) ? ['"Guild Install", so that it can be added to servers'] : []),
    ...('1' in (ways ?? {}) ? [] : ['"User Install", so that people can add it for themselves and use it everywhere']),
  ]
  if (missing.length > 0)
    findings.push(
      note(`Discord: to open the bot to more places, ${portal}, your application, Installation, tick ${missing.join('; and ')}.`),
    )
  return findings
}

async function checkTestGuild(config: DiscordConfig, id: string): Promise<Finding> {
  try {
    const { name } = Guild.parse(await call(config, `/guilds/${id}`))
    return note(`Discord: commands are offered on ${name} alone, because DISCORD_TEST_GUILD names it.`)
  } catch (error) {
    // Other failures say nothing about the server.
    if (!(error instanceof DiscordCallError && notThere.has(error.status))) throw error
    return problem(
      'Discord: the bot is not on the server that DISCORD_TEST_GUILD names, so its commands are offered nowhere. Add it there, or take the variable away.',
    )
  }
}
