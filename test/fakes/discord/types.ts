/** Objects as Discord gives them, as far as the fake goes. https://discord.com/developers/docs/reference */
export interface FakeUser {
  readonly id: string
  readonly username: string
  readonly global_name: string | null
  readonly discriminator: string
  readonly avatar: null
  readonly bot?: true
}

/** 0 a server's channel, 1 a direct chat, 2 a voice channel, 3 a group chat, 4 a category, 11 a public thread, 12 a private one. */
export type ChannelType = 0 | 1 | 2 | 3 | 4 | 11 | 12

/** https://discord.com/developers/docs/resources/channel#overwrite-object */
export interface FakeOverwrite {
  readonly id: string
  /** 0 a role, 1 a member. */
  readonly type: 0 | 1
  readonly allow: string
  readonly deny: string
}

export interface FakeChannel {
  readonly id: string
  readonly type: ChannelType
  readonly name?: string
  readonly guild_id?: string
  readonly parent_id?: string
  readonly recipients?: readonly FakeUser[]
  /** Of a server's channels; threads have none. */
  readonly permission_overwrites?: readonly FakeOverwrite[]
}

export interface FakeGuild {
  readonly id: string
  readonly name: string
  /** False: the bot is no member; people who installed it for themselves use it there. */
  readonly hasBot: boolean
  readonly owner_id: string
}

export interface FakeAttachment {
  readonly id: string
  readonly filename: string
  readonly content_type: string
  readonly size: number
  readonly url: string
}

export interface FakeButton {
  readonly type: 2
  readonly label: string
  readonly custom_id: string
}

export interface FakeRow {
  readonly type: 1
  readonly components: readonly FakeButton[]
}

export interface FakeMessage {
  readonly id: string
  readonly channel_id: string
  readonly type: number
  readonly author: FakeUser
  readonly content: string
  readonly timestamp: string
  readonly edited_timestamp: string | null
  readonly flags: number
  readonly mentions: readonly FakeUser[]
  readonly attachments: readonly FakeAttachment[]
  readonly components: readonly FakeRow[]
  readonly webhook_id?: string
  readonly message_reference?: { readonly message_id: string; readonly channel_id: string }
  readonly referenced_message?: Omit<FakeMessage, 'referenced_message'> | null
  /** Any other field of a message: sticker_items, poll, … */
  readonly [field: string]: unknown
}

/** What the fake knows of a message besides: kept apart, because Discord tells it to nobody. */
export interface Kept {
  readonly message: FakeMessage
  /** Only this person sees it. */
  readonly onlyFor?: string
  /** Whom it called when it was sent or changed. */
  readonly pings: readonly string[]
}

export interface CommandOption {
  readonly type: number
  readonly name: string
  readonly description: string
  readonly required?: boolean
  readonly autocomplete?: boolean
  readonly choices?: readonly { readonly name: string; readonly value: string }[]
}

export interface RegisteredCommand {
  readonly type: number
  readonly name: string
  readonly description?: string
  /** By Discord's locale codes. */
  readonly description_localizations?: Readonly<Record<string, string>>
  readonly name_localizations?: Readonly<Record<string, string>>
  readonly options?: readonly CommandOption[]
  readonly integration_types?: readonly number[]
  readonly contexts?: readonly number[]
}

/** https://discord.com/developers/docs/topics/permissions#role-object */
export interface FakeRole {
  readonly id: string
  readonly name: string
  readonly guildId: string
  readonly permissions: string
}

export interface FakeMember {
  /** Without the role of everyone, as Discord lists them. */
  readonly roles: readonly string[]
  readonly communication_disabled_until: string | null
}

/** How a call fails. A cut connection ends before the call was done, or after, without an answer. */
export type Failure =
  | { readonly status: number; readonly code?: number; readonly message?: string; readonly retryAfter?: number }
  | 'cut-before'
  | 'cut-after'
  /** Done, and never answered. */
  | 'no-answer'

/** Discord's way of saying no. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
    readonly errors?: object,
  ) {
    super(message)
  }
}

export const unknownChannel = () => new Refusal(404, 10003, 'Unknown Channel')
export const unknownMessage = () => new Refusal(404, 10008, 'Unknown Message')
export const invalidForm = (field: string, code: string, message: string) =>
  new Refusal(400, 50035, 'Invalid Form Body', { [field]: { _errors: [{ code, message }] } })
