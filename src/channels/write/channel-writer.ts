import { type BudgetDeps, doBackgroundWork } from '../../budget/background-work.ts'
import type { ChatModel } from '../../core/ports/chat-model.ts'
import type { ChannelDeps } from '../deps.ts'
import { estimateWritingTokens, writeSummary } from './write-summary.ts'

/** Creates what writes the summaries of channels with a model, within the budget of who switched the channel on, or offline beyond it. */
export const createChannelWriter =
  (budget: BudgetDeps, model: ChatModel): ChannelDeps['writeSummary'] =>
  (material, { channel, ...limits }) => {
    const { managerId: userId } = channel
    const { offlineModel } = budget.backgroundWork
    if (userId === null) return writeSummary(offlineModel, material, limits)
    const run = { userId, kind: 'channel', model, expectedTokens: estimateWritingTokens(model, material) } as const
    return doBackgroundWork(budget, run, (chosen) => writeSummary(chosen.model, material, limits))
  }

/** Creates what writes the summaries of channels without a language model. */
export const createOfflineWriter =
  (offlineModel: ChatModel): ChannelDeps['writeOffline'] =>
  (material, { channel: _channel, ...limits }) =>
    writeSummary(offlineModel, material, limits)
