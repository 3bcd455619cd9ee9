import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { checkDiscord } from '../../../src/cli/doctor/check-discord.ts'
import type { DiscordConfig } from '../../../src/config.ts'
import { type FakeDiscord, startFakeDiscord } from '../../fakes/discord/index.ts'

let discord: FakeDiscord

beforeEach(async () => {
  discord = await startFakeDiscord()
  return () => discord.close()
})

const check = (changes: Partial<DiscordConfig> = {}) =>
  checkDiscord({ token: discord.token, apiBase: discord.url, readAll: false, ...changes })
const texts = async (changes?: Partial<DiscordConfig>) => (await check(changes)).map(({ state, text }) => `${state}: ${text}`).join('\n')

test('an application that is set up has no problem, and opens no connection', async () => {
  discord.application['flags'] = 0
  const findings = await check()
  expect(findings.map(({ state }) => state)).toEqual(['good', 'good', 'note'])
  expect(findings[0]?.text).toBe('Discord: the token belongs to throughline.')
  expect(findings[2]?.text).toContain(
    `client_id=${discord.applicationId}&integration_type=0&scope=bot+applications.commands&permissions=274877975552`,
  )
  expect(discord.gateway.identified).toEqual([])
})

test('a token that is refused is named with what to click, and not shown', async () => {
  const answer = await texts({ token: 'hidden-token' })
  expect(answer).toMatch(/^problem: Discord rejects the token: 401: Unauthorized.*Reset Token.*DISCORD_BOT_TOKEN/)
  expect(answer).not.toContain('hidden-token')
})

test('commands that are posted elsewhere are a problem', async () => {
  discord.application['interactions_endpoint_url'] = 'https://old.example.org/'
  expect(await texts()).toMatch(/problem: Discord sends commands and buttons to https:\/\/old\.example\.org\/.*Interactions Endpoint URL/)
})

test('a bot that nobody can add is a problem', async () => {
  discord.application['bot_require_code_grant'] = true
  expect(await texts()).toMatch(/problem: .*Requires OAuth2 Code Grant/)
})

test.each([
  [{ '0': {} }, /note: .*check "User Install"/],
  [{ '1': {} }, /note: .*check "Guild Install"/],
  [null, /note: .*check "User Install"/],
])('the ways of installing %j', async (ways, expected) => {
  discord.application['integration_types_config'] = ways
  expect(await texts()).toMatch(expected)
})

test.each([
  ['off', 0, /good: Discord: the bot receives direct messages.*but not the other.*"Message Content Intent".*DISCORD_MESSAGE_CONTENT=on/],
  ['off', 1 << 18, /note: Discord: "Message Content Intent" is on, but not used.*DISCORD_MESSAGE_CONTENT=on/],
  ['on', 0, /problem: Discord refuses the connection: DISCORD_MESSAGE_CONTENT is on.*Privileged Gateway Intents.*Or remove/],
  ['on', 1 << 18, /good: Discord: the bot receives every message/],
  ['on', 1 << 19, /good: Discord: the bot receives every message/],
])('message content that is %s here, with the flags %i in the portal', async (configured, flags, expected) => {
  discord.application['flags'] = flags
  expect(await texts({ readAll: configured === 'on' })).toMatch(expected)
})

test('the test server must have the bot', async () => {
  const [garden, elsewhere] = [discord.guild('Garden'), discord.guild('Elsewhere', { hasBot: false })]
  expect(await texts({ testGuild: garden.id })).toContain('note: Discord: commands are available only on the server Garden')
  expect(await texts({ testGuild: elsewhere.id })).toContain('problem: Discord: the bot is not on the server in DISCORD_TEST_GUILD')
})

test('what cannot be reached, and what is not Discord, are told apart', async () => {
  const server = createServer((_, response) => response.end('{"hello":"world"}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await texts({ apiBase })).toContain('the server there is not the Discord API')
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  expect(await texts({ apiBase })).toMatch(/^problem: Discord cannot be reached at .*ECONNREFUSED.*DISCORD_API_BASE/)
})

test('a server that cannot be asked about is not taken for one without the bot', async () => {
  const server = createServer((request, response) => {
    const answers: Readonly<Record<string, object>> = {
      '/v10/users/@me': { username: 'throughline' },
      '/v10/applications/@me': { id: '1' },
    }
    const answer = answers[request.url ?? '']
    response.writeHead(answer ? 200 : 503).end(JSON.stringify(answer ?? { message: 'Service unavailable' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await texts({ apiBase, testGuild: '7' })).toMatch(
    /^problem: Discord cannot be reached at .*: it answered 503, Service unavailable\./,
  )
})
