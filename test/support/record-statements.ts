import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { CombinedReads } from '../../src/store/combined-reads.ts'
import { Prisma, PrismaClient } from '../../src/store/generated/client.ts'
import { planMarker, RawStatements } from '../../src/store/store.ts'

/** A raw statement that a test ran. */
export interface RecordedStatement {
  /** The file and the line that ran it, as in "src/search/search.ts:12". */
  readonly at: string
  readonly sql: string
  /** Whether its rows may arrive in JSON. */
  readonly isCombined: boolean
  /** The columns that were NULL in a row. */
  readonly nullColumns: readonly string[]
}

type RawQuery = (
  this: unknown,
  query: TemplateStringsArray | Prisma.Sql,
  ...values: unknown[]
) => Prisma.PrismaPromise<Record<string, unknown>[]>

/** More texts of one place differ only in the fragments that they are composed of. */
const mostTexts = 40
const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Records the raw queries of the program, once for each place, text and column that was NULL. Each process writes a file of its own, with a
 * JSON object a line.
 */
export function recordStatements(folder: string): void {
  const file = join(folder, `${process.pid}.jsonl`)
  const texts = new Map<string, Set<string>>()
  const written = new Set<string>()
  // The strings of a tagged template are the same object in each call of the same place.
  const placesOfTemplates = new WeakMap<object, string | undefined>()
  const findPlace = (query: TemplateStringsArray | Prisma.Sql) => {
    if (query instanceof Prisma.Sql) return placeOfCaller()
    if (!placesOfTemplates.has(query)) placesOfTemplates.set(query, placeOfCaller())
    return placesOfTemplates.get(query)
  }

  // Inside a transaction, outside of one, and together with others.
  for (const { prototype } of [PrismaClient, RawStatements, CombinedReads] as unknown as { prototype: { $queryRaw: RawQuery } }[])
    prototype.$queryRaw = recording(prototype.$queryRaw, prototype === (CombinedReads.prototype as unknown))

  function recording(original: RawQuery, mayCombine: boolean): RawQuery {
    return function (this: unknown, query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) {
      const running = original.call(this, query, ...values)
      const at = findPlace(query)
      if (at === undefined) return running
      const sql = (query instanceof Prisma.Sql ? query : Prisma.sql(query, ...values)).text
      const known = texts.get(at) ?? new Set()
      texts.set(at, known)
      if (known.size >= mostTexts && !known.has(sql)) return running
      known.add(sql)
      const isCombined = mayCombine && sql.startsWith(planMarker)
      const write = (nullColumns: readonly string[]) => {
        const line = JSON.stringify({ at, sql, isCombined, nullColumns } satisfies RecordedStatement)
        if (!written.has(line)) appendFileSync(file, `${line}\n`)
        written.add(line)
      }
      write([])
      return noting(running, (rows) => {
        const nulls = new Set(rows.flatMap((row) => Object.keys(row).filter((name) => row[name] === null)))
        if (nulls.size > 0) write([...nulls].sort())
      })
    }
  }
}

/** Returns the file and the line of the program's code that is running. Undefined if only a test's is. */
function placeOfCaller(): string | undefined {
  const lines = (new Error('Where am I?').stack ?? '').split('\n')
  const [, path, line] =
    lines.map((one) => one.match(/\(?((?:file:\/\/)?\/[^():]+):(\d+):\d+\)?$/)).find((match) => match && isOurs(match[1])) ?? []
  return path && line ? `${toPath(path).slice(root.length)}:${line}` : undefined
}

const toPath = (path: string) => (path.startsWith('file:') ? fileURLToPath(path) : path)
const isOurs = (path = '') => /^(src|adapters)\/(?!store\/generated)/.test(toPath(path).replace(root, ''))

/** Returns a promise that runs its query as late as the given one, and passes on the rows to `note`. */
function noting<Rows>(running: Prisma.PrismaPromise<Rows>, note: (rows: Rows) => void): Prisma.PrismaPromise<Rows> {
  const then: typeof running.then = (fulfilled, rejected) =>
    running.then((rows) => {
      note(rows)
      return fulfilled ? fulfilled(rows) : (rows as never)
    }, rejected)
  return new Proxy(running, { get: (target, name) => (name === 'then' ? then : Reflect.get(target, name)) })
}
