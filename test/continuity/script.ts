import { readFileSync } from 'node:fs'

/**
 * Where a line is written: three direct chats, the web page, and one group. The group is a Slack channel
 * with Ada, Ben and Carla; its log is off, so the bot stores only what is addressed to it there.
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
  | 'posted' // a digest, a reminder or a command's answer that the bot posted
  | 'after-fresh' // before /fresh, referred to by topic words
  | 'corrected' // a message that was edited after it was answered

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
  /** In the group without the mention, which the adapter removes. `/…` is a command. */
  readonly text: string
  /** What the scripted model answers if it is addressed. Absent when it is not, and for commands. */
  readonly reply?: string
  /** The id of a line, `reply:<id>` for the bot's reply to that line, or `digest:<day>`: the digest OF that day. */
  readonly repliesTo?: string
  /** On Telegram: the part of the message replied to that is picked out. */
  readonly quotedPart?: string
  /** On Telegram: a quote of a message of another chat, which the bot never saw. */
  readonly quotes?: Said
  /** On Telegram or Discord: a message of another chat that is forwarded together with this one. */
  readonly forwards?: Said
  /** What others wrote in the platform thread before this line, and after the one before it in that thread. */
  readonly inThread?: readonly Said[]
  /** The line that the thread began with: one in the channel, or the first one in the thread that the bot saw. By default this line. */
  readonly thread?: string
  /** What the model searches for before it replies, one search for each request. */
  readonly looksUp?: readonly string[]
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

/** The text of a line is changed on its platform. */
export interface Edit {
  readonly at: string
  readonly do: 'edit'
  readonly id: string
  readonly text: string
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
  | Edit
  /** Where the platform reports no deletions (Telegram, the page), `/forget`. */
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
 * Three weeks of Ada Brandt, 19 October to 8 November 2026, and an evening after three days of silence, in order of time: Berlin, where the
 * clocks go back on 25 October, New York from 27 October, Tokyo from 1 November, and Berlin again. Nobody writes on 2 and 7 November.
 */
export const script: readonly Step[] = [1, 2, 3].flatMap((week) => read<Step[]>(`week-${week}`))

/** Deleted and edited text, and private text in the group. */
export const absentTexts = read<readonly AbsentText[]>('absent')

export const isLine = (step: Step): step is Line => 'id' in step && !('do' in step)
