import type { Suggestion } from '../../../src/core/commands.ts'

/** Somebody on a platform; `id` is the platform's. */
export interface StagePerson {
  readonly id: string
  readonly name: string
}

/** A place that several share, with the bot in it. */
export interface StageRoom {
  readonly id: string
  readonly title: string
}

/** What somebody wrote. */
export interface StageMessage {
  readonly id: string
  /** Tells the bot of it again, as often as wanted. */
  redeliver(times: number): void
}

/** A message of the bot as it reads now. */
export interface StageReply {
  readonly id: string
  readonly text: string
  readonly buttons: readonly string[]
}

export interface Saying {
  readonly by: StagePerson
  readonly text: string
  /** Alone with the bot where absent. In a room the bot is mentioned. */
  readonly room?: StageRoom
}

export interface Giving {
  readonly by: StagePerson
  readonly room?: StageRoom
  readonly name: string
  readonly args?: Readonly<Record<string, string>>
}

/**
 * What the next send of the bot meets. `busy`: asked to wait for a second; `broken`: an error of the server; `lost`: it was
 * sent, and the answer to that got lost.
 */
export type SendFault = 'busy' | 'broken' | 'lost'

/**
 * A platform with people on it, in front of a whole bot: what they do and see, and what can go wrong there, in the same
 * words for each platform.
 */
export interface Stage {
  readonly name: 'telegram' | 'discord' | 'slack'
  /** What the configuration of the bot needs to be on it. */
  readonly env: Readonly<Record<string, string>>

  person(name: string): StagePerson
  room(title: string): StageRoom
  say(saying: Saying): StageMessage
  /** Gives a command as people do there: a slash command where there are any, else typed. */
  command(giving: Giving): void
  press(by: StagePerson, label: string, room?: StageRoom): void

  /** What the bot wrote, oldest first: to one person alone, or in a room for all. */
  shown(where: StagePerson | StageRoom): readonly StageReply[]
  /** What it wrote in a room for this person alone. */
  shownPrivately(by: StagePerson, room: StageRoom): readonly StageReply[]

  /** What is offered for an argument that is being typed; absent where the platform completes none. */
  suggestions?(by: StagePerson, typing: { command: string; argument: string; text: string }): Promise<readonly Suggestion[]>
  /** Chooses an entry in the menu of what somebody wrote; absent where messages have no menus. */
  chooseAction?(by: StagePerson, message: StageMessage, label: string): void

  failNextSend(fault: SendFault): void
  /** The next edit finds its message gone. */
  failNextEdit(): void
  /** Cuts the connection by which the bot is told of things, and lets none be made until the function that it returns is called. */
  cut(): () => void
  /** While it is cut: so much time passes that what the platform kept for the connection is gone. */
  forgetSession(): void
  block(person: StagePerson): void
  /** The token is worth nothing until the function that it returns is called. */
  revokeToken(): () => void

  waitFor<T>(condition: () => T | false | undefined, what: string, timeoutMs?: number): Promise<T>
  close(): Promise<void>
}
