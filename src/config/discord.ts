import { httpAddress, matching, oneOf, secret, type VariableValues } from './kinds.ts'

export interface DiscordConfig {
  readonly token: string
  readonly apiBase: string
  /** Whether to request every message of the channels that the bot can read. Discord sends them only if the Developer Portal allows it. */
  readonly readAll: boolean
  /** The id of a server for testing commands. If set, they are registered only there. */
  readonly testGuild?: string
}

export const discordVariables = {
  DISCORD_BOT_TOKEN: matching(/^[\w-]+\.[\w-]+\.[\w-]+$/, 'the token of the Bot page of your application on discord.com/developers')
    .optional()
    .meta(secret),
  DISCORD_API_BASE: httpAddress('https://discord.com/api').default('https://discord.com/api'),
  DISCORD_MESSAGE_CONTENT: oneOf(['on', 'off']).default('off'),
  DISCORD_TEST_GUILD: matching(/^\d{15,21}$/, 'the id of a server, a number of about 18 digits').optional(),
}

export function parseDiscord(values: VariableValues<typeof discordVariables>): DiscordConfig | undefined {
  const { DISCORD_BOT_TOKEN: token, DISCORD_API_BASE: apiBase, DISCORD_TEST_GUILD: testGuild } = values
  const readAll = values.DISCORD_MESSAGE_CONTENT === 'on'
  return token ? { token, apiBase, readAll, ...(testGuild && { testGuild }) } : undefined
}
