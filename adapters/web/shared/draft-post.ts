/** What stands in a message box, and the stored drafts that it may replace. */
export interface DraftPost {
  readonly text: string
  readonly known: readonly string[]
}
