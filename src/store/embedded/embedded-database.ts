import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { messages, type QueryOptions, type Results } from '@electric-sql/pglite'
import type { EmbeddedSql } from '../store.ts'

/** PGlite in its own thread, with only those parts of its interface that the Prisma client and the job queue need. */
export interface EmbeddedDatabase extends EmbeddedSql {
  query<T>(sql: string, values?: unknown[], options?: QueryOptions): Promise<Results<T>>
  exec(sql: string): Promise<Results[]>
  /** Runs no other statement until `work` has settled. Rolls back if `work` throws. */
  transaction<T>(work: (tx: EmbeddedTransaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface EmbeddedTransaction extends Pick<EmbeddedDatabase, 'query' | 'exec'> {
  /** Makes the transaction roll back once its work has settled. */
  rollback(): void
}

/** Opens a data folder. Rejects if its files cannot be opened. */
export async function openEmbeddedDatabase(files: string): Promise<EmbeddedDatabase> {
  const { ask: send, end: terminate } = startWorker(files)
  await send('open').catch(async (error) => {
    await terminate()
    throw error
  })
  let closed: Promise<void> | undefined
  const exec = (sql: string) => send<Results[]>('exec', { sql })

  async function query<T>(sql: string, values: unknown[] = [], { rowMode, parsers = {} }: QueryOptions = {}): Promise<Results<T>> {
    const results = await send<Results<T>>('query', { sql, values, rowMode, textTypes: Object.keys(parsers).join() })
    // Functions cannot be sent to the thread. For these types, the thread returns text, which is parsed here.
    const columnParsers = results.fields.map(({ dataTypeID }) => parsers[dataTypeID])
    if (rowMode === 'array' && columnParsers.some(Boolean))
      for (const row of results.rows as unknown[][])
        for (const [column, parse] of columnParsers.entries()) if (parse && row[column] !== null) row[column] = parse(row[column] as string)
    return results
  }

  async function transaction<T>(work: (tx: EmbeddedTransaction) => Promise<T>): Promise<T> {
    let isRolledBack = false
    const rollback = () => {
      isRolledBack = true
    }
    await exec('BEGIN')
    try {
      const result = await work({ query, exec, rollback })
      await exec(isRolledBack ? 'ROLLBACK' : 'COMMIT')
      return result
    } catch (error) {
      await exec('ROLLBACK')
      throw error
    }
  }

  /**
   * Settles when all transactions that were asked for have ended. Other statements wait only for those: the thread runs them in order, so the
   * next one is sent before the last one is answered.
   */
  let transactions: Promise<unknown> = Promise.resolve()

  return {
    query: (...args) => transactions.then(() => query(...args)),
    exec: (sql) => transactions.then(() => exec(sql)),
    transaction(work) {
      const result = transactions.then(() => transaction(work))
      transactions = result.catch(() => undefined)
      return result
    },
    close() {
      closed ??= transactions
        .then(() => send('close'))
        .then(terminate)
        .then(() => undefined)
      // What is asked for from now on fails once it is closed.
      transactions = closed.catch(() => undefined)
      return closed
    },
  }
}

interface DatabaseWorkerReply {
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/**
 * Starts the thread that holds the files open. The thread handles requests in order, and keeps the process alive only while a request is
 * pending. If the thread exits unexpectedly, the process exits too. Otherwise, replies would be sent without being stored.
 */
function startWorker(files: string) {
  const worker = new Worker(new URL('./database-worker.mjs', import.meta.url), { workerData: { files }, execArgv: [] })
  const pendingRequests = new Map<number, { readonly resolve: (result: never) => void; readonly reject: (error: Error) => void }>()
  let lastId = 0
  let hasReplied = false
  let isClosing = false
  let exitError: Error | undefined
  worker.unref()
  worker.on('message', ({ id, result, error }: DatabaseWorkerReply) => {
    hasReplied = true
    const request = pendingRequests.get(id)
    pendingRequests.delete(id)
    if (pendingRequests.size === 0) worker.unref()
    if (error) request?.reject(Object.assign(new messages.DatabaseError(error.message, 0, 'error'), error))
    else request?.resolve(result as never)
  })
  void once(worker, 'exit').then(
    () => handleExit(),
    (error) => handleExit(error),
  )

  function handleExit(cause?: unknown): void {
    exitError = new Error(isClosing ? 'The embedded database is closed.' : 'The thread of the embedded database ended unexpectedly.', {
      cause,
    })
    // Before the first reply, the failure concerns only the caller of `open`, which gets the error.
    if (!isClosing && hasReplied) throw exitError
    for (const { reject } of pendingRequests.values()) reject(exitError)
    pendingRequests.clear()
  }

  const send = <T>(what: string, params: object = {}): Promise<T> =>
    new Promise((resolve, reject) => {
      if (exitError) return reject(exitError)
      const id = ++lastId
      worker.postMessage({ id, what, ...params })
      worker.ref()
      pendingRequests.set(id, { resolve, reject })
    })
  const terminate = () => {
    isClosing = true
    return worker.terminate()
  }
  return { ask: send, end: terminate }
}
