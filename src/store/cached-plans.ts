import { createHash } from 'node:crypto'
import { Prisma } from './generated/client.ts'

const planMarker = '/* planned once */'

/**
 * Marks a statement whose plan PostgreSQL may cache per connection from its sixth use. For statements that take longer to plan than to run
 * and have one best plan for all values. Other statements are planned for each use, because the best plan of a short thread is not that of
 * a long one.
 */
export const cachedPlan = Prisma.raw(planMarker)

/** Names marked statements on the server, one name per text. Other statements stay unnamed. */
export function createStatementNamer(): (statement: { readonly sql: string }) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    if (!sql.includes(planMarker)) return ''
    const name = names.get(sql) ?? createHash('sha256').update(sql).digest('base64url')
    names.set(sql, name)
    return name
  }
}
