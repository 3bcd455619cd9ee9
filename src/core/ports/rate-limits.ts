/** How many points may be spent under one key within a time. */
export interface Budget {
  /** Unique. Part of the key in Redis. */
  readonly name: string
  readonly points: number
  readonly perMs: number
}

/** Counts what is spent, for all processes that share a Redis, or else for this process. */
export interface RateLimits {
  /**
   * Spends points of a budget, 1 by default. Returns 0, or in how many ms there are points again if more than the budget is spent. The
   * points count in any case.
   */
  spend(budget: Budget, key: string, points?: number): Promise<number>
  /** Gives back points that were spent. */
  refund(budget: Budget, key: string, points: number): Promise<void>
  /** Allows no spending of a budget under a key for `ms` milliseconds: at least one second, at most one day. A longer block stays. */
  block(budget: Budget, key: string, ms: number): Promise<void>
}
