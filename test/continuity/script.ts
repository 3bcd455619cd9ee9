import { readFileSync } from 'node:fs'

/**
 * Where a line is written: three direct chats, the web page, and one group. The group is a Slack channel
 * with Ada, Ben and Carla; its log is off, so the bot sees only what is addressed to it there.
 */
export type PlaceName = 'telegram' | 'discord' | 'slack' | 'web' | 'group'

/** How a message refers back. Each kind has its own way of losing the referent. */
export type ProbeKind =
  | 'next-turn' // "yes", "and her?", "the second one": the turns just before
  | 'morning' // the same across midnight or a pause of hours
  | 'other-place' // begun on one platform, continued on another
  | 'reply' // a platform reply, quote or forward
  | 'thread' // the platform thread that the message is in
  | 'group' // another member just spoke to the bot
  | 'named-day' // "what did we say on Tuesday?"
  | 'older-topic' // days or weeks ago, referred to by topic words
  | 'failed-summary' // the referent is in a day whose summary failed
  | 'posted' // a digest or reminder that the bot posted

/** Text by someone, as a platform delivers it with a quote, a forward or a thread. */
export interface Said {
  readonly author: string
  readonly text: string
}

/** Someone writes. */
export interface Line {
  /** Unique, e.g. `d1-halvorsen`. */
  readonly id: string
  /** ISO time with the offset of the writer's wall clock. */
  readonly at: string
  readonly by: 'ada' | 'ben' | 'carla'
  readonly place: PlaceName
  /** In the group without the mention, which the player adds when the bot is addressed. `/…` is a command. */
  readonly text: string
  /** What the scripted model answers if it is addressed. Absent when it is not, and for commands. */
  readonly reply?: string
  /** The id of a line, `reply:<id>` for the bot's reply to that line, or `digest:<day>`: the digest OF that day. */
  readonly repliesTo?: string
  /** A quote or forward of something that the bot never saw. */
  readonly quotes?: Said
  /** The earlier messages of the platform thread, oldest first. Each such line is in a thread of its own. */
  readonly inThread?: readonly Said[]
  /** In the group: whether the bot is addressed. Default true. */
  readonly addressed?: boolean
  /** What a good day summary keeps of this line and its reply, self-contained. Absent for small talk and in the group. */
  readonly gist?: string
  readonly probe?: Probe
}

/** A message that refers back, and to what. */
export interface Probe {
  readonly kind: ProbeKind
  /** Short verbatim phrases, compared without regard to case. ANY of them in the request counts. */
  readonly referents: readonly string[]
  /** The lines (text, quote, thread or gist), `reply:` or `digest:` ids that hold the referent. */
  readonly sources: readonly string[]
}

/** Something happens to the bot, to an account, or to a message. */
export type Incident =
  /** `kill`: the process dies before it replies to the line before, and is started again. */
  | { readonly at: string; readonly do: 'restart' | 'kill' }
  /** The summaries of these days fail, every attempt. */
  | { readonly at: string; readonly do: 'fail-summaries'; readonly days: readonly string[] }
  /** Ada's account there is linked from now on. Before that she does not write there. */
  | { readonly at: string; readonly do: 'link'; readonly place: PlaceName }
  | { readonly at: string; readonly do: 'timezone'; readonly zone: string }
  | { readonly at: string; readonly do: 'edit'; readonly id: string; readonly text: string }
  /** Where the platform reports no deletions (Telegram), `/forget` as a reply. */
  | { readonly at: string; readonly do: 'delete'; readonly id: string }
  /** Ada gives `/fresh` there. */
  | { readonly at: string; readonly do: 'fresh'; readonly place: PlaceName }

export type Step = Line | Incident

/** A text that no request may hold from that time on; with `places`, no request of those places. */
export interface AbsentText {
  readonly text: string
  readonly from: string
  readonly places?: readonly PlaceName[]
}

const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(`./script/${name}.json`, import.meta.url), 'utf8'))

/**
 * Three weeks of Ada Brandt, 19 October to 8 November 2026, in order of time: Berlin, where the clocks go back on 25 October, New York from
 * 27 October, and Tokyo from 1 November. Nobody writes on 2 and 7 November.
 */
export const script: readonly Step[] = [1, 2, 3].flatMap((week) => read<Step[]>(`week-${week}`))

/** Deleted and edited text, and private text in the group. */
export const absentTexts = read<readonly AbsentText[]>('absent')

export const isLine = (step: Step): step is Line => 'id' in step && !('do' in step)
