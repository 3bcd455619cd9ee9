import { Prisma } from './generated/client.ts'
import { assertOutsideTransaction, type Db, listInJson, planMarker, type RawQuery } from './store.ts'

interface WaitingStatement {
  readonly query: Prisma.Sql
  readonly resolve: (rows: unknown) => void
  readonly reject: (error: unknown) => void
}

export interface CombinedReadOptions {
  /** Whether what is started at the same time must see one state of the database. If the whole fails, all of it does. */
  readonly isAtomic?: boolean
}

/**
 * Sends statements that read, and that are started at the same time, as one statement, because a statement costs more than what most of them
 * read. Rows arrive in JSON, so their columns must not be dates or bigints. If the whole fails, each statement is run by itself, so that a
 * failure reaches only its own caller.
 */
export class CombinedReads {
  private waiting: WaitingStatement[] = []

  constructor(
    private readonly db: Db,
    private readonly options: CombinedReadOptions = {},
  ) {}

  /** Only statements that are planned once are combined, since the plan of any other depends on its values. */
  $queryRaw<Rows>(template: RawQuery, ...values: readonly unknown[]): Promise<Rows> {
    assertOutsideTransaction('The store was used past its transaction,')
    const query = template instanceof Prisma.Sql ? template : Prisma.sql(template, ...values)
    if (!query.sql.startsWith(planMarker)) return this.db.$queryRaw<Rows>(query)
    return new Promise((resolve, reject) => {
      this.waiting.push({ query, resolve: resolve as WaitingStatement['resolve'], reject })
      // By then, everything that the last result leads to without waiting has been started.
      if (this.waiting.length === 1) void Promise.resolve().then(() => process.nextTick(() => void this.send()))
    })
  }

  private async send(): Promise<void> {
    // In one order, so that the same statements are the same text.
    const statements = this.waiting.sort((a, b) => (a.query.sql < b.query.sql ? -1 : 1))
    this.waiting = []
    try {
      const rows = statements.length > 1 ? await this.readTogether(statements) : undefined
      for (const [n, { query, resolve, reject }] of statements.entries())
        if (rows) resolve(rows[n])
        else this.db.$queryRaw(query).then(resolve, reject)
    } catch (error) {
      for (const { reject } of statements) reject(error)
    }
  }

  /** Returns the rows of each statement. Undefined if each is to be run by itself. */
  private async readTogether(statements: readonly WaitingStatement[]): Promise<readonly unknown[] | undefined> {
    const lists = Prisma.join(statements.map(({ query }) => listInJson(query)))
    try {
      const [row] = await this.db.$queryRaw<{ lists: readonly unknown[] }[]>`SELECT json_build_array(${lists}) AS lists`
      return row?.lists
    } catch (error) {
      if (this.options.isAtomic) throw error
      return undefined
    }
  }
}

/** Makes a database combine the raw statements that are planned once, which must only read. Everything else runs as before. */
export function combineReads(db: Db, options?: CombinedReadOptions): Db {
  const reads = new CombinedReads(db, options)
  return new Proxy(db, {
    get: (target, property) => (property === '$queryRaw' ? reads.$queryRaw.bind(reads) : Reflect.get(target, property)),
  })
}
