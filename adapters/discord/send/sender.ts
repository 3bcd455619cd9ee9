import { createHash } from 'node:crypto'
import { ButtonStyle, ChannelType, ComponentType, MessageFlags, Routes } from 'discord.js'
import { LRUCache } from 'lru-cache'
import { PlatformError } from '../../../src/core/domain/errors.ts'
import type { PlaceAddress, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { clip } from '../../../src/core/domain/text.ts'
import type { Clock } from '../../../src/core/ports/clock.ts'
import type { Button, DeliveryKey, PlatformSender, ReplyPart } from '../../../src/core/ports/platform.ts'
import { buildMessageLink, formatAddress, isSnowflake, parseAddress } from '../address.ts'
import type { DiscordRest } from '../client.ts'
import type { DiscordDirectChannels } from '../direct-channels.ts'
import { isUnknownMessage, toIdempotentCallError, toPlatformError } from '../errors.ts'
import { formatMarkdown, maxLength } from '../format/format-markdown.ts'
import { parseInvocation } from '../invocation.ts'
import { type DiscordSentMessage, parseChannelType, parseHistoryPage, parseId, parseSentMessage } from '../payloads.ts'
import { toThreadMessage } from '../receive/message-text.ts'
import { createNames } from '../receive/names.ts'
import { fetchAttachment } from './fetch-attachment.ts'

export interface DiscordSenderOptions {
  readonly rest: DiscordRest
  readonly directChannels: DiscordDirectChannels
  readonly apiBase: string
  readonly installationId: string
  readonly clock: Clock
}

const buttonsPerRow = 5
const threadTypes: ReadonlySet<number> = new Set([ChannelType.AnnouncementThread, ChannelType.PublicThread, ChannelType.PrivateThread])
/** The maximum file size that Discord accepts everywhere, in bytes. https://discord.com/developers/docs/reference#uploading-files */
const maxFileBytes = 10 * 1024 * 1024
/** The maximum length of a nonce. https://discord.com/developers/docs/resources/message#create-message */
const maxNonceLength = 25
/** How long a send may safely be repeated, in ms. According to Discord, it recognizes a nonce for a few minutes. */
const repeatSafeMs = 120_000

/** Creates a sender with one client. It never sends anything twice: retries are up to the core. */
export function createSender(options: DiscordSenderOptions): PlatformSender {
  const { rest, directChannels, apiBase, installationId, clock } = options
  const { call } = rest
  // Discord lists the users that a message mentions. Names of roles and channels are only reported to the receiving process.
  const names = createNames()
  const channelTypes = new LRUCache<string, number>({ max: 10_000 })

  async function resolveChannelId(address: PlaceAddress): Promise<string> {
    const to = parseAddress(address)
    return to.kind === 'direct' ? directChannels.resolveChannelId(to.userId) : to.channelId
  }

  async function editMessage(channelId: string, id: string, part: ReplyPart): Promise<void> {
    await call((rest) => rest.patch(Routes.channelMessage(channelId, id), { body: toMessageBody(part) }))
  }

  return {
    maxLength,
    repeatSafeMs,

    async send(address, part, key) {
      const channelId = await resolveChannelId(address)
      // For a few minutes, Discord answers a repeated nonce with the existing message instead of sending a second one.
      const flags = part.silent ? MessageFlags.SuppressNotifications : 0
      const body = { ...toMessageBody(part, flags), ...toMessageReference(part), nonce: toNonce(installationId, key), enforce_nonce: true }
      const message = await mapErrors(toPlatformError, async () =>
        parseSentMessage(await call((rest) => rest.post(Routes.channelMessages(channelId), { body }))),
      )
      if (!matchesBody(message, body)) await mapErrors(toCorrectionError, () => editMessage(channelId, message.id, part))
      return message.id as PlatformMessageId
    },

    maxFileBytes,

    async sendFile(address, { name, mediaType, content }, key) {
      const channelId = await resolveChannelId(address)
      const body = { allowed_mentions: noMentions, nonce: toNonce(installationId, key), enforce_nonce: true }
      const files = [{ name, data: Buffer.from(content.buffer, content.byteOffset, content.length), contentType: mediaType }]
      return mapErrors(toPlatformError, async () =>
        toMessageId(await call((rest) => rest.post(Routes.channelMessages(channelId), { body, files }))),
      )
    },

    async edit(address, id, part) {
      if (!isSnowflake(id)) throw new PlatformError('rejected', `"${id}" is not the id of a message on Discord.`)
      const channelId = await resolveChannelId(address)
      await mapErrors(toIdempotentCallError, () => editMessage(channelId, id, part))
    },

    async remove(address, id) {
      if (!isSnowflake(id)) throw new PlatformError('rejected', `"${id}" is not the id of a message on Discord.`)
      const channelId = await resolveChannelId(address)
      try {
        await call((rest) => rest.delete(Routes.channelMessage(channelId, id)))
      } catch (error) {
        if (!isUnknownMessage(error)) throw toIdempotentCallError(error)
      }
    },

    // Discord accepts five edits in five seconds. A slightly lower rate leaves room for the last edit.
    streamEveryMs: () => 1200,

    async showTyping(address) {
      const channelId = await resolveChannelId(address)
      await mapErrors(toIdempotentCallError, () => call((rest) => rest.post(Routes.channelTyping(channelId))))
    },

    async answer(invocation, part) {
      const { applicationId, token, isPrivate } = parseInvocation(clock, invocation)
      if (part.continues) {
        const body = toMessageBody(part, isPrivate ? MessageFlags.Ephemeral : 0)
        const query = new URLSearchParams({ wait: 'true' })
        return mapErrors(toPlatformError, async () =>
          toMessageId(await call((rest) => rest.post(Routes.webhook(applicationId, token), { body, query, auth: false }))),
        )
      }
      // Fills in the answer that was promised when the command arrived. Its visibility was fixed at that time.
      const body = toMessageBody(part)
      return mapErrors(toIdempotentCallError, async () =>
        toMessageId(await call((rest) => rest.patch(Routes.webhookMessage(applicationId, token), { body, auth: false }))),
      )
    },

    async dismiss(invocation) {
      const { applicationId, token } = parseInvocation(clock, invocation)
      await mapErrors(toIdempotentCallError, () =>
        call((rest) => rest.delete(Routes.webhookMessage(applicationId, token), { auth: false })),
      )
    },

    async loadThread(address, before, limit) {
      const place = parseAddress(address)
      if (place.kind === 'direct' || place.guildId === undefined || !isSnowflake(before)) return undefined
      const { channelId, guildId } = place
      return mapErrors(toIdempotentCallError, async () => {
        const type = channelTypes.get(channelId) ?? parseChannelType(await call((rest) => rest.get(Routes.channel(channelId))))
        channelTypes.set(channelId, type)
        if (!threadTypes.has(type)) return undefined
        const query = new URLSearchParams({ before, limit: String(limit) })
        const { messages } = parseHistoryPage(await call((rest) => rest.get(Routes.channelMessages(channelId), { query })))
        // The page lists its newest message first.
        return messages.reverse().flatMap((message) => toThreadMessage(names, guildId, message) ?? [])
      })
    },

    fetchAttachment: (source, options) => fetchAttachment(apiBase, source, options),

    permalink(address, id) {
      const place = parseAddress(address)
      const channelId = place.kind === 'direct' ? directChannels.getKnownChannelId(place.userId) : place.channelId
      const guildId = place.kind === 'shared' ? place.guildId : undefined
      return channelId === undefined ? undefined : buildMessageLink({ channelId, ...(guildId !== undefined && { guildId }) }, id)
    },

    directAddress: (platformUserId) => formatAddress({ kind: 'direct', userId: platformUserId }),
  }
}

async function mapErrors<T>(toError: (error: unknown) => PlatformError, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    throw toError(error)
  }
}

function toMessageId(answer: unknown): PlatformMessageId {
  return parseId(answer) as PlatformMessageId
}

/**
 * Converts the error of a correcting edit. A message was sent, but perhaps not this one. Reporting that nothing was sent would cause a
 * duplicate.
 */
function toCorrectionError(error: unknown): PlatformError {
  const { kind, message } = toIdempotentCallError(error)
  return new PlatformError(kind === 'rate_limited' || kind === 'transient' ? 'unknown' : kind, message)
}

/** Whether a sent message has this body. Surrounding spaces are ignored, because Discord trims the text. */
function matchesBody(message: DiscordSentMessage, { content, components }: ReturnType<typeof toMessageBody>): boolean {
  const rows = (from: DiscordSentMessage['components']) =>
    JSON.stringify(from.map((row) => row.components.map((each) => [each.label, each.custom_id])))
  return message.content.trim() === content.trim() && rows(message.components) === rows(components)
}

/** Keeps the text from notifying anyone. */
const noMentions = { parse: [], replied_user: false }

function toMessageBody(part: ReplyPart, flags = 0) {
  return {
    content: formatMarkdown(part.text),
    allowed_mentions: noMentions,
    components: toButtonRows(part.buttons),
    flags: MessageFlags.SuppressEmbeds | flags,
  }
}

function toMessageReference({ replyTo }: ReplyPart) {
  return replyTo !== undefined && isSnowflake(replyTo) ? { message_reference: { message_id: replyTo, fail_if_not_exists: false } } : {}
}

function toButtonRows(buttons: readonly Button[] = []) {
  const all = buttons.map(({ label, action }) => ({
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label: clip(label, 80),
    custom_id: action,
  }))
  return Array.from({ length: Math.ceil(all.length / buttonsPerRow) }, (_, row) => ({
    type: ComponentType.ActionRow,
    components: all.slice(row * buttonsPerRow, (row + 1) * buttonsPerRow),
  }))
}

function toNonce(installationId: string, key: DeliveryKey): string {
  return createHash('sha256').update(`${installationId}/${key}`).digest('base64url').slice(0, maxNonceLength)
}
