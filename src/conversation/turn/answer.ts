import { assertRequested } from '../../agent/request-check.ts'
import { planRequest } from '../../agent/request-size.ts'
import { type AgentUsage, runAgent } from '../../agent/run.ts'
import { LeaseLostError, ModelError, messageOf } from '../../core/domain/errors.ts'
import type { ThreadId } from '../../core/domain/ids.ts'
import { platformInWords } from '../../core/domain/text.ts'
import { translatorOf } from '../../core/messages/messages.ts'
import type { JobRun } from '../../core/ports/jobs.ts'
import { enqueue, enqueueTurn } from '../../jobs/job-list.ts'
import { listLoops, mostOpenLoops } from '../../loops/open-loop.ts'
import { listThemes } from '../../memory/themes.ts'
import { resolveTimezone } from '../../people/users.ts'
import { combineReads } from '../../store/combined-reads.ts'
import { onDayChanged } from '../../summaries/triggers.ts'
import { keepLease } from '../../threads/lease.ts'
import { loadThreadReferences } from '../../threads/messages/references.ts'
import { loadRevision } from '../../threads/thread.ts'
import { buildContext, startReading } from '../context/build.ts'
import { prefetchRecall } from '../context/recall.ts'
import { addTools, type ContextReport, toStoredReport } from '../context/report.ts'
import type { ContextTurn } from '../context/section.ts'
import { deliverPlace } from '../deliver/deliver.ts'
import type { ConversationDeps } from '../deps.ts'
import { findDailyLimitNotice } from '../limits.ts'
import { watchCancellation } from './cancel.ts'
import { createCitationCheck, createReplyEnding } from './citations.ts'
import { assertUnchanged, beginTurn, claimTurn, hasPendingMessages, lastOf, reloadIncoming, type Turn } from './claim-turn.ts'
import { type CommittedTurn, commitTurn } from './commit-turn.ts'
import { loadThread } from './load-thread.ts'
import { prepareAttachments, type TurnGuard } from './prepare-attachments.ts'
import { streamReply } from './stream-reply.ts'
import { createWithdrawnEnding, describeFailure, type FailedTurn, fault, modelFault, type TurnEnding } from './turn-endings.ts'

/** The maximum number of attempts at a turn whose process dies, and of rewrites of a reply whose source messages change. */
const maxAttempts = 5
const maxRewrites = 3

/** In the database queue. A later part of a turn goes first, so that turns in progress end before others begin. */
const priorities = { claim: 0, prepare: 1, commit: 2 } as const

/** The delay between a reply and the indexing of the thread, in ms. A search before that updates the index itself. */
const indexDelayMs = 1_000

/**
 * Runs one turn of a thread. If more messages are pending, the thread goes to the back of the queue, so that one user cannot keep others
 * waiting. Returns at once if another worker holds the lease. An interrupted turn stays as it is, and the next worker that claims the
 * thread resumes it.
 */
export async function answerThread(deps: ConversationDeps, threadId: ThreadId, run: Pick<JobRun, 'signal'>): Promise<void> {
  const queued = <T>(work: () => Promise<T>) => deps.databaseQueue.add(work, { priority: priorities.claim })
  const begun = await queued(() => beginTurn(deps, threadId))
  if (!begun) return
  const { lease } = begun
  const answer = async (lost: AbortSignal) => {
    const turn = begun.turn ?? (await queued(() => claimTurn(deps, lease, threadId)))
    const ended = turn && (await repeatUntilUnchanged(deps, turn, { lease, signal: AbortSignal.any([lost, run.signal]) }))
    return { value: turn && ended && { turn, ...ended }, isWanted: ended?.isWanted }
  }
  const outcome = await keepLease(deps, lease, answer, hasPendingMessages(deps, threadId))
  if (outcome === 'busy') return
  if (outcome.value) await followUp(deps, outcome.value, run.signal)
  // A message that arrived meanwhile must not wait for the sweep.
  if (outcome.isWanted && !run.signal.aborted) await enqueueTurn(deps, threadId)
}

interface RunningTurn extends TurnGuard {
  /** Aborted when the lease is lost or the process shuts down. */
  readonly signal: AbortSignal
}

interface EndedTurn extends CommittedTurn {
  readonly finish: TurnEnding
}

/** Does what follows a turn. It needs no lease of the thread: whatever is interrupted is found again. */
async function followUp(
  deps: ConversationDeps,
  { turn, finish, delivery, progress }: EndedTurn & { readonly turn: Turn },
  signal: AbortSignal,
): Promise<void> {
  deps.log.info({ turnId: turn.id, threadId: turn.threadId, state: finish.state, ...finish.usage, error: finish.error }, 'a turn ended')
  countTurn(deps, turn, finish)
  deps.broadcast.publish({ type: 'thread-changed', userId: turn.user.id, threadId: turn.threadId })
  await deliverPlace(deps, turn.place.id, signal, delivery)
  await enqueue(deps, 'index-thread', { threadId: turn.threadId }, { delayMs: indexDelayMs, isLocal: true })
  await onDayChanged(deps, { segmentId: lastOf(turn).segmentId, progress })
}

function countTurn({ metrics, clock }: ConversationDeps, turn: Turn, { state, usage }: TurnEnding): void {
  metrics.count('turns', { outcome: state })
  // Messages that are answered again may be old.
  if (!turn.replaced) metrics.observe('turn_seconds', {}, (clock.now().getTime() - turn.messages[0].sentAt.getTime()) / 1_000)
  if (!usage) return
  metrics.count('model_tokens', { purpose: 'reply', direction: 'in' }, usage.inputTokens)
  metrics.count('model_tokens', { purpose: 'reply', direction: 'out' }, usage.outputTokens)
}

/** Writes the reply. Discards and rewrites it if messages were edited or anything was deleted meanwhile. */
async function repeatUntilUnchanged(deps: ConversationDeps, turn: Turn, { lease, signal }: RunningTurn): Promise<EndedTurn | undefined> {
  const commit = async (finish: TurnEnding): Promise<EndedTurn | 'changed'> => {
    const committed = await commitTurn(deps, turn, { lease, finish })
    return committed === 'changed' ? committed : { ...committed, finish }
  }
  /** Commits an ending that says the same whatever has changed. */
  const commitInAnyCase = async (finish: TurnEnding): Promise<EndedTurn> => {
    const ended = await commit(finish)
    return ended === 'changed' ? { finish } : ended
  }
  const refused = await findRefusal(deps, turn)
  if (refused) return commitInAnyCase(refused)
  const isThread = deps.senders.get(turn.place.platform)?.loadThread ? await loadThread(deps, turn, lease) : false
  let draftId = turn.draftId
  for (let rewrites = 0; ; rewrites++) {
    const asClaimed = rewrites === 0 && !isThread ? turn.asClaimed : undefined
    // This happens before the revision is read, because a transcript bumps it, and in each round, because an edit may add files.
    if (!asClaimed) await prepareAttachments(deps, turn, { lease, signal })
    const revision = asClaimed ? asClaimed.revision : await loadRevision(deps.store.db, turn.threadId)
    const finish = await writeReply(deps, { ...turn, draftId }, { lease, signal, revision, isThread, asClaimed })
    if (!finish) return undefined
    const ended = await deps.databaseQueue.add(() => commit({ ...finish, revision }), { priority: priorities.commit })
    if (ended !== 'changed') return ended
    draftId = finish.draftId
    const ending = await toTurnEnding(deps, turn, { finish, isLast: rewrites === maxRewrites })
    if (!ending) continue
    // The usage is already recorded.
    return commitInAnyCase({ ...ending, calls: 0 })
  }
}

/** Returns the ending of a turn that must not run, or undefined if it may run. Calls no model. */
async function findRefusal(deps: ConversationDeps, turn: Turn): Promise<TurnEnding | undefined> {
  const failed = toFailedTurn(turn, turn.draftId)
  if (turn.attempts > maxAttempts) return fault(failed, 'interrupted', 'interrupted too often')
  const spent = await findDailyLimitNotice(deps, turn)
  return spent === undefined ? undefined : describeFailure(failed, spent, 'tokens per day')
}

const toFailedTurn = ({ user, replaced }: Turn, draftId: TurnEnding['draftId']): FailedTurn => ({
  draftId,
  hasReply: replaced !== undefined,
  translate: translatorOf(user.language),
})

/** Returns the ending of a turn whose thread has changed, or undefined to rewrite the reply. */
async function toTurnEnding(
  deps: ConversationDeps,
  turn: Turn,
  { finish, isLast }: { finish: TurnEnding; isLast: boolean },
): Promise<TurnEnding | undefined> {
  if (!(await reloadIncoming(deps, turn))) return createWithdrawnEnding(finish.draftId, translatorOf(turn.user.language))
  // An error notice does not depend on what changed.
  if (finish.kind === 'notice') return finish
  return isLast ? fault(toFailedTurn(turn, finish.draftId), 'changed', 'changed') : undefined
}

interface ReplyDraft extends RunningTurn {
  /** The thread's revision before any of its messages were read. */
  readonly revision: number
  /** Whether the place is a platform's thread. */
  readonly isThread: boolean
  /** Set if nothing was read again since the messages were claimed. */
  readonly asClaimed: Turn['asClaimed']
}

/** Runs the agent once and streams its reply. Returns undefined if the process shuts down or the lease is lost. */
async function writeReply(
  deps: ConversationDeps,
  turn: Turn,
  { lease, signal, revision, isThread, asClaimed }: ReplyDraft,
): Promise<TurnEnding | undefined> {
  const stop = watchCancellation(deps, turn.id, { isFresh: asClaimed !== undefined })
  const citations = createCitationCheck(deps.store.db, turn.scope)
  const stream = streamReply(deps, turn, { lease, revision, stop, clean: citations.cleanDraft })
  const timezone = resolveTimezone(turn.user, deps.defaultTimezone)
  let text = ''
  let used: AgentUsage = { calls: 0 }
  let report: ContextReport | undefined
  try {
    const messagesToAnswer = asClaimed ? turn.messages : await reloadIncoming(deps, turn)
    if (!messagesToAnswer) return createWithdrawnEnding((await stream.end()).draftId, translatorOf(turn.user.language))
    await prefetchRecall(deps, messagesToAnswer)
    const { context, plan } = await deps.databaseQueue.add(
      () => prepareRequest(deps, turn, { timezone, messagesToAnswer, isThread, asClaimed }),
      {
        priority: priorities.prepare,
      },
    )
    report = addTools(context.report, plan)
    const answer = await runAgent(deps, {
      messages: context.messages,
      toAnswer: messagesToAnswer.length,
      limit: plan.limit,
      tools: plan.tools,
      context: {
        ...turn.scope,
        timezone,
        language: turn.user.language,
        now: deps.clock.now(),
        answering: turn.messages.map(({ id }) => id),
        ...(turn.replaced && { replaced: turn.replaced.ids }),
        assertRequested: (change) => assertRequested(deps.store.db, messagesToAnswer, change),
        mayWrite: (tx) => assertUnchanged(tx, turn, { lease, revision }),
      },
      signal: AbortSignal.any([signal, stop.signal]),
      onRequest: citations.note,
      onTool: stream.showTool,
      onText: (soFar) => {
        text = soFar
        stream.show(soFar)
      },
      onUsage: (soFar) => {
        used = soFar
      },
    })
    const { draftId } = await stream.end()
    return await createReplyEnding(deps, citations, { user: turn.user, place: turn.place, answer, report, draftId })
  } catch (error) {
    const { draftId } = await stream.end()
    if (signal.aborted || error instanceof LeaseLostError) return undefined
    const spent = { ...used, model: deps.model.name }
    if (stop.signal.aborted)
      return {
        state: 'stopped',
        kind: 'chat',
        text: await citations.cleanDraft(text),
        tools: [],
        draftId,
        ...spent,
        ...(report && { context: toStoredReport(report, spent.model) }),
      }
    if (!(error instanceof ModelError)) throw error
    deps.log.warn({ turnId: turn.id, kind: error.kind, error: messageOf(error) }, 'the model did not answer')
    return { ...modelFault(toFailedTurn(turn, draftId), error), ...spent, ...(report && { context: { total: report.total } }) }
  } finally {
    stop.end()
  }
}

type RequestInput = Pick<ContextTurn, 'timezone' | 'messagesToAnswer'> & Pick<ReplyDraft, 'isThread' | 'asClaimed'>

/** Selects the tools and builds the context of a turn. */
async function prepareRequest(deps: ConversationDeps, turn: Turn, { isThread, ...input }: RequestInput) {
  const { store, senders, log } = deps
  const { platform } = turn.place
  const continueWithout = (what: string) => (error: unknown) => {
    log.warn({ userId: turn.user.id, error: messageOf(error) }, `the reply continues without ${what}, because reading that failed`)
    return undefined
  }
  const { asClaimed } = input
  const reading = asClaimed && startReading(deps, { ...turn, ...input }, asClaimed)
  const db = combineReads(store.db)
  const [themes, openLoops, thread] = await Promise.all([
    listThemes(db, turn.scope).catch(continueWithout('memory')),
    listLoops(db, turn.scope, { state: 'open', limit: mostOpenLoops }).catch(continueWithout('open loops')),
    isThread ? loadThreadReferences(store.db, turn.scope) : [],
  ])
  const plan = planRequest({ ...deps, themes, openLoops: openLoops?.total ?? 0 })
  const context = await buildContext(deps, {
    ...turn,
    ...input,
    platform: senders.get(platform)?.title ?? platformInWords(platform),
    limit: plan.contextLimit,
    tools: plan.tools.map(({ declaration }) => declaration.name),
    themes,
    openLoops,
    thread,
    reading,
  })
  return { plan, context }
}
