/** Phrases of a language as they are written in chats, said on Wednesday 18 November 2026 at 10:30 in Berlin. */
export interface DueList {
  /** When each text is due: day, time and rule. */
  readonly dues: Readonly<Record<string, string>>
  /** Texts that name no due time. */
  readonly noDues: readonly string[]
  /** Requests, with when they are due and what they are about, separated by `: `. */
  readonly requests: Readonly<Record<string, string>>
  readonly noRequests: readonly string[]
}
