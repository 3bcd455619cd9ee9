import type { LanguageCode } from '../domain/languages.ts'

/** How the service that conducts calls is reached, and how it reaches the voice server. */
export interface CallServiceSettings {
  readonly apiKey: string
  /** The address of the service. */
  readonly apiUrl: string
  readonly agentId: string
  /** Signs the transcripts of finished calls. */
  readonly webhookSecret: string
  /** Sent with the question how to begin a call. If absent, the question is refused, and callers are greeted as strangers. */
  readonly startSecret?: string
  /** The page of the service where calls are made in a browser. */
  readonly callPage: string
  readonly listen: { readonly host: string; readonly port: number }
  /** How often missed calls are looked for, in ms. */
  readonly pollMs: number
}

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
