// Runs statements of PGlite in one exchange each. JavaScript, because it runs in the thread of the database.
import { parse, protocol } from '@electric-sql/pglite'

/** The code of "cached plan must not change result type". */
const featureNotSupported = '0A000'

/**
 * A statement that the database has parsed. `parameters` are the ids of the types of its parameters, `fields` describes its columns.
 * @typedef {{ name: string, parameters: readonly number[], fields: any }} PreparedStatement
 */

/**
 * Returns a function that runs a statement like PGlite's `query`. It prepares each text once, and then sends its values and reads its rows
 * in one exchange. `query` parses, describes, binds and runs in exchanges of their own, which takes twice as long for a short statement.
 * Beyond `most` statements, the one that was used least recently is dropped. Calls must not overlap.
 * @param {import('@electric-sql/pglite').PGlite} database
 * @param {{ most?: number }} options
 */
export function createStatementRunner(database, { most = 1_000 } = {}) {
  const { serialize } = protocol
  /**
   * The least recently used first.
   * @type {Map<string, PreparedStatement>}
   */
  const prepared = new Map()
  let lastName = 0

  /** @param {string} sql */
  async function prepare(sql) {
    const known = prepared.get(sql)
    if (known) {
      prepared.delete(sql)
      prepared.set(sql, known)
      return known
    }
    if (prepared.size >= most) await dropOldest()
    const name = `s${++lastName}`
    const request = [serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name }), serialize.sync()]
    const { messages } = await database.execProtocol(join(request), { throwOnError: true })
    /** @type {any[]} */
    const described = messages
    const parameters = described.find((message) => message.name === 'parameterDescription')?.dataTypeIDs ?? []
    const statement = { name, parameters, fields: described.find((message) => message.name === 'rowDescription') }
    prepared.set(sql, statement)
    return statement
  }

  async function dropOldest() {
    const [oldest] = prepared
    if (!oldest) return
    prepared.delete(oldest[0])
    await database.execProtocol(join([serialize.close({ type: 'S', name: oldest[1].name }), serialize.sync()]), { throwOnError: true })
  }

  /** @param {unknown} value @param {number | undefined} type */
  function toText(value, type) {
    if (value === null || value === undefined) return null
    const serializer = database.serializers[type ?? 0]
    return serializer ? serializer(value) : String(value)
  }

  /** @param {{ sql: string, values: readonly unknown[], rowMode: any }} request */
  return async function run({ sql, values, rowMode }) {
    const { name, parameters, fields } = await prepare(sql)
    const bound = values.map((value, index) => toText(value, parameters[index]))
    const request = [serialize.bind({ statement: name, values: bound }), serialize.execute({}), serialize.sync()]
    const { messages } = await database.execProtocol(join(request), { throwOnError: true }).catch((error) => {
      // A change of the tables may have changed the columns. The next use prepares the statement again.
      if (error?.code === featureNotSupported) prepared.delete(sql)
      throw error
    })
    const [result] = parse.parseResults(fields ? [fields, ...messages] : messages, database.parsers, { rowMode })
    return result
  }
}

/** @param {readonly Uint8Array[]} parts */
function join(parts) {
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
