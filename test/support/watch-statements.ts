import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { Store } from '../../src/store/store.ts'

/** Collects the texts of the statements that a store runs until the test has finished. BEGIN and COMMIT count. */
export function watchStatements({ embedded }: Store): { take(): string[] } {
  let seen: string[] = []
  const note = (sql: string) => seen.push(sql.replace(/\s+/g, ' ').trim())
  if (embedded) watchEmbedded(embedded as EmbeddedQueries, note)
  else watchPostgres(note)
  return {
    take() {
      const taken = seen
      seen = []
      return taken
    },
  }
}

type Run = (sql: string, ...rest: unknown[]) => Promise<unknown>

interface EmbeddedQueries {
  query: Run
  exec: Run
  transaction: (work: (tx: { query: Run; exec: Run }) => Promise<unknown>) => Promise<unknown>
}

function watchEmbedded(embedded: EmbeddedQueries, note: (sql: string) => void): void {
  const { query, exec, transaction } = embedded
  const noting =
    (run: Run): Run =>
    (sql, ...rest) => {
      note(sql)
      return run(sql, ...rest)
    }
  Object.assign(embedded, {
    query: noting(query),
    exec: noting(exec),
    transaction: async (work: Parameters<typeof transaction>[0]) => {
      note('BEGIN')
      const result = await transaction((tx) => work({ ...tx, query: noting(tx.query), exec: noting(tx.exec) }))
      note('COMMIT')
      return result
    },
  })
  onTestFinished(() => void Object.assign(embedded, { query, exec, transaction }))
}

function watchPostgres(note: (sql: string) => void): void {
  const { prototype } = pg.Client
  const original = prototype.query
  prototype.query = function (this: pg.Client, ...request: unknown[]) {
    const [first] = request
    const sql = typeof first === 'string' ? first : (first as { text: string }).text
    // Each new connection starts with it.
    if (sql !== 'SET jit = off') note(sql)
    return Reflect.apply(original, this, request)
  } as typeof original
  onTestFinished(() => {
    prototype.query = original
  })
}
