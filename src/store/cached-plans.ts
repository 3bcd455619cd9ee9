import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Prisma } from './generated/client.ts'

const planMarker = '/* planned once */'

/**
 * A template for a statement that PostgreSQL plans once per connection. PostgreSQL keeps a plan for all values unless it expects plans for
 * single values to be cheaper. So the planner does not get to see the values: each is read by a subquery of its own. Use it for a statement
 * on the search index only if its best plan is the same for all values. That of many differs between a short thread and a long one.
 */
export function planOnce(template: TemplateStringsArray, ...inputs: readonly unknown[]): Prisma.Sql {
  const { strings, values } = Prisma.sql(template, ...inputs)
  const [start = '', ...others] = strings
  // With a cast after it, a subquery in ANY(…) is one array, not rows.
  const parts = others.map((part, index) => {
    const [cast] = /^::\w+(?:\[\])?/.exec(part) ?? []
    const type = `::${findType(values[index])}`
    return cast ? `${cast})${part}` : `${type})${type}${part}`
  })
  const texts = [planMarker + start, ...parts]
  return new Prisma.Sql(
    texts.map((text, index) => (index < values.length ? `${text}(SELECT ` : text)),
    [...values],
  )
}

/** Returns the SQL type of a value that has no cast. Throws for null, whose type nothing tells. */
function findType(value: unknown): string {
  if (value === null) throw new Error('A statement that is planned once has a null without a cast, such as ::int. Add the cast.')
  if (Array.isArray(value)) return `${findType(value[0])}[]`
  if (value instanceof Date) return 'timestamptz'
  return { number: 'int', bigint: 'bigint', boolean: 'boolean' }[typeof value as string] ?? 'text'
}

const searchTables = /\b(?:message_index|transcript_chunks|embeddings)\b/

/** The most statements that have a name. Each of them takes memory on every connection. */
const mostNames = 1_000

/**
 * Returns a function that names statements on the server, with one name per SQL text, from the second use on. PostgreSQL parses a named
 * statement once per connection, and may cache its plan starting with the sixth use. Other statements stay unnamed.
 */
export function createStatementNamer(): (statement: { readonly sql: string }) => string {
  const names = new Map<string, string>()
  // Texts that are used once, such as those with a long list of values, have no name.
  const usedOnce = new LRUCache<string, true>({ max: mostNames })
  return ({ sql }) => {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (names.size >= mostNames || (searchTables.test(sql) && !sql.includes(planMarker))) return ''
    if (!usedOnce.has(sql)) {
      usedOnce.set(sql, true)
      return ''
    }
    const name = createHash('sha256').update(sql).digest('base64url')
    names.set(sql, name)
    return name
  }
}
