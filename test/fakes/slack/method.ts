import type { Params } from './types.ts'
import type { World } from './world.ts'

export interface MethodParts {
  readonly world: World
  /** Whether the call came with the app-level token rather than the bot's. */
  readonly asApp: boolean
  /** A WebSocket address that is good once. */
  readonly socketAddress: () => string
  /** Where files are uploaded to. */
  readonly origin: string
}

export type Method = (parts: MethodParts, params: Params) => object
