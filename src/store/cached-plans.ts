import { createHash } from 'node:crypto'
import { Prisma } from './generated/client.ts'

const planMarker = '/* planned once */'

/**
 * Marks a statement whose plan PostgreSQL may cache per connection, starting with the sixth use. Meant for statements that take longer to
 * plan than to run and have the same best plan for all values. Other statements are planned for each use, because the best plan for a
 * short thread differs from the best plan for a long one.
 */
export const cachedPlan = Prisma.raw(planMarker)

/** Returns a function that names marked statements on the server, with one name per SQL text. Other statements stay unnamed. */
export function createStatementNamer(): (statement: { readonly sql: string }) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    if (!sql.includes(planMarker)) return ''
    const name = names.get(sql) ?? createHash('sha256').update(sql).digest('base64url')
    names.set(sql, name)
    return name
  }
}
