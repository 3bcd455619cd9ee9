import { type Logger, LogLevel, webApi } from '@slack/bolt'

export type SlackClient = webApi.WebClient

/** Timeout of a call in ms. Slack answers within a few seconds or not at all. */
const callTimeoutMs = 20_000

/**
 * The libraries' logs contain tokens and message text at finer levels, and unreadable bodies at coarser ones. We log what matters
 * ourselves.
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
 * The options of every call. By default, the client has no timeout and silently waits out rate limits. It retries ten times over half an
 * hour, even calls that may have succeeded.
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
