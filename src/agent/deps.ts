import type { ChatModel } from '../core/ports/chat-model.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Log } from '../core/ports/log.ts'
import type { AgentLimits } from './limits.ts'

export interface AgentDeps {
  readonly model: ChatModel
  readonly clock: Clock
  readonly log: Log
  readonly limits: AgentLimits
}
