import { test } from 'vitest'

/** In place of tests that cannot run here: a skipped one that says why, also to those who read only the summary. */
export function skipped(what: string, why: string): void {
  test(what, ({ skip }) => {
    process.stderr.write(`${what}: skipped, because ${why}\n`)
    skip(why)
  })
}

export const noRedis = 'TEST_REDIS_URL names no Redis (`node scripts/servers.mjs npm test` starts one)'
