import type { ThreadId, TurnId, UserId } from '../domain/ids.ts'

/** An event for current subscribers. Not stored, because the database holds the state. */
export type BroadcastEvent =
  /** The thread has changes to read. Only its user may be notified. */
  | { readonly type: 'thread-changed'; readonly userId: UserId; readonly threadId: ThreadId }
  /** The reply so far, for places that show it live. */
  | { readonly type: 'preview'; readonly platform: string; readonly address: string; readonly key: string; readonly text: string }
  /** The bot is at work. `line` says at what; an empty one ends that. */
  | { readonly type: 'typing'; readonly platform: string; readonly address: string; readonly line?: string }
  | { readonly type: 'stop-turn'; readonly turnId: TurnId }
  /** Some sessions of the user have ended. Their open pages must close. */
  | { readonly type: 'sessions-ended'; readonly userId: UserId }

export interface Broadcast {
  /** Never throws. Drops and logs an event that cannot be delivered. */
  publish(news: BroadcastEvent): void
  /** Returns the function that unsubscribes. */
  subscribe(listener: (news: BroadcastEvent) => void): () => void
  close(): Promise<void>
}
