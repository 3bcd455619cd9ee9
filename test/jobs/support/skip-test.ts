import { test } from 'vitest'

/** In place of tests that cannot run here: a skipped one that says why, also to those who read only the summary. */
export function skipTest(testName: string, reason: string): void {
  test(testName, ({ skip }) => {
    process.stderr.write(`${testName}: skipped, because ${reason}\n`)
    skip(reason)
  })
}

export const noRedisReason = 'TEST_REDIS_URL names no Redis (`node scripts/servers.mjs npm test` starts one)'
