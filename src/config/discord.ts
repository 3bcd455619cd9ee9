import { httpAddress, matching, secret, type VariableValues } from './kinds.ts'

export interface DiscordConfig {
  readonly token: string
  readonly apiBase: string
  /** The id of a server for testing commands. If set, they are registered only there. */
  readonly testGuild?: string
}

export const discordVariables = {
  DISCORD_BOT_TOKEN: matching(/^[\w-]+\.[\w-]+\.[\w-]+$/, 'the token of the Bot page of your application on discord.com/developers')
    .optional()
    .meta(secret),
  DISCORD_API_BASE: httpAddress('https://discord.com/api').default('https://discord.com/api'),
  DISCORD_TEST_GUILD: matching(/^\d{15,21}$/, 'the id of a server, a number of about 18 digits').optional(),
}

export function parseDiscord(values: VariableValues<typeof discordVariables>): DiscordConfig | undefined {
  const { DISCORD_BOT_TOKEN: token, DISCORD_API_BASE: apiBase, DISCORD_TEST_GUILD: testGuild } = values
  return token ? { token, apiBase, ...(testGuild && { testGuild }) } : undefined
}
