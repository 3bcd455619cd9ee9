// Runs the embedded database in its own thread, so that its work does not delay platforms and timers. Written in JavaScript, because a
// worker thread does not start with a TypeScript loader.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { vector } from '@electric-sql/pglite-pgvector'
import { createStatementRunner } from './prepared-statements.mjs'

/**
 * PGlite's own 128 MB of buffers would stay in memory once they are used. The operating system keeps the files, too. For
 * random_page_cost, see `plannerSettings` (store/open-store.ts).
 */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB', '-c', 'random_page_cost=1.1']

/** @type {PGlite} */
let database
/** @type {ReturnType<typeof createStatementRunner>} */
let runStatement
const asIs = (/** @type {string} */ text) => text

/**
 * Parsers by the types that are returned as text. Cached, because PGlite would merge the parsers again for every query, which takes as
 * long as the query itself.
 * @type {Map<string, PGlite['parsers']>}
 */
const parsersByTypes = new Map()

function parsersFor(/** @type {string} */ textTypes) {
  const cached = parsersByTypes.get(textTypes)
  if (cached) return cached
  const parsers = { ...parsersByTypes.get(''), ...Object.fromEntries(textTypes.split(',').map((type) => [type, asIs])) }
  parsersByTypes.set(textTypes, parsers)
  return parsers
}

/** @type {Record<string, (params: any) => unknown>} */
const handlers = {
  async open() {
    database = await PGlite.create(workerData.files, { startParams, extensions: { pg_trgm, vector } })
    runStatement = createStatementRunner(database)
    parsersByTypes.set('', database.parsers)
  },
  query({ sql, values, rowMode, textTypes }) {
    // Safe, because requests run one at a time.
    Object.assign(database, { parsers: parsersFor(textTypes) })
    return runStatement({ sql, values, rowMode })
  },
  exec: ({ sql }) => database.exec(sql),
  close: () => database.close(),
}

let last = Promise.resolve()
parentPort?.on('message', (request) => {
  last = last.then(() => answer(request))
})

/** @param {{ id: number, what: string } & Record<string, unknown>} request */
async function answer({ id, what, ...params }) {
  try {
    parentPort?.postMessage({ id, result: await handlers[what]?.(params) })
  } catch (error) {
    // Omits the query and its values, because errors may be logged.
    const { query: _, params: __, queryOptions: ___, message, ...details } = Object(error)
    parentPort?.postMessage({ id, error: { message: message ?? String(error), ...details } })
  }
}
