import type { PlatformErrorKind } from '../../../src/core/domain/errors.ts'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { Suggestion } from '../../../src/core/ports/commands.ts'
import type { PlatformAdapter } from '../../../src/core/ports/platform-adapter.ts'

/** The two places of a harness: one person alone with the bot, and a place that others read too. */
export type HarnessPlace = 'direct' | 'shared'

/** A file that comes with a message. */
export interface SaidAttachment {
  readonly name: string
  readonly mediaType: string
  readonly content: Uint8Array
}

export interface Said {
  /** `direct` where absent. */
  readonly place?: HarnessPlace
  /** With an attachment it is the caption, and may be empty. */
  readonly text: string
  /** Mention the bot as people do there, before the text; the adapter takes the mention out of it. */
  readonly mention?: boolean
  /** A message in the same place, of the person or of the bot. */
  readonly replyTo?: PlatformMessageId
  /** `person` where absent. The bots write in the shared place. */
  readonly by?: 'person' | 'this-bot' | 'other-bot'
  readonly attachment?: SaidAttachment
}

/** A message of the bot as people see it now, edits applied. */
export interface Shown {
  readonly id: PlatformMessageId
  /** What can be read, without any markup. */
  readonly text: string
  /**
   * The same with its formatting, in these tags alone: <b> <i> <code> <pre> <a href="…">.
   * Block structure (paragraphs, lists) and a fence's language are left out; text is not escaped.
   */
  readonly markup: string
  /** Labels, in order. */
  readonly buttons: readonly string[]
  readonly replyTo?: PlatformMessageId
  /** Whom the message calls, as the platform names them. Always given where the platform lets a bot call people. */
  readonly pings?: readonly string[]
}

/** Errors that a platform causes. `deferred` is caused by our own rate limits. */
export type PlatformFailure = Exclude<PlatformErrorKind, 'deferred'>

/**
 * An adapter in front of a fake of its platform. The suite starts and stops the adapter;
 * the harness plays the platform and the people on it. One is made for each case.
 * The adapter offers `contractCommands`, and completes arguments by `contractSuggest`.
 */
export interface AdapterHarness {
  /** Not started yet. */
  readonly adapter: PlatformAdapter

  /**
   * Somebody writes; returns the platform's id of the message, at the latest when it has reached the adapter.
   * Never waits for the acknowledgement. What is not acknowledged is delivered again as the real platform
   * (or its page in a browser) would, soon.
   */
  say(said: Said): Promise<PlatformMessageId>
  /** The person changes what they wrote. */
  edit(place: HarnessPlace, id: PlatformMessageId, text: string): Promise<void>
  /** The person takes back what they wrote. */
  remove(place: HarnessPlace, id: PlatformMessageId): Promise<void>
  /** The person puts an emoji on a message, or takes it away. */
  react(place: HarnessPlace, id: PlatformMessageId, emoji: string, present: boolean): Promise<void>
  /** The person presses the button with this label under a message of the bot in the direct place. */
  press(id: PlatformMessageId, label: string): Promise<void>
  /** The person gives a command in the platform's own way; typed where there is none. `args` by their declared names. */
  command(place: HarnessPlace, name: string, args?: Readonly<Record<string, string>>): Promise<void>
  /** The person chooses the entry with this label in the menu of a message. */
  chooseAction(place: HarnessPlace, id: PlatformMessageId, label: string): Promise<void>
  /** The platform delivers a message of the person in the direct place once more, though it was acknowledged. */
  redeliver(id: PlatformMessageId): Promise<void>
  /** Whether the platform holds a message of the person in the direct place for delivered. */
  acknowledged(id: PlatformMessageId): Promise<boolean>

  /** The messages of the bot in a place that all who are there can see, oldest first. */
  shown(place: HarnessPlace): Promise<readonly Shown[]>
  /** The answers that the person alone sees in a place where others see the rest; not among `shown`. Oldest first. */
  shownPrivately(place: HarnessPlace): Promise<readonly Shown[]>
  /** How many times the bot has shown that it is at work. */
  typingShown(place: HarnessPlace): Promise<number>
  /** The readable text of the reply that is being written there by `preview`; undefined when there is none. */
  previewShown(place: HarnessPlace): Promise<string | undefined>
  /** Names of the commands that the platform offers to people. */
  offeredCommands(): Promise<readonly string[]>
  /** What is offered to the person for an argument that they have begun to type. */
  suggestions(command: string, argument: string, text: string): Promise<readonly Suggestion[]>

  /** The next `send` meets a platform that makes it end in this error. `rate_limited` asks for seven seconds. */
  failNextSend(kind: PlatformFailure): Promise<void>

  /** The files of the bot there, oldest first; absent where the platform takes none. */
  filesShown?(place: HarnessPlace): Promise<readonly Pick<SaidAttachment, 'name' | 'content'>[]>
  /** The same as failNextSend for the next file. */
  failNextFile?(kind: PlatformFailure): Promise<void>

  /** After the adapter was stopped: lets everything else go. */
  close(): Promise<void>
}
