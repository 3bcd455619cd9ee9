import { z } from 'zod'
import type { SlackConfig } from '../../config.ts'
import { reasonOf } from '../../core/domain/errors.ts'
import { type Finding, good, note, problem } from '../../core/domain/finding.ts'
import { fetchJson } from './fetch-json.ts'

const patienceMs = 10_000

/** The permissions and what fails without each one, the essential ones first. adapters/slack/manifest.yaml requests all of them. */
const scopes: readonly (readonly [scope: string, what: string])[] = [
  ['chat:write', 'sending messages'],
  ['im:history', 'reading direct messages'],
  ['im:write', 'sending direct messages'],
  ['users:read', 'names and time zones'],
  ['app_mentions:read', 'receiving mentions in channels'],
  ['assistant:write', 'suggested prompts and the agent view'],
  ['channels:history', 'reading threads in channels, and their log'],
  ['channels:read', 'names and members of channels'],
  ['commands', 'slash commands and shortcuts'],
  ['files:read', 'files and voice messages'],
  ['files:write', 'sending exports as files'],
  ['groups:history', 'reading threads in private channels, and their log'],
  ['groups:read', 'names and members of private channels'],
  ['mpim:history', 'reading group direct messages'],
  ['mpim:read', 'group direct messages'],
  ['reactions:read', 'reactions as feedback'],
]
const neededCount = 4

const permissions = 'https://api.slack.com/apps, the app, OAuth & Permissions'

const Answer = z.looseObject({ ok: z.boolean(), error: z.string().optional() })
const Auth = z.object({ url: z.string(), team: z.string(), user: z.string() })

/** Checks which bot the tokens belong to, and their permissions. Opens no connection, so a running instance misses no messages. */
export async function checkSlack(config: SlackConfig): Promise<Finding[]> {
  try {
    return [...(await checkBot(config)), await checkReceiving(config)]
  } catch (error) {
    const what = error instanceof z.ZodError ? 'the server there is not the Slack Web API' : reasonOf(error)
    return [problem(`Slack cannot be reached at ${config.apiUrl}: ${what}. Check the connection, and SLACK_API_URL if it is set.`)]
  }
}

async function checkBot({ apiUrl, botToken }: SlackConfig): Promise<Finding[]> {
  const { answer, grantedScopes } = await call({ apiUrl, token: botToken }, 'auth.test')
  if (!answer.ok)
    return [
      problem(
        `Slack rejects SLACK_BOT_TOKEN: ${answer.error}. Copy the Bot User OAuth Token again: ${permissions}; if there is none, click Install to Workspace.`,
      ),
    ]
  const { user, team, url } = Auth.parse(answer)
  return [good(`Slack: the bot is @${user} in ${team} (${url}).`), ...checkScopes(grantedScopes), eventsNote]
}

/** Slack shows the events of an app only on its own pages. */
const eventsNote = note(
  'Slack delivers what is said in a channel only if the app is in there and subscribes to the events message.channels (private channels: message.groups), and tells when a channel ends by channel_archive, channel_deleted, channel_left, group_archive, group_deleted, group_left and member_left_channel. An app from an older manifest lacks some of them. To log channels, paste adapters/slack/manifest.yaml again: https://api.slack.com/apps, the app, App Manifest; then reinstall it if Slack says so.',
)

function checkScopes(grantedScopes: readonly string[]): Finding[] {
  if (grantedScopes.length === 0) return [note('Slack did not report which permissions the bot has.')]
  const lacking = scopes.filter(([scope]) => !grantedScopes.includes(scope))
  if (lacking.length === 0) return [good('Slack: the bot has all its permissions.')]
  const cannotDoWithout = scopes.slice(0, neededCount)
  const isNeeded = lacking.some((scope) => cannotDoWithout.includes(scope))
  const list = lacking.map(([scope, what]) => `${scope} (${what})`).join(', ')
  const text = `Slack: the bot lacks permissions: ${list}. Add them under Bot Token Scopes: ${permissions}; then click Reinstall to Workspace.`
  return [isNeeded ? problem(text) : note(text)]
}

async function checkReceiving({ apiUrl, receiving }: SlackConfig): Promise<Finding> {
  if (!('appToken' in receiving)) {
    const { host, port } = receiving.listen
    return note(
      `Slack must send requests to ${host}, port ${port}, path /slack/events, through an https address. Whether it can reach this machine is shown on Slack only: https://api.slack.com/apps, the app, Event Subscriptions, Request URL, Retry.`,
    )
  }
  const { answer } = await call({ apiUrl, token: receiving.appToken }, 'apps.connections.open')
  if (answer.ok) return good('Slack: Socket Mode works.')
  const basics = 'https://api.slack.com/apps, the app, Basic Information, App-Level Tokens'
  if (answer.error === 'missing_scope')
    return problem(`SLACK_APP_TOKEN may not open connections. Generate one with the scope connections:write: ${basics}.`)
  if (['invalid_auth', 'not_authed', 'token_revoked', 'not_allowed_token_type', 'account_inactive'].includes(answer.error ?? ''))
    return problem(`Slack rejects SLACK_APP_TOKEN: ${answer.error}. Copy the token that begins with "xapp-" again: ${basics}.`)
  return problem(
    `Slack: Socket Mode does not work: ${answer.error}. Check that it is on: https://api.slack.com/apps, the app, Socket Mode.`,
  )
}

async function call({ apiUrl, token }: { readonly apiUrl: string; readonly token: string }, method: string) {
  const response = await fetch(`${apiUrl.replace(/\/+$/, '')}/${method}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(patienceMs),
  })
  if (response.status === 429) throw new Error('it limits requests; try again in a minute')
  const answer = Answer.parse(await fetchJson(response))
  const grantedScopes = (response.headers.get('x-oauth-scopes') ?? '').split(/\s*,\s*/).filter((scope) => scope !== '')
  return { answer, grantedScopes }
}
