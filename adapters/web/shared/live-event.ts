import type { MessageFragment } from './message-fragment.ts'
import type { PreviewChange } from './preview-blocks.ts'

/** The size of a day on which messages have changed. */
export interface DaySizeUpdate {
  readonly day: string
  readonly messages: number
  /** What the list of days shows of it. */
  readonly html: string
}

/** The events that an open page receives. */
export type LiveEvent =
  | {
      readonly type: 'changes'
      readonly messages: readonly MessageFragment[]
      readonly days: readonly DaySizeUpdate[]
      readonly seq: number
    }
  /** The unfinished reply has grown. */
  | ({ readonly type: 'preview'; readonly key: string } & PreviewChange)
  | { readonly type: 'preview-end' }
  /** The bot is at work. `line` says at what; an empty one ends that. */
  | { readonly type: 'typing'; readonly line?: string }
  /** Too much has changed: the page must reload. */
  | { readonly type: 'reload'; readonly seq: number }
  /** The summaries of these days were regenerated. */
  | { readonly type: 'summary'; readonly days: readonly string[] }
  /** The list of loops beside the day has changed. */
  | { readonly type: 'loops'; readonly html: string }
  /** The sessions of the page's day have changed. */
  | { readonly type: 'sessions'; readonly html: string }

/** Closes the connection of a session that has ended. Applications may use 4000 to 4999 (RFC 6455 section 7.4.2). */
export const signedOutCode = 4401
