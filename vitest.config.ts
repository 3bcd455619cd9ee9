import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
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
  },
})
