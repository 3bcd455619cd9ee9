import { Prisma } from './generated/client.ts'

const mark = '/* planned once */'

/**
 * Begins a statement that PostgreSQL plans once on each connection, not at every use: one that takes longer to plan than to
 * run, and whose best plan is the same whatever its values are. Others keep a plan for each use, or what suits a short
 * thread would be done to a long one too.
 */
export const plannedOnce = Prisma.raw(mark)

/** The names by which such statements are known to the server; the others have none. */
export function statementNames(): (statement: { readonly sql: string }) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    if (!sql.includes(mark)) return ''
    const name = names.get(sql) ?? `planned_${names.size + 1}`
    names.set(sql, name)
    return name
  }
}
