import type { FeatureJobs } from '../core/ports/jobs.ts'
import { deliverMessage } from './deliver/deliver.ts'
import type { ConversationDeps } from './deps.ts'
import { runCommand } from './receive/run-command.ts'
import { recoverPendingWork } from './recover.ts'
import { answerThread } from './turn/answer.ts'

export const conversationJobs = (
  deps: ConversationDeps,
): FeatureJobs<'answer-thread' | 'deliver-message' | 'run-command' | 'run-slow-command' | 'recover'> => ({
  'answer-thread': ({ threadId }, run) => answerThread(deps, threadId, run),
  'deliver-message': ({ messageId }, run) => deliverMessage(deps, messageId, run.signal),
  'run-command': ({ messageId }, run) => runCommand(deps, messageId, run.signal),
  'run-slow-command': ({ messageId }, run) => runCommand(deps, messageId, run.signal),
  recover: () => recoverPendingWork(deps),
})
