/** Objects as Slack gives them, as far as the fake goes. https://docs.slack.dev/reference/objects */
export interface FakePerson {
  readonly id: string
  readonly name: string
  readonly isBot: boolean
  /** Of another workspace, met in a channel that both share. */
  readonly teamId?: string
  readonly timezone?: string
  readonly locale?: string
  /** The channel in which they are alone with the bot. */
  readonly directChannel: string
  /** What the user object says besides, such as { is_admin: true }. */
  readonly flags?: PersonFlags
}

/** https://docs.slack.dev/reference/objects/user-object */
export interface PersonFlags {
  readonly deleted?: boolean
  readonly is_admin?: boolean
  readonly is_owner?: boolean
  readonly is_primary_owner?: boolean
  /** A guest of several channels. */
  readonly is_restricted?: boolean
  /** A guest of one channel. */
  readonly is_ultra_restricted?: boolean
}

export interface FakeChannel {
  readonly id: string
  readonly name?: string
  /** Of a direct channel. */
  readonly personId?: string
  /** Whether the bot may read and write there. */
  readonly joined: boolean
  readonly isPrivate?: boolean
  /** With another organization. */
  readonly isShared?: boolean
  /** A group conversation. */
  readonly isGroup?: boolean
  /** The id of a person. */
  readonly creator?: string
}

export interface FakeFile {
  readonly id: string
  readonly name: string
  readonly mimetype: string
  readonly size: number
  readonly url_private: string
  readonly url_private_download: string
  readonly subtype?: string
}

export interface FakeMessage {
  readonly type: 'message'
  readonly ts: string
  readonly user: string
  readonly text: string
  readonly subtype?: string
  readonly bot_id?: string
  readonly thread_ts?: string
  readonly parent_user_id?: string
  readonly blocks?: readonly FakeBlock[]
  readonly files?: readonly FakeFile[]
  readonly edited?: { readonly user: string; readonly ts: string }
  readonly streaming_state?: 'in_progress' | 'completed'
}

export interface FakeBlock {
  readonly type: string
  readonly text?: unknown
  readonly elements?: readonly FakeElement[]
}

export interface FakeElement {
  readonly type: string
  readonly text?: string | { readonly text: string }
  readonly action_id?: string
  readonly value?: string
}

/** How a call fails. A cut connection ends before the call was done, or after, without an answer. */
export type Failure =
  | { readonly status: number; readonly retryAfter?: number }
  | { readonly error: string }
  /** Not done, and answered with this. */
  | { readonly body: Readonly<Record<string, unknown>> }
  | 'cut-before'
  | 'cut-after'
  /** Done, and never answered. */
  | 'no-answer'

/** Thrown by a method: Slack's way of saying no, which it answers with 200. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(readonly word: string) {
    super(word)
  }
}

export type Params = Readonly<Record<string, unknown>>

/** What the app is told: an event, a command, or something pressed or chosen. */
export interface Telling {
  readonly type: 'events_api' | 'slash_commands' | 'interactive'
  readonly payload: Readonly<Record<string, unknown>>
  /** Those of one place are told in order. */
  readonly place: string
}
