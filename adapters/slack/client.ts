import { type Logger, LogLevel, webApi } from '@slack/bolt'

export type SlackClient = webApi.WebClient

/** Slack answers a call within a few seconds or not at all, in milliseconds. */
const callTimeoutMs = 20_000

/**
 * What Slack's libraries say of themselves holds tokens and texts at their finer levels, and bodies that they could not read
 * at the coarser ones. What matters of it is logged where it is handled.
 */
export const silentLogger: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  getLevel: () => LogLevel.ERROR,
  setName() {},
}

/**
 * How every call is made. The client by itself tries ten times over half an hour, without a timeout, and what it tries again
 * can have been done before; and it sits out rate limits in silence.
 */
export const toClientOptions = (apiUrl: string): webApi.WebClientOptions => ({
  slackApiUrl: apiUrl,
  retryConfig: { retries: 0 },
  timeout: callTimeoutMs,
  rejectRateLimitedCalls: true,
  allowAbsoluteUrls: false,
  logger: silentLogger,
})

export const createClient = (token: string, apiUrl: string): SlackClient => new webApi.WebClient(token, toClientOptions(apiUrl))
