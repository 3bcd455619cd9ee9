import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { Store } from '../../src/store/store.ts'

/** Returns the beginning of a statement, on one line. */
export const headOf = ({ sql }: SeenStatement): string => sql.replace(/\s+/g, ' ').trim().slice(0, 160)

/** A statement that a store ran. */
export interface SeenStatement {
  readonly sql: string
  readonly values: readonly unknown[]
}

type Note = (sql: string, values?: unknown) => void

/** Collects the statements that a store runs until the test has finished. BEGIN and COMMIT count. */
export function watchStatements({ embedded }: Store): { take(): SeenStatement[] } {
  let seen: SeenStatement[] = []
  const note: Note = (sql, values) => seen.push({ sql, values: Array.isArray(values) ? values : [] })
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

function watchEmbedded(embedded: EmbeddedQueries, note: Note): void {
  const { query, exec, transaction } = embedded
  const noting =
    (run: Run): Run =>
    (sql, ...rest) => {
      note(sql, rest[0])
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

function watchPostgres(note: Note): void {
  const { prototype } = pg.Client
  const original = prototype.query
  prototype.query = function (this: pg.Client, ...request: unknown[]) {
    const [first, second] = request
    const { text, values } = typeof first === 'string' ? { text: first, values: second } : (first as { text: string; values?: unknown[] })
    // Each new connection starts with it.
    if (!text.startsWith('SET jit = off')) note(text, values)
    return Reflect.apply(original, this, request)
  } as typeof original
  onTestFinished(() => {
    prototype.query = original
  })
}
