import { type BudgetDeps, doBackgroundWork } from '../../budget/background-work.ts'
import type { SessionDeps } from '../deps.ts'
import { estimateReadTokens, readSession, type SessionReadDeps } from './read-session.ts'

/** Creates what makes the notes of sessions with a model, within the budget of the user, or offline beyond it. */
export const createSessionReader =
  (budget: BudgetDeps, { model, summarySettings }: SessionReadDeps): SessionDeps['readSession'] =>
  (input, { userId, signal }) => {
    const run = { userId, kind: 'session', model, expectedTokens: estimateReadTokens(input, summarySettings) } as const
    return doBackgroundWork(
      budget,
      run,
      async (chosen) => (await readSession({ model: chosen.model, summarySettings }, input, signal)).notes,
    )
  }
