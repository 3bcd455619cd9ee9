/** What a reply was built from, as /context shows it and the turn keeps it. */
export interface ContextReport {
  /** Tokens of all parts, as counted before the call, and the most they could have been. */
  readonly total: number
  readonly limit: number
  /** The model they were counted for. */
  readonly model: string
  /** In the order in which the model sees them. */
  readonly parts: readonly PartReport[]
}

export interface PartReport {
  readonly name: string
  readonly tokens: number
  /** The most it could have been in this context. */
  readonly limit: number
  /** Messages or summaries in it. */
  readonly items: number
  readonly leftOut: readonly OmittedContent[]
}

/** A part that there was nothing to show of says nothing. */
export const isWorthShowing = ({ tokens, leftOut }: PartReport): boolean => tokens > 0 || leftOut.length > 0

export interface OmittedContent {
  readonly what: string
  readonly why: string
}
