import type { UserId } from '../core/domain/ids.ts'
import type { ChatModel } from '../core/ports/chat-model.ts'
import type { Clock } from '../core/ports/clock.ts'
import { findLimitDay } from '../core/ports/clock.ts'
import type { Log } from '../core/ports/log.ts'
import { lockUser } from '../people/users.ts'
import type { Db, Store, Tx } from '../store/store.ts'
import { meterModel } from './metered-model.ts'

/** The limit of the work that users have not asked for at that moment: summaries, notes of sessions, proposals about memory. */
export interface BackgroundWork {
  /** The limit per user. 0 means no limit. */
  readonly tokensPerDay: number
  /** Does the work beyond the limit. */
  readonly offlineModel: ChatModel
}

export interface BudgetDeps {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly defaultTimezone: string
  readonly backgroundWork: BackgroundWork
}

export interface BudgetedRun {
  readonly userId: UserId
  readonly kind: 'summary' | 'session' | 'consolidation' | 'channel'
  /** The configured model. */
  readonly model: ChatModel
  /** The estimated tokens of the run. They count until it has ended. */
  readonly expectedTokens: number
  /** Whether the user asked for it. Then it is done by the model even beyond the limit, but counts. */
  readonly isRequested?: boolean
}

/** The model that a run has to use. */
export interface BudgetedModel {
  readonly model: ChatModel
  /** Whether it is the offline model because the limit is reached. */
  readonly isOverLimit: boolean
}

/**
 * Does background work with the configured model, or with the offline one if the user's limit for the day is reached, and records the
 * tokens. The estimate is recorded before the run, so that workers see each other's runs: the limit is exceeded by at most one run, and by
 * what others use beyond their estimates. A run of a process that dies keeps its estimate. Throws what `work` throws.
 */
export async function doBackgroundWork<Result>(
  deps: BudgetDeps,
  run: BudgetedRun,
  work: (chosen: BudgetedModel) => Promise<Result>,
): Promise<Result> {
  const { offlineModel } = deps.backgroundWork
  if (run.model === offlineModel) return work({ model: offlineModel, isOverLimit: false })
  const usageId = await deps.store.transaction((tx) => reserveTokens(tx, deps, run))
  if (usageId === undefined) {
    deps.log.info({ userId: run.userId, kind: run.kind }, 'the limit of background work is reached; the offline model is used')
    return work({ model: offlineModel, isOverLimit: true })
  }
  const meter = meterModel(run.model)
  try {
    return await work({ model: meter.model, isOverLimit: false })
  } finally {
    await deps.store.db.backgroundUsage.updateMany({ where: { id: usageId }, data: meter.readAll() })
  }
}

/** Records the estimate of a run, and returns the row's id. Undefined if the limit is reached, or the user is gone. */
async function reserveTokens(tx: Tx, deps: BudgetDeps, run: BudgetedRun): Promise<number | undefined> {
  // Two workers of the same user take turns here.
  const isLocked = await lockUser(tx, run.userId)
  if (!isLocked || (!run.isRequested && (await isBackgroundLimitReached(tx, deps, run.userId)))) return undefined
  const { id } = await tx.backgroundUsage.create({
    data: {
      ...{ userId: run.userId, kind: run.kind, model: run.model.name, startedAt: deps.clock.now() },
      ...{ inputTokens: Math.ceil(run.expectedTokens), outputTokens: 0, isEstimated: true },
    },
    select: { id: true },
  })
  return id
}

/** Returns whether a user's background work has used up its limit for today. */
export async function isBackgroundLimitReached(
  db: Db,
  { clock, defaultTimezone, backgroundWork: { tokensPerDay } }: Pick<BudgetDeps, 'clock' | 'defaultTimezone' | 'backgroundWork'>,
  userId: UserId,
): Promise<boolean> {
  if (tokensPerDay === 0) return false
  const { begins } = findLimitDay(clock.now(), defaultTimezone)
  return (await countBackgroundTokens(db, userId, begins)) >= tokensPerDay
}

/** Counts the tokens of a user's background work since an instant. Relies on background_usage_user_id_started_at_idx. */
export async function countBackgroundTokens(db: Db, userId: UserId, begins: Date): Promise<number> {
  const { _sum: sum } = await db.backgroundUsage.aggregate({
    where: { userId, startedAt: { gte: begins } },
    _sum: { inputTokens: true, outputTokens: true },
  })
  return (sum.inputTokens ?? 0) + (sum.outputTokens ?? 0)
}
