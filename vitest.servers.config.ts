import { defineConfig } from 'vitest/config'
import base, { testFiles } from './vitest.config.ts'

/** Tests that can behave differently on PostgreSQL and Redis. Everything else runs on the embedded database and queue only. */
const tests = [
  // The queue, the broadcast and the store.
  'jobs/**',
  'store/**',
  'statements/**',
  'cli/doctor/doctor',
  // Concurrent connections: the embedded database runs one statement at a time.
  'threads/lease',
  'threads/messages/{append-message,deleted-messages,races}',
  'conversation/rate-limit',
  'conversation/turn/{answer,races}',
  'conversation/receive/{pairing,read-history,remembered-author}',
  'people/{access-requests,sign-in}',
  'accounts/{link-attacks,merge-in-flight}',
  'channels/{any-order.property,cascade/run-cascade,log/log-message,manage/retention}',
  'commands/channel',
  'privacy/forget/in-flight',
  'summaries/{finalize-days,digest/post-digests,run/summarize-day}',
  // Query plans and database extensions.
  'conversation/context/limits',
  'search/{channel-summaries,isolation,search,sql-plans}',
  'search/index/{chunk-text,chunk-day,chunk-properties,update-index}',
  'search/query/fuzzy-match',
  'search/vectors/**',
  // Round trips of whole data sets.
  'privacy/export/restore-export',
  'adapters/web/{contract,live}',
  'e2e/**',
]

const { projects: _, ...options } = base.test ?? {}

// Statements wait for a disk that other work may use too, and some of these tests run thousands of them.
export default defineConfig({ test: { ...options, testTimeout: 120_000, include: testFiles(tests) } })
