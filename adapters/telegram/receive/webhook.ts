import { createHash, timingSafeEqual } from 'node:crypto'
import { SetupError } from '../../../src/core/domain/errors.ts'
import type { Log } from '../../../src/core/ports/log.ts'
import { describeShape } from '../../kit/describe-shape.ts'
import { parseJson } from '../../kit/parse-json.ts'
import { openWebhookServer, type WebhookResponse } from '../../kit/webhook-server.ts'
import { parseUpdate, parseUpdateId, type TelegramUpdate, unreadableUpdate } from '../payloads.ts'

export interface WebhookOptions {
  /** The https URL that Telegram posts to. This server handles its path. */
  readonly url: string
  /** 1 to 256 letters, digits, _ and -. Telegram sends it with every request. */
  readonly secret: string
  readonly listen: { readonly host: string; readonly port: number }
}

/** Throws SetupError unless the webhook is safe to open. Without a secret, anyone could write in anyone's name. */
export function validateWebhookOptions({ url, secret }: WebhookOptions): void {
  const problems: string[] = []
  if (!/^[\w-]{1,256}$/.test(secret))
    problems.push(
      'TELEGRAM_WEBHOOK_SECRET must be set for a webhook: 1 to 256 letters, digits, "_" and "-", for example from `openssl rand -hex 32`.',
    )
  if (!(URL.canParse(url) && new URL(url).protocol === 'https:'))
    problems.push('TELEGRAM_WEBHOOK_URL must be the https address at which Telegram reaches this program.')
  if (problems.length > 0) throw new SetupError(problems)
}

/** Serves Telegram's requests. Returns a function that stops the server and waits for running requests. Throws SetupError. */
export async function openWebhook(
  log: Log,
  { url, secret, listen }: WebhookOptions,
  handleUpdate: (update: TelegramUpdate) => Promise<void>,
): Promise<() => Promise<void>> {
  async function handleBody(body: string): Promise<WebhookResponse> {
    const raw = parseJson(body)
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return { status: 400 }
    const update = parseUpdate(raw)
    // Telegram would send a rejected update again for a day.
    if (update) await handleUpdate(update)
    else log.warn({ update: parseUpdateId(raw), shape: describeShape(raw) }, unreadableUpdate)
    return { status: 200 }
  }

  return openWebhookServer({
    platform: 'Telegram',
    log,
    path: new URL(url).pathname,
    listen,
    portVariable: 'TELEGRAM_WEBHOOK_PORT',
    checkHeaders: (headers) => (isSameSecret(headers['x-telegram-bot-api-secret-token'], secret) ? undefined : 401),
    handleBody,
  })
}

/** Compares in constant time. */
function isSameSecret(received: string | string[] | undefined, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return typeof received === 'string' && timingSafeEqual(digest(received), digest(secret))
}
