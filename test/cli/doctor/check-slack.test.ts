import { readFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { manifestScopes } from '../../../adapters/slack/receive/receiver.ts'
import { checkSlack } from '../../../src/cli/doctor/check-slack.ts'
import type { SlackConfig } from '../../../src/config.ts'
import { type FakeSlack, startFakeSlack } from '../../fakes/slack/index.ts'

let slack: FakeSlack

beforeEach(async () => {
  slack = await startFakeSlack()
  slack.giveScopes(manifestScopes)
  return () => slack.close()
})

const config = (changes: Partial<SlackConfig> = {}): SlackConfig => ({
  botToken: slack.botToken,
  apiUrl: slack.url,
  receiving: { appToken: slack.appToken },
  ...changes,
})

test('a bot with its permissions and Socket Mode is well', async () => {
  const findings = await checkSlack(config())
  expect(findings.map(({ state }) => state)).toEqual(['good', 'good', 'note', 'good'])
  expect(findings[0]?.text).toContain('@throughline in Acme')
  expect(slack.sockets).toBe(0)
})

test('it is asked for every permission of the manifest, by what does not work without', async () => {
  slack.giveScopes(['something:else'])
  const [, finding] = await checkSlack(config())
  expect(finding?.state).toBe('problem')
  for (const scope of manifestScopes) expect(finding?.text).toContain(`${scope} (`)
  expect(finding?.text).toContain('Reinstall to Workspace')
})

test('a permission that only some of it needs is no problem, and is named', async () => {
  slack.giveScopes(manifestScopes.filter((scope) => scope !== 'files:read'))
  const [, finding] = await checkSlack(config())
  expect(finding).toMatchObject({ state: 'note', text: expect.stringContaining('files:read (files and voice messages)') })
})

test('it says which events the log of a channel needs, as the manifest has them, because Slack does not', async () => {
  const manifest = await readFile(new URL('../../../adapters/slack/manifest.yaml', import.meta.url), 'utf8')
  const found = (await checkSlack(config())).find(({ text }) => text.includes('message.channels'))
  expect(found).toMatchObject({ state: 'note', text: expect.stringContaining('adapters/slack/manifest.yaml') })
  const events = found?.text.match(/(?:message\.[a-z]+|(?:channel|group)_[a-z]+|member_left_channel)/g) ?? []
  expect(events).toHaveLength(9)
  for (const event of events) expect(manifest).toContain(`      - ${event}\n`)
})

test.each([
  ['a wrong bot token', () => config({ botToken: 'xoxb-wrong' }), 'SLACK_BOT_TOKEN'],
  ['a wrong app token', () => config({ receiving: { appToken: 'xapp-wrong' } }), 'SLACK_APP_TOKEN'],
])('%s is a problem that says what to click, and not what it is', async (_, made, variable) => {
  const found = (await checkSlack(made())).find(({ state }) => state === 'problem')
  expect(found?.text).toContain(variable)
  expect(found?.text).toContain('https://api.slack.com/apps')
  expect(found?.text).not.toContain('wrong')
})

test.each([
  ['missing_scope', 'connections:write'],
  ['socket_mode_off', 'Check that it is on'],
])('Socket Mode that Slack refuses for %s is a problem', async (error, advice) => {
  slack.failNext('apps.connections.open', { error })
  expect((await checkSlack(config())).at(-1)).toMatchObject({ state: 'problem', text: expect.stringContaining(advice) })
})

test('requests of Slack can only be tried from there', async () => {
  const listen = { host: '127.0.0.1', port: 8444 }
  const findings = await checkSlack(config({ receiving: { signingSecret: 'a-secret-for-tests', listen } }))
  expect(findings.at(-1)).toMatchObject({ state: 'note', text: expect.stringContaining('8444') })
})

test.each([
  ['nobody listens', () => 'http://127.0.0.1:1/api'],
  ['something else answers', () => slack.origin],
])('an address at which %s is a problem', async (_, apiUrl) => {
  const findings = await checkSlack(config({ apiUrl: apiUrl() }))
  expect(findings).toMatchObject([{ state: 'problem', text: expect.stringContaining('SLACK_') }])
})
