import { type VariableValues, wholeNumber } from './kinds.ts'

// The limit of background work.

export interface BackgroundLimitConfig {
  /** The tokens per user and day. 0 means no limit. */
  readonly backgroundTokensPerDay: number
}

export const budgetVariables = {
  BACKGROUND_TOKENS_PER_DAY: wholeNumber(0, 999_999_999, 'tokens').default(500_000),
}

export const parseBudget = ({ BACKGROUND_TOKENS_PER_DAY }: VariableValues<typeof budgetVariables>): BackgroundLimitConfig => ({
  backgroundTokensPerDay: BACKGROUND_TOKENS_PER_DAY,
})
