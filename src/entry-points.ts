import { queueCascades, runCascade } from './channels/cascade/run-cascade.ts'
import type { ChannelDeps } from './channels/deps.ts'
import { pruneChannels } from './channels/manage/retention.ts'
import { deliverMessage } from './conversation/deliver/deliver.ts'
import type { ConversationDeps } from './conversation/deps.ts'
import { type HistoryDeps, queueHistories, readHistory } from './conversation/receive/read-history.ts'
import { receive } from './conversation/receive/receive.ts'
import { runCommand } from './conversation/receive/run-command.ts'
import { recoverPendingWork } from './conversation/recover.ts'
import { answerThread } from './conversation/turn/answer.ts'
import type { JobHandlers } from './core/ports/jobs.ts'
import type { Inbox } from './core/ports/platform.ts'
import type { LoopDeps } from './loops/deps.ts'
import { sendReminders } from './loops/reminders/send-reminders.ts'
import { reviewMemories } from './memory/proposals/review-memory.ts'
import type { ModelsHandle } from './model/choice/open-models.ts'
import type { Metrics } from './ops/metrics.ts'
import type { PrivacyDeps } from './privacy/deps.ts'
import { sendExport } from './privacy/export/send-export.ts'
import { runForgetRequest } from './privacy/forget/forget-job.ts'
import type { PushDeps } from './push/deps.ts'
import { sendPushes } from './push/send-pushes.ts'
import { refreshIndex } from './search/index/update-index.ts'
import { updateEmbeddings } from './search/vectors/embed-pending.ts'
import type { SessionDeps } from './sessions/deps.ts'
import { processSession } from './sessions/process/process-session.ts'
import { processSessions } from './sessions/process/process-sessions.ts'
import type { SummaryDeps } from './summaries/deps.ts'
import { postDigests } from './summaries/digest/post-digests.ts'
import { finalizeDays } from './summaries/finalize-days.ts'
import { summarizeDay } from './summaries/run/summarize-day.ts'

/** Creates what every event of a platform goes through. */
export const createInbox =
  (conversation: ConversationDeps): Inbox =>
  (event) =>
    receive(conversation, event)

export interface JobFeatures {
  readonly channels: ChannelDeps
  readonly history: HistoryDeps
  readonly conversation: ConversationDeps
  readonly loops: LoopDeps
  readonly metrics: Metrics
  readonly privacy: PrivacyDeps
  readonly push: PushDeps
  readonly sessions: SessionDeps
  readonly summaries: SummaryDeps
  readonly languageModels: ModelsHandle
}

/** Binds each job to the feature that does it. */
export function createJobHandlers({
  channels,
  history,
  conversation,
  loops,
  sessions,
  summaries,
  privacy,
  push,
  metrics,
  languageModels,
}: JobFeatures): JobHandlers {
  return refreshModelsFirst(languageModels, {
    // One model for the whole turn, even if an owner chooses another one in between.
    'answer-thread': ({ threadId }, run) => answerThread({ ...conversation, model: languageModels.current.chat }, threadId, run),
    'deliver-message': ({ messageId }, run) => deliverMessage(conversation, messageId, run.signal),
    'run-command': ({ messageId }, run) => runCommand(conversation, messageId, run.signal),
    'run-slow-command': ({ messageId }, run) => runCommand(conversation, messageId, run.signal),
    recover: () => recoverPendingWork(conversation),
    'summarize-day': async (request, run) => {
      const outcome = await summarizeDay(summaries, request, run)
      metrics.count('summaries', { mode: request.mode, outcome })
    },
    'finalize-days': () => finalizeDays(summaries),
    'post-digests': () => postDigests(summaries),
    'send-reminders': () => sendReminders(loops),
    'send-pushes': (_, run) => sendPushes(push, run),
    'index-thread': async ({ threadId }, { signal }) => void (await refreshIndex(conversation, threadId, { signal })),
    'embed-pending': (_, run) => updateEmbeddings(conversation, run),
    'review-memories': (_, run) => reviewMemories(summaries, run),
    'process-sessions': () => processSessions(sessions),
    'process-session': async ({ sessionId }, run) => {
      metrics.count('sessions', { outcome: await processSession(sessions, sessionId, run) })
    },
    'summarize-channels': () => queueCascades(channels),
    'summarize-channel': async ({ placeId }, { signal }) => {
      metrics.count('cascades', { outcome: await runCascade(channels, placeId, signal) })
    },
    'queue-histories': () => queueHistories(history),
    'read-history': ({ placeId }, { signal }) => readHistory(history, placeId, signal),
    'prune-channels': () => pruneChannels(channels),
    forget: ({ forgetRequestId }, run) => runForgetRequest(privacy, forgetRequestId, run),
    export: ({ exportId }, run) => sendExport(privacy, exportId, run),
  })
}

/** Lets each job use the language model that was last chosen, also in another process. */
function refreshModelsFirst(languageModels: ModelsHandle, handlers: JobHandlers): JobHandlers {
  const wrapped = Object.entries(handlers).map(([name, handle]) => [
    name,
    async (payload: never, run: never) => {
      await languageModels.refresh()
      return handle(payload, run)
    },
  ])
  return Object.fromEntries(wrapped)
}
