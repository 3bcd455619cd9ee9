/** What a page asks of the service worker. */
export interface WorkerRequest {
  /** The address of the page to keep for the time that the server cannot be reached. It names the account, the language and the theme. */
  readonly keep: string
}
