import { z } from 'zod'
import { optionalField } from '../../kit/payload-fields.ts'

/** A permission bit set. https://discord.com/developers/docs/topics/permissions */
const permissions = z
  .string()
  .regex(/^\d{1,40}$/)
  .transform((bits) => BigInt(bits))

const id = z.string().regex(/^\d{1,20}$/)

const overwrite = z.object({ id, allow: permissions, deny: permissions })

/** Permissions are never guessed: a response with one unreadable role or overwrite is rejected as a whole. */
const channel = z.object({
  id,
  type: z.int(),
  guild_id: id.optional(),
  parent_id: id.nullish(),
  name: z.string().nullish(),
  permission_overwrites: z.array(overwrite).optional(),
})

const server = z.object({ id, owner_id: id, roles: z.array(z.object({ id, permissions })) })

const member = z.object({
  roles: z.array(id),
  communication_disabled_until: z.string().pipe(z.coerce.date()).nullish(),
})

export type DiscordChannel = z.infer<typeof channel>
export type DiscordServer = z.infer<typeof server>
export type DiscordServerMember = z.infer<typeof member>

// All throw if the response is not a valid Discord response.
export const parseChannel = (raw: unknown): DiscordChannel => channel.parse(raw)
export const parseServer = (raw: unknown): DiscordServer => server.parse(raw)
export const parseServerMember = (raw: unknown): DiscordServerMember => member.parse(raw)
export const parseThreadMemberId = (raw: unknown): string => z.object({ user_id: id }).parse(raw).user_id

/** Where the channel of a name is looked for. Channels that cannot be read are left out. */
const listedChannel = z.object({ id, type: z.int(), name: z.string(), parent_id: optionalField(id) })

export type DiscordListedChannel = z.infer<typeof listedChannel>

export const parseChannelList = (raw: unknown): DiscordListedChannel[] =>
  z
    .array(z.unknown())
    .parse(raw)
    .flatMap((each) => listedChannel.safeParse(each).data ?? [])
export const parseThreadList = (raw: unknown): DiscordListedChannel[] =>
  parseChannelList(z.object({ threads: z.unknown() }).parse(raw).threads)

/** https://discord.com/developers/docs/resources/application#application-object-application-flags */
const messageContentFlags = (1 << 18) | (1 << 19)

/** Whether the Developer Portal lets an application receive the content of all messages. */
export const parseMessageContentAccess = (raw: unknown): boolean =>
  (z.object({ flags: z.int() }).parse(raw).flags & messageContentFlags) !== 0
