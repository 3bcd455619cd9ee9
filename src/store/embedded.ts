import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Mutex, messages, type QueryOptions, type Results } from '@electric-sql/pglite'
import type { EmbeddedSql } from './store.ts'

/** PGlite in a thread of its own, with as much of its interface as the client and the job queue need. */
export interface EmbeddedDatabase extends EmbeddedSql {
  query<T>(sql: string, values?: unknown[], options?: QueryOptions): Promise<Results<T>>
  exec(sql: string): Promise<Results[]>
  /** No other statement runs until `work` has settled; what it throws undoes it. */
  transaction<T>(work: (tx: EmbeddedTransaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface EmbeddedTransaction extends Pick<EmbeddedDatabase, 'query' | 'exec'> {
  /** It will be undone when its work has settled. */
  rollback(): void
}

/** Rejects when the files cannot be opened. */
export async function openEmbeddedDatabase(files: string): Promise<EmbeddedDatabase> {
  const { ask, end } = startThread(files)
  await ask('open').catch(async (error) => {
    await end()
    throw error
  })
  const oneAtATime = new Mutex()
  let closed: Promise<void> | undefined
  const exec = (sql: string) => ask<Results[]>('exec', { sql })

  async function query<T>(sql: string, values: unknown[] = [], { rowMode, parsers = {} }: QueryOptions = {}): Promise<Results<T>> {
    const results = await ask<Results<T>>('query', { sql, values, rowMode, unread: Object.keys(parsers) })
    // Functions cannot be given to the thread: what these parsers are for comes as text.
    const read = results.fields.map(({ dataTypeID }) => parsers[dataTypeID])
    if (rowMode === 'array' && read.some(Boolean))
      for (const row of results.rows as unknown[][])
        for (const [column, parse] of read.entries()) if (parse && row[column] !== null) row[column] = parse(row[column] as string)
    return results
  }

  async function transaction<T>(work: (tx: EmbeddedTransaction) => Promise<T>): Promise<T> {
    let undone = false
    const rollback = () => {
      undone = true
    }
    await exec('BEGIN')
    try {
      const result = await work({ query, exec, rollback })
      await exec(undone ? 'ROLLBACK' : 'COMMIT')
      return result
    } catch (error) {
      await exec('ROLLBACK')
      throw error
    }
  }

  return {
    query: (...asked) => oneAtATime.runExclusive(() => query(...asked)),
    exec: (sql) => oneAtATime.runExclusive(() => exec(sql)),
    transaction: (work) => oneAtATime.runExclusive(() => transaction(work)),
    close: () =>
      (closed ??= oneAtATime
        .runExclusive(async () => {
          await ask('close')
          await end()
        })
        .then(() => undefined)),
  }
}

interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/**
 * The thread that has the files open. What is asked of it is done in that order; it keeps the process alive only while
 * something is. A thread that ends by itself ends the process, or answers would go out that nobody keeps.
 */
function startThread(files: string) {
  const worker = new Worker(new URL('./embedded-worker.mjs', import.meta.url), { workerData: { files }, execArgv: [] })
  const open = new Map<number, { readonly resolve: (result: never) => void; readonly reject: (error: Error) => void }>()
  let asked = 0
  let hasAnswered = false
  let mayEnd = false
  let ended: Error | undefined
  worker.unref()
  worker.on('message', ({ id, result, error }: Answer) => {
    hasAnswered = true
    const waiting = open.get(id)
    open.delete(id)
    if (open.size === 0) worker.unref()
    if (error) waiting?.reject(Object.assign(new messages.DatabaseError(error.message, 0, 'error'), error))
    else waiting?.resolve(result as never)
  })
  void once(worker, 'exit').then(
    () => onEnd(),
    (error) => onEnd(error),
  )

  function onEnd(cause?: unknown): void {
    ended = new Error(mayEnd ? 'The embedded database is closed.' : 'The thread of the embedded database ended by itself.', { cause })
    // Before its first answer there is nobody but whoever opens it, who is told.
    if (!mayEnd && hasAnswered) throw ended
    for (const { reject } of open.values()) reject(ended)
    open.clear()
  }

  const ask = <T>(what: string, more: object = {}): Promise<T> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended)
      const id = ++asked
      worker.postMessage({ id, what, ...more })
      worker.ref()
      open.set(id, { resolve, reject })
    })
  const end = () => {
    mayEnd = true
    return worker.terminate()
  }
  return { ask, end }
}
