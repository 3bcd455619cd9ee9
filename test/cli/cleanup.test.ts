import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { runCleanup } from '../../src/cli/cleanup.ts'
import type { Store } from '../../src/store/store.ts'

/** A database whose user may do no more than what `may` says. */
const storeThat = (may: (sql: string) => boolean) =>
  ({
    db: {
      $executeRawUnsafe: async (sql: string) => {
        if (!may(sql)) throw new Error(`permission denied: ${sql}`)
      },
      $queryRaw: async () => [{ files: 3 }],
    },
  }) as unknown as Store

async function run(store: Store): Promise<{ code: number; read: string }> {
  const [out, err] = [new PassThrough(), new PassThrough()]
  const terminal = { out: out as unknown as NodeJS.WriteStream, err: err as unknown as NodeJS.WriteStream }
  const code = await runCleanup({ store }, terminal)
  return { code, read: `${out.read() ?? ''}${err.read() ?? ''}` }
}

test('it says that nothing is left, and of what', async () => {
  expect(await run(storeThat(() => true))).toEqual({
    code: 0,
    read: expect.stringContaining('database files no longer contain deleted data'),
  })
})

test('what the user of the database may not do is said once, and left to its administrator', async () => {
  const { code, read } = await run(storeThat((sql) => !/pg_switch_wal|CHECKPOINT/.test(sql)))
  expect(code).toBe(1)
  expect(read.match(/permission denied/g)).toHaveLength(2)
  expect(read).toMatch(/could not start a new log file.*could not make a checkpoint.*docs\/forgetting\.md/s)
})
