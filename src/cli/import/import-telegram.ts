import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { findLoggedChannel } from '../../channels/log/find-logged-channel.ts'
import { type LogDeps, logMessage } from '../../channels/log/log-message.ts'
import { grantTokens } from '../../channels/manage/history.ts'
import { InputError, messageOf } from '../../core/domain/errors.ts'
import type { PlaceAddress, PlatformMessageId } from '../../core/domain/ids.ts'
import { formatCount } from '../../core/domain/text.ts'
import type { PlaceRef } from '../../core/ports/platform.ts'
import type { PastMessage } from '../../core/ports/shared-places.ts'
import { showProgress } from '../progress.ts'
import { readSize, type TerminalIo } from './import-jsonl.ts'

export interface TelegramImport {
  readonly file: string
  /** The bot's own id. Its messages are left out, because it knows them. */
  readonly botId: string | undefined
}

/** A larger file does not fit into memory. In bytes. */
const largestFile = 400_000_000

const textPart = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)])
const digits = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number)

/** What Telegram's apps write about a message. Source: the JSON that Telegram Desktop exports ("Export chat history"). */
const messageSchema = z.object({
  id: z.number().int().positive(),
  type: z.literal('message'),
  date_unixtime: digits,
  edited_unixtime: digits.optional(),
  from: z.string().nullish(),
  from_id: z.string().regex(/^(?:user|channel|chat)\d+$/),
  text: z.union([z.string(), z.array(textPart).transform((parts) => parts.join(''))]),
  photo: z.unknown().optional(),
  file: z.unknown().optional(),
  mime_type: z.string().optional(),
  reply_to_message_id: z.number().int().optional(),
  forwarded_from: z.unknown().optional(),
  via_bot: z.unknown().optional(),
  inline_bot_buttons: z.unknown().optional(),
})

/** What somebody did in a group, such as joining it. */
const serviceSchema = z.object({ type: z.literal('service'), action: z.string(), actor_id: z.string() })

/** What no bot can do: it is added to groups by people. */
const actionsOfPeople: readonly string[] = ['create_group', 'join_group_by_link', 'join_group_by_request']

const chatSchema = z.object({
  name: z.string().nullish(),
  type: z.enum(['private_group', 'private_supergroup', 'public_supergroup']),
  id: z.number().int().positive(),
  messages: z.array(z.unknown()),
})

type TelegramEntry = z.infer<typeof messageSchema>

/**
 * throughline import telegram: logs the history of a group from the JSON file that Telegram's app exports, because Telegram shows bots no
 * history. The group must be switched on. Idempotent, even after an interruption. Returns the exit code. Throws InputError.
 */
export async function runImportTelegram(deps: LogDeps, { file, botId }: TelegramImport, { out, err }: TerminalIo): Promise<number> {
  const chat = await readChat(file)
  const place = placeOf(chat)
  const channel = await findLoggedChannel(deps.store.db, place, '')
  const name = chat.name ?? 'in the file'
  if (!channel)
    throw new InputError(`The group ${JSON.stringify(name)} is not logged here. Send /channel on in it first, then import the file again.`)
  const progress = showProgress(chat.messages.length, err)
  const counts = { stored: 0, already: 0, skipped: 0 }
  const bots = findBots(chat.messages)
  if (botId !== undefined) bots.add(`user${botId}`)
  try {
    for (const [index, entry] of chat.messages.entries()) {
      const message = messageSchema.safeParse(entry)
      if (!message.success || bots.has(message.data.from_id)) counts.skipped++
      else if (await logMessage(deps, toPastMessage(place, message.data))) counts.stored++
      else counts.already++
      progress.reach(index + 1)
    }
  } finally {
    progress.stop()
  }
  await grantTokens(deps.store.db, channel.placeId, counts.stored)
  out.write(
    `${formatCount(counts.stored, 'message')} logged, ${counts.already} already present or not to be logged, ${counts.skipped} without text of a person.\n`,
  )
  return 0
}

/**
 * Finds the authors who are bots, as far as an export tells. Only bots put buttons below their own messages. A person's message has buttons
 * if it is a forward or was sent through an inline bot. The export omits the inline bot if it was deleted, so an author who joined in a way
 * that bots cannot counts as a person.
 */
function findBots(entries: readonly unknown[]): Set<string> {
  const [bots, people] = [new Set<string>(), new Set<string>()]
  for (const entry of entries) {
    const message = messageSchema.safeParse(entry)
    const service = message.success ? undefined : serviceSchema.safeParse(entry).data
    if (service && actionsOfPeople.includes(service.action)) people.add(service.actor_id)
    if (!message.success) continue
    const { from_id: author, via_bot: via, inline_bot_buttons: buttons, forwarded_from: forwarded } = message.data
    if (via !== undefined) people.add(author)
    else if (buttons !== undefined && forwarded === undefined && author.startsWith('user')) bots.add(author)
  }
  return new Set([...bots].filter((author) => !people.has(author)))
}

async function readChat(file: string): Promise<z.infer<typeof chatSchema>> {
  if ((await readSize(file)) > largestFile) throw new InputError(`${file} is too large. Export the chat in several files, by date.`)
  const form = 'Export one group as JSON in Telegram Desktop: the menu of the group, "Export chat history", format JSON.'
  const parsed = chatSchema.safeParse(await readJson(file, form))
  if (!parsed.success) throw new InputError(`${file} is not the export of a group. ${form}`)
  return parsed.data
}

async function readJson(file: string, form: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new InputError(`${file} cannot be read: ${messageOf(error)}. ${form}`)
  }
}

/** The Bot API's id of a supergroup or channel. Source: https://core.telegram.org/api/bots/ids. */
const toChannelId = (id: number): string => String(-(1_000_000_000_000 + id))

/** The export names a group without the sign, and a supergroup also without the prefix that the Bot API gives it. */
function placeOf({ id, type, name }: z.infer<typeof chatSchema>): PlaceRef {
  const address = (type === 'private_group' ? `-${id}` : toChannelId(id)) as PlaceAddress
  return { platform: 'telegram', tenant: '', address, kind: 'shared', title: name ?? '' }
}

function toPastMessage(place: PlaceRef, message: TelegramEntry): PastMessage {
  const { id, from, from_id: fromId, text, date_unixtime: at, edited_unixtime: editedAt, reply_to_message_id: replyTo } = message
  const past = {
    ...{ place, id: String(id) as PlatformMessageId, order: BigInt(id), text, addressed: false, sentAt: new Date(at * 1_000) },
    author: { id: toAuthorId(fromId), name: from ?? '', isBot: false },
    attachments: attachmentsOf(message),
    ...(replyTo !== undefined && { replyTo: String(replyTo) as PlatformMessageId }),
    ...(message.forwarded_from !== undefined && { refersTo: [{ kind: 'forward' as const, author: { name: '' }, text: '' }] }),
  }
  return editedAt === undefined ? { type: 'message', ...past } : { type: 'edit', ...past, editedAt: new Date(editedAt * 1_000) }
}

/** Messages of anonymous administrators and linked channels are those of a chat. */
const toAuthorId = (fromId: string): string =>
  fromId.startsWith('channel') ? toChannelId(Number(fromId.slice('channel'.length))) : fromId.replace(/^user/, '').replace(/^chat/, '-')

/** Files are only counted. */
function attachmentsOf({ photo, file, mime_type: mediaType }: TelegramEntry) {
  const of = (media: string) => ({ source: '' as never, name: '', mediaType: media })
  return [...(photo === undefined ? [] : [of('image/jpeg')]), ...(file === undefined ? [] : [of(mediaType ?? 'application/octet-stream')])]
}
