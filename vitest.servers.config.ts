import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** What can go differently on PostgreSQL and Redis than on the embedded database and its queue. All else runs on those alone. */
const tests = [
  // The queue, the broadcast and the store themselves.
  'jobs/**',
  'store/**',
  'cli/doctor',
  // Work that several connections do at once: on the embedded database, one statement runs after the other.
  'threads/lease',
  'threads/messages/append-message',
  'conversation/turn/answer',
  'conversation/receive/{rate-limit,pairing}',
  'people/{access-requests,sign-in}',
  'accounts/{link-attacks,merge-in-flight}',
  'privacy/forget/in-flight',
  'summaries/{finalize-days,digest/post-digests,run/summarize-day}',
  // Plans of the planner, and what the extensions find.
  'conversation/context/limits',
  'search/{isolation,search,sql-plans}',
  'search/index/{chunk-text,chunk-day,index-thread}',
  'search/query/fuzzy-match',
  'search/vectors/**',
  // What is written and read back as a whole.
  'privacy/export/restore-export',
  'adapters/web/{contract,live}',
  'e2e/**',
]

export default defineConfig({
  ...base,
  test: { ...base.test, include: tests.map((name) => (name.endsWith('**') ? `test/${name}/*.test.ts` : `test/${name}.test.ts`)) },
})
