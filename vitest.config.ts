import { configDefaults, defineConfig } from 'vitest/config'

/** Returns the patterns of test files, which are named without `test/` and their ending. */
export const testFiles = (names: readonly string[]): string[] =>
  names.map((name) => (name.endsWith('**') ? `test/${name}/*.test.ts` : `test/${name}.test.ts`))

/**
 * Tests that take long: whole conversations, real clients and processes, attacks, properties, query plans and large databases. They
 * run with `npm run test:slow`, so that `npm test` takes less than three minutes.
 */
const slowTests = testFiles([
  'e2e/**',
  'accounts/{link-attacks,link-confirmation,malicious-guest,merge-in-flight,merge-users,merged-sessions,owner-rights,undo-merge,unlink-account}',
  'adapters/*/{contract,contract-http}',
  'adapters/voice/voice',
  'adapters/*/receive/{gateway,inbound-events,interactions,kill,mutations,socket}',
  'adapters/web/{continuous,live}',
  'cli/{ask,chat}',
  'cli/doctor/doctor',
  'conversation/{daily-limit,limits,rate-limit,shared-timezones}',
  'conversation/context/{build,limits,recall}',
  'conversation/deliver/unknown-deliveries',
  'conversation/receive/pairing',
  'conversation/turn/{answer,answer-again,ask-timezone,load-thread,prepare-attachments,request-window,retry,stream-reply,whole-turn}',
  'jobs/embedded/open-queue',
  'loops/any-order.property',
  'loops/reminders/year',
  'offline/chat/chat-model',
  'privacy/export/restore-export',
  'privacy/forget/{derived-from-quotes,everything,forget,in-flight,quotes,shown-to-others}',
  'scripts/{audit,new-database,package}',
  'search/{answers-first,answers-first-properties,get,isolation,languages,long-messages,operators,place-plans,relevance,sql-plans,summaries}',
  'search/index/{chunk-day,chunk-properties,update-index}',
  'search/query/thesaurus',
  'search/retrieve/{expand-terms,postings}',
  'search/vectors/{change-model,embed-pending,open-embeddings,semantic-scores,vector-search}',
  'statements/plans',
  'store/{migrate,check/extension-status}',
  'store/embedded/open-data-folder',
  'channels/any-order.property',
  'channels/log/log-message',
  'commands/channel',
  'conversation/context/channel',
  'conversation/receive/read-history',
  'sessions/any-order.property',
  'simulation/simulation',
  'summaries/digest/post-digests',
])

const browserTests = testFiles(['browser/**'])

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/each-file.ts'],
    pool: 'forks',
    // One process runs many files, so modules are loaded and stores are opened once. That is most of the time otherwise.
    isolate: false,
    maxWorkers: 2,
    // Tests allocate much and keep little, so young objects are collected less often and on no other thread. The database's WebAssembly
    // is optimized later, because no test runs it for long.
    execArgv: ['--wasm-tiering-budget=50000000', '--max-semi-space-size=64', '--single-threaded-gc'],
    testTimeout: 30_000,
    // Generous, for machines that are busy with other work.
    expect: { poll: { timeout: 15_000, interval: 20 } },
    hookTimeout: 60_000,
    // Prints why tests that need PostgreSQL or Redis were skipped.
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: { name: 'fast', include: ['test/**/*.test.ts'], exclude: [...configDefaults.exclude, ...slowTests, ...browserTests] },
      },
      { extends: true, test: { name: 'slow', include: slowTests } },
      { extends: true, test: { name: 'browser', include: browserTests } },
    ],
  },
})
