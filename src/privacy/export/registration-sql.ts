import type { UserId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'

/** SQL as it stands in a registration, where t is the table and $1 the person. */
export function bindRegistrationSql(sql: string, { alias, userId }: { readonly alias: string; readonly userId: UserId }): Prisma.Sql {
  const [first = '', ...rest] = sql.replace(/\bt\./g, `${alias}.`).split('$1')
  return new Prisma.Sql(
    [first, ...rest.map((piece) => `::int${piece}`)],
    rest.map(() => userId),
  )
}
