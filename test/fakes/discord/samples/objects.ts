import { type APIBaseGuildMember, type APIMessage, type APIUser, GatewayOpcodes, MessageFlags, MessageType } from 'discord.js'
import type { FakeChannel, FakeGuild, FakeUser } from '../types.ts'

export interface SampleScene {
  readonly bot: FakeUser
  readonly applicationId: string
  readonly person: FakeUser
  readonly guild: FakeGuild
  readonly channel: FakeChannel
  readonly thread: FakeChannel
  readonly direct: FakeChannel
  /** The id and the token of an interaction in a channel. */
  readonly interaction: (channel: FakeChannel) => { readonly id: string; readonly token: string }
  /** Stands in every text of a person, so that one can look for it where no such text belongs. */
  readonly secret: string
}

export const at = '2026-03-02T10:00:00.000000+00:00'
/** The types know names of flags only. */
export const noFlags: number = 0
export const dispatch = { op: GatewayOpcodes.Dispatch, s: 1 } as const

export const toUser = ({ id, username, bot }: FakeUser, secret: string): APIUser => ({
  id,
  username,
  discriminator: '0',
  global_name: `Ada ${secret}`,
  avatar: null,
  public_flags: noFlags,
  banner: null,
  accent_color: null,
  avatar_decoration_data: null,
  ...(bot && { bot }),
})

export const toMember = (secret: string) =>
  ({
    nick: `Countess ${secret}`,
    roles: ['41771983423143936'],
    joined_at: at,
    premium_since: null,
    deaf: false,
    mute: false,
    flags: noFlags,
    pending: false,
    communication_disabled_until: null,
  }) satisfies APIBaseGuildMember & Record<string, unknown>

export function toMessage({ person, direct, secret }: SampleScene) {
  return {
    id: '1345000000000000001',
    channel_id: direct.id,
    author: toUser(person, secret),
    content: `Hello ${secret}`,
    timestamp: at,
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    pinned: false,
    type: MessageType.Default,
    flags: MessageFlags.SuppressNotifications,
    components: [],
    nonce: '1345',
  } satisfies APIMessage
}
