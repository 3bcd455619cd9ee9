import type { Suggestion } from '../../../src/core/ports/commands.ts'

/** What the platform knows of a person. */
export interface PersonFacts {
  /** BCP 47. Discord tells it with commands and buttons only. */
  readonly locale?: string
  /** Only Slack knows it. */
  readonly timezone?: string
}

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
  /** Its author changes it. In a room the bot is mentioned if it was before. */
  edit(text: string): void
  /** Its author deletes it; absent where bots are not told of that. */
  remove?(): void
}

/** A message of the bot as it reads now. */
export interface StageReply {
  readonly id: string
  readonly text: string
  /** The same with <b> <i> <code> <pre> <a href="…"> around what is shown so. */
  readonly markup: string
  readonly buttons: readonly string[]
  /** Whether the platform shows that it is still being written. */
  readonly isGrowing: boolean
}

/** What comes with a message. */
export interface StageFile {
  readonly name: string
  readonly mediaType: string
  readonly content: Uint8Array
  /** The platform tells of it, and does not hand it out any more. */
  readonly isGone?: boolean
}

export interface Saying {
  readonly by: StagePerson
  readonly text: string
  /** Alone with the bot where absent. In a room the bot is mentioned. */
  readonly room?: StageRoom
  /** In a room: said to the others, without a mention of the bot. */
  readonly isAside?: boolean
  readonly file?: StageFile
}

/** Who is in a room, where the platform does not take everybody to be. */
export interface RoomPeople {
  readonly members: readonly StagePerson[]
  /** One of the members, who may manage the room. */
  readonly manager: StagePerson
}

export interface Giving {
  readonly by: StagePerson
  readonly room?: StageRoom
  readonly name: string
  readonly args?: Readonly<Record<string, string>>
}

export interface Reacting {
  readonly by: StagePerson
  /** A message in the person's own chat with the bot. */
  readonly on: StageReply
  /** False: taken away. */
  readonly present: boolean
}

/**
 * What the next send of the bot meets. `busy`: asked to wait for a second; `broken`: an error of the server; `lost`: it was
 * sent, and the answer to that got lost; `silent`: it was sent, and never answered.
 */
export type SendFault = 'busy' | 'broken' | 'lost' | 'silent'

/**
 * A platform with people on it, in front of a whole bot: what they do and see, and what can go wrong there, in the same
 * words for each platform.
 */
export interface Stage {
  readonly name: 'telegram' | 'discord' | 'slack'
  /** What the configuration of the bot needs to be on it. */
  readonly env: Readonly<Record<string, string>>
  /** The longest message there, in characters as they are shown. */
  readonly maxLength: number
  /** The bot as its platform knows it, for what it would say if it were somebody else. */
  readonly itself: StagePerson

  person(name: string, facts?: PersonFacts): StagePerson
  otherBot(name: string): StagePerson
  /** With `people`, a room in which the bot is told of everything that is said, if it was configured for that. */
  room(title: string, people?: RoomPeople): StageRoom
  leave(by: StagePerson, room: StageRoom): void
  say(saying: Saying): StageMessage
  /** Gives a command as people do there: a slash command where there are any, else typed. */
  command(giving: Giving): void
  /** The button with this label, under the newest message that has it. */
  press(by: StagePerson, label: string, room?: StageRoom): void
  /** Ends the reply that is being written as people do there: what the platform has for it, else the button. */
  stopReply(by: StagePerson, room?: StageRoom): void
  /** 👍, in the platform's own way. */
  react(reaction: Reacting): void

  /** What the bot wrote, oldest first: to one person alone, or in a room for all. */
  shown(where: StagePerson | StageRoom): readonly StageReply[]
  /** What it wrote in a room for this person alone. */
  shownPrivately(by: StagePerson, room: StageRoom): readonly StageReply[]
  /** The contents of the files that it sent to one person alone. */
  files(to: StagePerson): readonly Uint8Array[]
  /** The reply that is being written there just now, as far as it shows. */
  written(where: StagePerson | StageRoom): string | undefined
  /** What the bot says there that it is doing, wherever the platform shows that. */
  progress(where: StagePerson | StageRoom): string | undefined
  /** How many answers the platform still says to be coming. */
  awaited(where: StagePerson | StageRoom): number

  /** What is offered for an argument that is being typed or chosen; absent where the platform offers none. */
  suggestions?(by: StagePerson, typing: { command: string; argument: string; text: string }): Promise<readonly Suggestion[]>
  /** Gives a command with the day that was chosen for it in the way of the platform. */
  chooseDay?(by: StagePerson, chosen: { command: string; day: string }): void
  /** Chooses an entry in the menu of what somebody wrote; absent where messages have no menus. */
  chooseAction?(by: StagePerson, message: StageMessage, label: string): void

  failNextSend(fault: SendFault): void
  /** What the beginning of the next reply that is shown while it is written meets, where that is another call than a send. */
  failNextShow?(fault: SendFault): void
  /** Takes away what the bot wrote; absent where the bot is not told of that and nothing of it can be seen. */
  removeReply?(where: StagePerson | StageRoom, reply: StageReply): void
  /** The next edit finds its message gone. */
  failNextEdit(): void
  /** Cuts the connection by which the bot is told of things, and lets none be made until the function that it returns is called. */
  cut(): () => void
  /** While it is cut: so much time passes that what the platform kept for the connection is gone. */
  forgetSession(): void
  block(person: StagePerson): void
  /** The token is worth nothing until the function that it returns is called. */
  revokeToken(): () => void

  /** How many calls the bot has made. */
  calls(): number
  /** Resolves when people can give the bot commands. */
  ready(): Promise<void>
  waitFor<T>(condition: () => T | false | undefined, what: string, timeoutMs?: number): Promise<T>
  close(): Promise<void>
}
