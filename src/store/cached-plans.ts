import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { planMarker } from './store.ts'

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
