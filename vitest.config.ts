import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/each-file.ts'],
    pool: 'forks',
    // One process runs many files: modules are loaded and stores are opened once, which is most of the time otherwise.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 30_000,
    // What is waited for comes when it comes, on a machine that is busy with other things too.
    expect: { poll: { timeout: 15_000, interval: 20 } },
    hookTimeout: 60_000,
    // What needs a PostgreSQL or a Redis says why it was skipped when there is none.
    reporters: ['default'],
  },
})
