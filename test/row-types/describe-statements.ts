import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { vector } from '@electric-sql/pglite-pgvector'
import { migrate, readMigrations } from '../../src/store/migrate.ts'
import type { DescribedColumn } from './compare-rows.ts'

/** An empty, migrated database, which says what its statements return. */
export interface Describer {
  /** Returns the columns of a statement. Throws if the database rejects it. */
  describe(sql: string): Promise<readonly DescribedColumn[]>
  close(): Promise<void>
}

export async function openDescriber(): Promise<Describer> {
  const database = await PGlite.create({ extensions: { pg_trgm, vector } })
  await migrate(
    {
      exec: async (sql) => void (await database.exec(sql)),
      query: async (sql, values) => (await database.query<Record<string, unknown>>(sql, [...values])).rows,
    },
    await readMigrations(),
  )
  return {
    async describe(sql) {
      const { resultFields } = await database.describeQuery(sql)
      return resultFields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }))
    },
    close: () => database.close(),
  }
}
