import type { LanguageCode } from '../domain/languages.ts'

/** What is known of a caller when a call begins. */
export interface CallerClaim {
  readonly token?: string
  /** In E.164. Can be forged. */
  readonly number?: string
}

/** The variables that the voice agent receives at the start of a call. */
export interface CallOpening {
  /** Always the same names. Those that say nothing are empty. At most 4 KB as JSON. */
  readonly variables: Readonly<Record<string, string>>
  /** Only for callers who have proved who they are. */
  readonly userId?: string
}

/** The part of the core that answers the voice server. */
export interface CallDesk {
  /** What to tell the agent about somebody of whom nothing is known. */
  readonly strangers: CallOpening
  openCall(claim: CallerClaim): Promise<CallOpening>
  /** Returns the language of the user whose link it is. Undefined if the link cannot be used. Does not use it up. */
  findLink(link: string): Promise<LanguageCode | undefined>
  /** Uses up a link. The variables then have the token of the call. */
  redeemLink(link: string): Promise<CallOpening | undefined>
  listStored(ids: readonly string[]): Promise<ReadonlySet<string>>
}

/** The variable that holds the token of a call. */
export const tokenVariable = 'throughline_token'
