import type { ThreadId, TurnId, UserId } from '../domain/ids.ts'

/** Passing news, for those who listen just now. None of it is stored: what counts is in the database. */
export type BroadcastEvent =
  /** The thread has changes to read; whose it is says who may be told. */
  | { readonly type: 'thread-changed'; readonly userId: UserId; readonly threadId: ThreadId }
  /** A reply as far as it is written, for places that show it live. */
  | { readonly type: 'preview'; readonly platform: string; readonly address: string; readonly key: string; readonly text: string }
  | { readonly type: 'typing'; readonly platform: string; readonly address: string }
  | { readonly type: 'stop-turn'; readonly turnId: TurnId }

export interface Broadcast {
  /** Never throws; news that cannot be passed on is dropped and logged. */
  publish(news: BroadcastEvent): void
  /** Returns the way to stop listening. */
  subscribe(listener: (news: BroadcastEvent) => void): () => void
  close(): Promise<void>
}
