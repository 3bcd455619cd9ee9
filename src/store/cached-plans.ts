import { createHash } from 'node:crypto'
import { Prisma } from './generated/client.ts'

const planMarker = '/* planned once */'

/**
 * Begins a statement whose plan PostgreSQL may keep on a connection from its sixth use on, in place of planning it anew: one
 * that takes longer to plan than to run, and whose best plan is the same whatever its values are. Others are planned for the
 * values of each use, or what suits a short thread would be done to a long one too.
 */
export const cachedPlan = Prisma.raw(planMarker)

/** The names by which such statements are known to the server, each of its text alone; the others have none. */
export function createStatementNamer(): (statement: { readonly sql: string }) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    if (!sql.includes(planMarker)) return ''
    const name = names.get(sql) ?? createHash('sha256').update(sql).digest('base64url')
    names.set(sql, name)
    return name
  }
}
