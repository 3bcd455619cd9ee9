// Takes a job and never ends it; the test that started this process kills it.
// Arguments: `embedded <data folder>` or `bullmq <redis url> <key prefix> <lock in ms>`.

import type { ThreadId } from '../../../src/core/domain/ids.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import { openBullmqQueue } from '../../../src/jobs/bullmq/open-queue.ts'
import { openEmbeddedQueue } from '../../../src/jobs/embedded/open-queue.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { fastJobList } from './fast-job-list.ts'

const [kind, where = '', prefix = '', lockMs = ''] = process.argv.slice(2)
const queues = await (kind === 'embedded' ? openEmbedded() : openBullmq())
const nothing = async () => {}

await queues.jobs.start({
  'answer-thread': ({ threadId }) => {
    process.stdout.write(`running ${threadId}\n`)
    return new Promise(() => {})
  },
  'deliver-message': nothing,
  'run-command': nothing,
  'run-slow-command': nothing,
  'summarize-day': nothing,
  'finalize-days': nothing,
  'post-digests': nothing,
  'send-reminders': nothing,
  'send-pushes': nothing,
  'index-thread': nothing,
  'embed-pending': nothing,
  'review-memories': nothing,
  'process-sessions': nothing,
  'process-session': nothing,
  'summarize-channels': nothing,
  'prune-channels': nothing,
  'queue-histories': nothing,
  'read-history': nothing,
  'summarize-channel': nothing,
  forget: nothing,
  export: nothing,
  recover: nothing,
})
await queues.jobs.add('answer-thread', { threadId: 41 as ThreadId })
// The job alone does not keep the process alive.
setInterval(nothing, 60_000)

async function openEmbedded() {
  const { embedded } = await openStore({ dataDir: where })
  if (!embedded) throw new Error('no embedded database')
  return openEmbeddedQueue({ sql: embedded, list: fastJobList(), log: silentLog })
}

function openBullmq() {
  return openBullmqQueue({ redisUrl: where, prefix, lockMs: Number(lockMs), list: fastJobList(), log: silentLog })
}
