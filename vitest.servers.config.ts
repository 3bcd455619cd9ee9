import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** What can go differently on PostgreSQL and Redis than on the embedded database and its queue. All else runs on those alone. */
const tests = [
  // The queue, the broadcast and the store themselves.
  'jobs/**',
  'store/**',
  'cli/doctor',
  // Work that several connections do at once: on the embedded database, one statement runs after the other.
  'threads/{lease,append}',
  'conversation/{answer,hold-back,pair}',
  'people/{requests,sign-in}',
  'rights/{link-attacks,merge-in-flight}',
  'rights/forget/in-flight',
  'summaries/{boundary,digest,run}',
  // Plans of the planner, and what the extensions find.
  'conversation/context/limits',
  'recall/{chunks,index-thread,isolation,plan,search,similar-words,vectors,vectors-items}',
  // What is written and read back as a whole.
  'rights/restore',
  'adapters/web/{contract,live}',
  'e2e/**',
]

export default defineConfig({
  ...base,
  test: { ...base.test, include: tests.map((name) => (name.endsWith('**') ? `test/${name}/*.test.ts` : `test/${name}.test.ts`)) },
})
