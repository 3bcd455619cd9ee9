import { z } from 'zod'
import type { TelegramConfig } from '../../config.ts'
import { reasonOf } from '../../core/domain/errors.ts'
import { type Finding, good, note, problem } from '../../core/domain/finding.ts'
import { fetchJson } from './fetch-json.ts'

const patienceMs = 10_000

const Answer = z.object({ ok: z.boolean(), description: z.string().optional(), result: z.unknown().optional() })
const Me = z.object({
  username: z.string(),
  can_join_groups: z.boolean().optional(),
  can_read_all_group_messages: z.boolean().optional(),
})
const Webhook = z.object({ url: z.string(), pending_update_count: z.number().optional(), last_error_message: z.string().optional() })

/** Checks which bot the token belongs to, and how its messages are received. A running instance misses no messages. */
export async function checkTelegram(config: TelegramConfig): Promise<Finding[]> {
  try {
    const me = Me.parse(await call(config, 'getMe'))
    return [
      good(`Telegram: the token belongs to @${me.username}.`),
      checkReceiving(config, Webhook.parse(await call(config, 'getWebhookInfo'))),
      checkGroups(me),
    ]
  } catch (error) {
    if (error instanceof TelegramCallError)
      return [problem(`Telegram rejects the token: ${error.message}. Copy it again from @BotFather into TELEGRAM_BOT_TOKEN.`)]
    const what = error instanceof z.ZodError ? 'the server there is not the Telegram Bot API' : reasonOf(error)
    return [problem(`Telegram cannot be reached at ${config.apiRoot}: ${what}. Check the connection, and TELEGRAM_API_ROOT if it is set.`)]
  }
}

/** Reports which group messages reach the bot, and how to change that with @BotFather. */
function checkGroups(me: z.infer<typeof Me>): Finding {
  const choose = `choose @${me.username}`
  if (me.can_join_groups === false)
    return note(`Telegram: the bot cannot be added to groups. To allow it, send /setjoingroups to @BotFather, ${choose}, then Enable.`)
  if (me.can_read_all_group_messages)
    return note(
      `Telegram: privacy mode is off, so the bot receives every message of its groups, but stores only those meant for it, and all of a group in which /channel is on. A group that it was in before privacy mode was turned off counts only after the bot was removed and added again. To turn privacy mode on, send /setprivacy to @BotFather, ${choose}, then Enable. Then remove the bot from its groups and add it again.`,
    )
  return note(
    `Telegram: privacy mode is on. In groups, the bot receives only commands, mentions and replies. /channel on needs all messages of a group: make the bot an administrator of that group, or send /setprivacy to @BotFather, ${choose}, then Disable, and then remove the bot from the group and add it again. As an administrator of a group, it also receives reactions and answers commands privately.`,
  )
}

/** Thrown when the Bot API rejects a request. */
class TelegramCallError extends Error {
  override readonly name = 'Refused'
}

async function call({ apiRoot, token }: TelegramConfig, method: string): Promise<unknown> {
  const response = await fetch(`${apiRoot}/bot${token}/${method}`, { signal: AbortSignal.timeout(patienceMs) })
  const answer = Answer.parse(await fetchJson(response))
  if (!answer.ok) throw new TelegramCallError(answer.description ?? `it answered ${response.status}`)
  return answer.result
}

function checkReceiving({ webhook }: TelegramConfig, info: z.infer<typeof Webhook>): Finding {
  const waiting = info.pending_update_count ? ` ${info.pending_update_count} updates are waiting.` : ''
  if (info.url && info.last_error_message)
    return problem(
      `Telegram could not deliver to the webhook ${info.url}: ${info.last_error_message}.${waiting} Check that this https address leads to TELEGRAM_WEBHOOK_PORT on this machine.`,
    )
  if (webhook && info.url === webhook.url) return good(`Telegram delivers to ${info.url}.${waiting}`)
  if (webhook && info.url)
    return note(
      `Telegram delivers to ${info.url}, not to ${webhook.url}. The next start changes that. If another program uses that webhook, create a separate bot for this one: send /newbot to @BotFather.${waiting}`,
    )
  if (webhook) return note(`Telegram does not deliver to ${webhook.url} yet. The next start sets it up.${waiting}`)
  if (info.url)
    return note(
      `Telegram delivers to the webhook ${info.url}, but polling is configured. The next start removes the webhook. If another program uses it, create a separate bot for this one: send /newbot to @BotFather.${waiting}`,
    )
  return good(`Telegram: the bot polls for messages.${waiting}`)
}
