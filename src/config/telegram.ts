import { address, httpAddress, matching, oneOf, secret, type VariableRule, type VariableValues, wholeNumber } from './kinds.ts'
import type { WebValues } from './web.ts'

export interface TelegramConfig {
  readonly token: string
  readonly apiRoot: string
  /** Only newer apps show rich messages. */
  readonly richMessages: boolean
  /** If absent, updates are polled. */
  readonly webhook?: { readonly url: string; readonly secret: string; readonly listen: { readonly host: string; readonly port: number } }
}

export const telegramVariables = {
  TELEGRAM_BOT_TOKEN: matching(/^\d+:[\w-]+$/, 'the token that @BotFather gave, such as 123456:ABC-DEF')
    .optional()
    .meta(secret),
  TELEGRAM_API_ROOT: httpAddress('https://api.telegram.org').default('https://api.telegram.org'),
  TELEGRAM_WEBHOOK_URL: address(['https:'], 'https://chat.example.org/telegram').optional(),
  TELEGRAM_WEBHOOK_SECRET: matching(/^[\w-]{16,256}$/, '16 to 256 of the characters A-Z, a-z, 0-9, _ and -')
    .optional()
    .meta(secret),
  TELEGRAM_WEBHOOK_PORT: wholeNumber(0, 65_535).default(8443),
  TELEGRAM_RICH_MESSAGES: oneOf(['on', 'off']).default('off'),
}

export const telegramRules: readonly VariableRule[] = [
  ({ TELEGRAM_WEBHOOK_URL, TELEGRAM_WEBHOOK_SECRET }) =>
    Boolean(TELEGRAM_WEBHOOK_URL) !== Boolean(TELEGRAM_WEBHOOK_SECRET) &&
    'TELEGRAM_WEBHOOK_URL and TELEGRAM_WEBHOOK_SECRET belong together: set both for a webhook (a secret: `openssl rand -hex 32`), or neither to poll for messages.',
]

export function parseTelegram(values: VariableValues<typeof telegramVariables> & WebValues): TelegramConfig | undefined {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_WEBHOOK_URL: url, TELEGRAM_WEBHOOK_SECRET: secret } = values
  if (!token) return undefined
  const listen = { host: values.WEB_HOST, port: values.TELEGRAM_WEBHOOK_PORT }
  return {
    token,
    apiRoot: values.TELEGRAM_API_ROOT,
    richMessages: values.TELEGRAM_RICH_MESSAGES === 'on',
    ...(url && secret && { webhook: { url, secret, listen } }),
  }
}
