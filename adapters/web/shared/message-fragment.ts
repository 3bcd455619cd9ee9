/** A message as the server sends it to an open page. */
export interface MessageFragment {
  readonly id: number
  readonly day: string
  /** The line above the first message of the day. */
  readonly dayMark: string
  /** Sorts as text. */
  readonly order: string
  /** Whether the bot wrote it, or a notice in its place. */
  readonly answers: boolean
  /** Whether its reader wrote it on the page, so that it is not new to them. */
  readonly isOwn: boolean
  readonly html: string
  /** What replies show of it. */
  readonly quote: string
  /** The call that it is a turn of, with a fold for its turns. */
  readonly call?: { readonly id: string; readonly html: string }
}

/** Where a row stands in the timeline. */
export interface TimelinePosition {
  readonly day?: string | undefined
  readonly order?: string | undefined
}

/** Returns a text that sorts rows. The day comes first, because a reply to a message from before midnight stands above the mark of the new day. */
export const sortKey = ({ day = '', order = '' }: TimelinePosition): string => `${day} ${order}`

interface DayOnPage {
  readonly day: string
  /** Whether it is today, so that it continues past midnight. */
  readonly isLive: boolean
  /** The first message shown, if any. It may be of an earlier day. */
  readonly first: TimelinePosition | undefined
}

/** Whether a message belongs on the page of a day. The page of an earlier day shows that day, and what was loaded of the days before. */
export function belongsOnPage(position: TimelinePosition, { day, isLive, first }: DayOnPage): boolean {
  if (position.day === day) return true
  if (!isLive && (position.day ?? '') > day) return false
  return sortKey(position) >= (first ? sortKey(first) : day)
}
