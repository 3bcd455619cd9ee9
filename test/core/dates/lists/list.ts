/** What a language says about days. The day of reading is Wednesday, 18 November 2026. */
export interface DateList {
  /** The only day or range that each phrase names. */
  readonly days: Readonly<Record<string, string>>
  /** Phrases that name no past day. */
  readonly none: readonly string[]
}
