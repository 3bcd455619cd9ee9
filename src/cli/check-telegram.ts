import { z } from 'zod'
import type { TelegramConfig } from '../config.ts'
import { reasonOf } from '../core/errors.ts'
import { type Finding, good, note, problem } from '../core/finding.ts'

const patienceMs = 10_000

const Answer = z.object({ ok: z.boolean(), description: z.string().optional(), result: z.unknown().optional() })
const Me = z.object({ username: z.string(), can_read_all_group_messages: z.boolean().optional() })
const Webhook = z.object({ url: z.string(), pending_update_count: z.number().optional(), last_error_message: z.string().optional() })

/** Asks Telegram who the token belongs to and how its messages are received. Takes no message away from a running instance. */
export async function checkTelegram(config: TelegramConfig): Promise<Finding[]> {
  try {
    const me = Me.parse(await call(config, 'getMe'))
    const privacy = me.can_read_all_group_messages
      ? note('Telegram: privacy mode is off, so every message of its groups reaches the bot; it reads those that are meant for it.')
      : note('Telegram: privacy mode is on. In groups, commands, mentions and replies reach the bot, and nothing else.')
    return [
      good(`Telegram: the token belongs to @${me.username}.`),
      receiving(config, Webhook.parse(await call(config, 'getWebhookInfo'))),
      privacy,
    ]
  } catch (error) {
    if (error instanceof Refused)
      return [problem(`Telegram refuses the token: ${error.message}. Copy it again from @BotFather into TELEGRAM_BOT_TOKEN.`)]
    const what = error instanceof z.ZodError ? 'it answered something that is not the Bot API' : reasonOf(error)
    return [problem(`Telegram cannot be reached at ${config.apiRoot}: ${what}. Check the connection, and TELEGRAM_API_ROOT if it is set.`)]
  }
}

/** The Bot API knows the request and will not have it. */
class Refused extends Error {
  override readonly name = 'Refused'
}

async function call({ apiRoot, token }: TelegramConfig, method: string): Promise<unknown> {
  const response = await fetch(`${apiRoot}/bot${token}/${method}`, { signal: AbortSignal.timeout(patienceMs) })
  const answer = Answer.parse(await response.json().catch(() => undefined))
  if (!answer.ok) throw new Refused(answer.description ?? `it answered ${response.status}`)
  return answer.result
}

function receiving({ webhook }: TelegramConfig, info: z.infer<typeof Webhook>): Finding {
  const waiting = info.pending_update_count ? ` ${info.pending_update_count} updates are waiting to be fetched.` : ''
  if (info.url && info.last_error_message)
    return problem(
      `Telegram could not deliver to the webhook ${info.url}: ${info.last_error_message}.${waiting} Check that this address leads to TELEGRAM_WEBHOOK_PORT of this machine, over https.`,
    )
  if (webhook && info.url === webhook.url) return good(`Telegram delivers to ${info.url}.${waiting}`)
  if (webhook) return note(`Telegram does not deliver to ${webhook.url} yet: the next start tells it to.${waiting}`)
  if (info.url)
    return note(`Telegram delivers to the webhook ${info.url}, and polling is configured: the next start takes the webhook away.${waiting}`)
  return good(`Telegram: messages are polled for.${waiting}`)
}
