/** What a page asks of the service worker. */
export type WorkerRequest = KeepRequest | KnownPushRequest

interface KeepRequest {
  /** The address of the page to keep for the time that the server cannot be reached. It names the account, the language and the theme. */
  readonly keep: string
}

interface KnownPushRequest {
  /** The subscription that the server knows now. Null if it has none of this browser any more. */
  readonly push: KnownPush | null
}

/** A subscription of this browser that the server knows. */
export interface KnownPush {
  readonly endpoint: string
  /** The key of the server, by which the browser subscribes again. */
  readonly key: string
}
