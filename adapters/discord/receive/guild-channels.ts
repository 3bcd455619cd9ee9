import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { optionalField, readableItems } from '../../kit/payload-fields.ts'

/** The channels and threads of servers, as far as events have named them. Discord reports the end of a server without its channels. */
export interface DiscordGuildChannels {
  /** Learns the channels in a dispatch. Ignores what it cannot read. */
  learn(packet: unknown): void
  listOfGuild(guildId: string): string[]
  listThreads(channelId: string): string[]
  forget(channelId: string): void
}

/** The maximum number of channels. The least recently used ones are forgotten. */
const maxChannels = 50_000

const id = z.string().regex(/^\d{1,20}$/)
const channel = z.object({ id })
const thread = z
  .object({ id, parent_id: optionalField(id) })
  .transform(({ id: threadId, parent_id: parentId }) => ({ id: threadId, parentId }))

interface ReportedChannels {
  readonly guildId: string
  /** Only threads have a parent here. That of a channel is a category, which it outlives. */
  readonly channels: readonly { readonly id: string; readonly parentId?: string | undefined }[]
}

const inGuild = z.object({ guild_id: id })
const ofGuild = z
  .object({ id, channels: readableItems(channel), threads: readableItems(thread) })
  .transform(({ id: guildId, channels, threads }): ReportedChannels => ({ guildId, channels: [...channels, ...threads] }))
const ofThreadList = z
  .object({ guild_id: id, threads: readableItems(thread) })
  .transform(({ guild_id: guildId, threads }): ReportedChannels => ({ guildId, channels: threads }))
const ofChannel = inGuild.and(channel).transform(({ guild_id: guildId, ...each }): ReportedChannels => ({ guildId, channels: [each] }))
const ofThread = inGuild.and(thread).transform(({ guild_id: guildId, ...each }): ReportedChannels => ({ guildId, channels: [each] }))
const ofMessage = z
  .object({ channel_id: id, guild_id: id })
  .transform((message): ReportedChannels => ({ guildId: message.guild_id, channels: [{ id: message.channel_id }] }))

interface KnownChannel {
  readonly guildId: string
  readonly parentId: string | undefined
}

/** Where channels are found, by type of dispatch. https://discord.com/developers/docs/events/gateway-events#receive-events */
const sources: Readonly<Record<string, z.ZodType<ReportedChannels>>> = {
  GUILD_CREATE: ofGuild,
  THREAD_LIST_SYNC: ofThreadList,
  CHANNEL_CREATE: ofChannel,
  THREAD_CREATE: ofThread,
  THREAD_UPDATE: ofThread,
  MESSAGE_CREATE: ofMessage,
}

const dispatch = z.object({ t: z.string(), d: z.unknown() })

export function createGuildChannels(): DiscordGuildChannels {
  const known = new LRUCache<string, KnownChannel>({ max: maxChannels })
  const list = (matches: (place: KnownChannel) => boolean) =>
    [...known.entries()].flatMap(([channelId, place]) => (matches(place) ? [channelId] : []))
  return {
    learn(packet) {
      const { t = '', d } = dispatch.safeParse(packet).data ?? {}
      const reported = sources[t]?.safeParse(d).data
      if (!reported) return
      const { guildId, channels } = reported
      for (const { id: channelId, parentId = known.peek(channelId)?.parentId } of channels) known.set(channelId, { guildId, parentId })
    },
    listOfGuild: (guildId) => list((place) => place.guildId === guildId),
    listThreads: (channelId) => list((place) => place.parentId === channelId),
    forget: (channelId) => void known.delete(channelId),
  }
}
