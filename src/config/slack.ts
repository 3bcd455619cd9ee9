import { httpAddress, matching, secret, type VariableRule, type VariableValues, wholeNumber } from './kinds.ts'
import type { WebValues } from './web.ts'

export interface SlackConfig {
  readonly botToken: string
  readonly apiUrl: string
  /** Socket Mode if there is an app token, otherwise HTTP requests to an open port. */
  readonly receiving:
    | { readonly appToken: string }
    | { readonly signingSecret: string; readonly listen: { readonly host: string; readonly port: number } }
}

export const slackVariables = {
  SLACK_BOT_TOKEN: matching(/^xoxb-\S+$/, 'the Bot User OAuth Token of your app, which begins with xoxb-')
    .optional()
    .meta(secret),
  SLACK_APP_TOKEN: matching(/^xapp-\S+$/, 'an App-Level Token of your app, which begins with xapp-')
    .optional()
    .meta(secret),
  SLACK_SIGNING_SECRET: matching(/^\w{16,}$/, 'the Signing Secret of the Basic Information page of your app')
    .optional()
    .meta(secret),
  SLACK_PORT: wholeNumber(0, 65_535).default(8444),
  SLACK_API_URL: httpAddress('https://slack.com/api').default('https://slack.com/api'),
}

export const slackRules: readonly VariableRule[] = [
  ({ SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET }) =>
    SLACK_BOT_TOKEN &&
    !SLACK_APP_TOKEN &&
    !SLACK_SIGNING_SECRET &&
    'SLACK_BOT_TOKEN is set, but there is no way to receive messages: set SLACK_APP_TOKEN to use Socket Mode, or SLACK_SIGNING_SECRET to use HTTP requests.',
  ({ SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET }) =>
    !SLACK_BOT_TOKEN &&
    (SLACK_APP_TOKEN || SLACK_SIGNING_SECRET) &&
    'SLACK_APP_TOKEN and SLACK_SIGNING_SECRET do nothing without SLACK_BOT_TOKEN: set that too.',
]

export function parseSlack(values: VariableValues<typeof slackVariables> & WebValues): SlackConfig | undefined {
  const { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: signingSecret } = values
  if (!botToken || (!appToken && !signingSecret)) return undefined
  const listen = { host: values.WEB_HOST, port: values.SLACK_PORT }
  const receiving = appToken ? { appToken } : { signingSecret: signingSecret ?? '', listen }
  return { botToken, apiUrl: values.SLACK_API_URL, receiving }
}
