import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { optionalField, readableItems } from '../../kit/payload-fields.ts'

/** Looks up the names of mentioned ids. Undefined if unknown. */
export interface DiscordNameLookup {
  readonly channel: (channelId: string) => string | undefined
  readonly role: (roleId: string) => string | undefined
  readonly user: (userId: string) => string | undefined
}

export interface DiscordNames extends DiscordNameLookup {
  /** Learns the names in a dispatch. Ignores what it cannot read. */
  readonly learn: (packet: unknown) => void
}

/** The maximum number of names of each kind. The least recently used ones are forgotten. */
const maxNames = 50_000

interface ReportedNames {
  readonly channels?: readonly { readonly id: string; readonly name: string }[]
  readonly roles?: readonly { readonly id: string; readonly name: string }[]
  readonly users?: readonly { readonly id: string; readonly username: string; readonly global_name?: string | undefined }[]
}

const named = z.object({ id: z.string(), name: z.string() })
const user = z.object({ id: z.string(), username: z.string(), global_name: optionalField(z.string()) })

/** A channel that the bot cannot see has a placeholder for a name. https://discord.com/developers/docs/resources/channel#obfuscated-channels */
const obfuscatedFlag = 1 << 17
const namedChannel = z.object({ ...named.shape, flags: optionalField(z.int()) }).refine(({ flags = 0 }) => (flags & obfuscatedFlag) === 0)
const ofChannel = namedChannel.transform((channel): ReportedNames => ({ channels: [channel] }))
const ofRole = z.object({ role: named }).transform(({ role }): ReportedNames => ({ roles: [role] }))
const ofUser = z.object({ user }).transform((of): ReportedNames => ({ users: [of.user] }))
const ofMember = z.object({ member: ofUser }).transform(({ member }) => member)
const ofMessage = z
  .object({ author: optionalField(user), mentions: readableItems(user) })
  .transform(({ author, mentions }): ReportedNames => ({ users: author ? [...mentions, author] : mentions }))
const ofGuild = z
  .object({ channels: readableItems(namedChannel), threads: readableItems(named), roles: readableItems(named) })
  .transform(({ channels, threads, roles }): ReportedNames => ({ channels: [...channels, ...threads], roles }))

/** Where names are found, by type of dispatch. https://discord.com/developers/docs/events/gateway-events#receive-events */
const sources: Readonly<Record<string, z.ZodType<ReportedNames>>> = {
  READY: ofUser,
  GUILD_CREATE: ofGuild,
  GUILD_UPDATE: ofGuild,
  THREAD_LIST_SYNC: ofGuild,
  CHANNEL_CREATE: ofChannel,
  CHANNEL_UPDATE: ofChannel,
  THREAD_CREATE: ofChannel,
  THREAD_UPDATE: ofChannel,
  GUILD_ROLE_CREATE: ofRole,
  GUILD_ROLE_UPDATE: ofRole,
  MESSAGE_CREATE: ofMessage,
  MESSAGE_UPDATE: ofMessage,
  MESSAGE_REACTION_ADD: ofMember,
  INTERACTION_CREATE: ofMember.or(ofUser),
}

const dispatch = z.object({ t: z.string(), d: z.unknown() })

/** Creates an empty cache of the names that Discord reports. */
export function createNames(): DiscordNames {
  const channels = new LRUCache<string, string>({ max: maxNames })
  const roles = new LRUCache<string, string>({ max: maxNames })
  const users = new LRUCache<string, string>({ max: maxNames })
  return {
    channel: (id) => channels.get(id),
    role: (id) => roles.get(id),
    user: (id) => users.get(id),
    learn(packet) {
      const { t = '', d } = dispatch.safeParse(packet).data ?? {}
      const reported = sources[t]?.safeParse(d).data
      for (const { id, name } of reported?.channels ?? []) channels.set(id, name)
      for (const { id, name } of reported?.roles ?? []) roles.set(id, name)
      for (const { id, username, global_name: globalName } of reported?.users ?? []) users.set(id, globalName || username)
    },
  }
}
