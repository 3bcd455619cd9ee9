// Runs the embedded database in its own thread, so that its work does not delay platforms and timers. Written in JavaScript, because a
// worker thread does not start with a TypeScript loader.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { vector } from '@electric-sql/pglite-pgvector'

/** @type {PGlite} */
let database
const asIs = (/** @type {string} */ text) => text

/** @type {Record<string, (asked: any) => unknown>} */
const does = {
  async open() {
    database = await PGlite.create(workerData.files, { extensions: { pg_trgm, vector } })
  },
  query: ({ sql, values, rowMode, unread }) =>
    database.query(sql, values, { rowMode, parsers: Object.fromEntries(unread.map((/** @type {string} */ type) => [type, asIs])) }),
  exec: ({ sql }) => database.exec(sql),
  close: () => database.close(),
}

parentPort?.on('message', async ({ id, what, ...asked }) => {
  try {
    parentPort?.postMessage({ id, result: await does[what]?.(asked) })
  } catch (error) {
    // Omits the query and its values, because errors may be logged.
    const { query: _, params: __, queryOptions: ___, message, ...told } = Object(error)
    parentPort?.postMessage({ id, error: { message: message ?? String(error), ...told } })
  }
})
