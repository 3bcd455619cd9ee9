import type { DayLabel, MemoryId, MessageId } from '../../core/domain/ids.ts'

/** What a person asks to be forgotten. */
export type ForgetTarget =
  | { readonly kind: 'message'; readonly id: MessageId }
  | { readonly kind: 'day'; readonly day: DayLabel }
  | { readonly kind: 'memory'; readonly id: MemoryId }
  /** Whatever has all of these words. */
  | { readonly kind: 'topic'; readonly words: string }
  | { readonly kind: 'everything' }
