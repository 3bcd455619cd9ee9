import type { Db } from '../store/store.ts'
import { ownedBy, type Scope } from '../threads/scope.ts'

export interface MemoryTheme {
  readonly slug: string
  readonly name: string
  /** How many items of it are active, and how many are archived. */
  readonly active: number
  readonly archived: number
}

/** The theme of what is given none. */
export const generalTheme = 'General'

/** What a theme is called by: letters and numbers of its name in lower case, with hyphens between the words. Empty where it has none. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
}

/** The themes of what a scope sees, those with the most active items first. Relies on memory_themes_user_id_audience_slug_key. */
export async function listThemes(db: Db, scope: Scope): Promise<MemoryTheme[]> {
  return db.$queryRaw<MemoryTheme[]>`
    SELECT t.slug, (array_agg(t.name ORDER BY t.id))[1] AS name,
      count(i.id) FILTER (WHERE i.status = 'active')::int AS active, count(i.id) FILTER (WHERE i.status = 'archived')::int AS archived
    FROM memory_themes t LEFT JOIN memory_items i ON i.theme_id = t.id
    WHERE ${ownedBy(scope, 't')} GROUP BY t.slug HAVING count(i.id) > 0 ORDER BY active DESC, t.slug`
}
