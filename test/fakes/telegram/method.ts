import type { Params } from './types.ts'
import type { UpdateQueue } from './update-queue.ts'
import type { World } from './world.ts'

export interface MethodParts {
  readonly world: World
  readonly queue: UpdateQueue
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal
}

export type Method = (parts: MethodParts, params: Params) => unknown
