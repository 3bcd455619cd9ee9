import type { Db } from '../store/store.ts'
import { ownedBy, type Scope } from '../threads/scope.ts'

export interface MemoryTheme {
  readonly slug: string
  readonly name: string
  /** Numbers of active and archived items. */
  readonly active: number
  readonly archived: number
}

/** The theme of items without one. */
export const defaultTheme = 'General'

/** Returns a theme's slug: letters and digits of its name in lower case, with hyphens. Empty if there are none. */
export function toSlug(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
}

/**
 * Returns the themes that a scope may see, those with the most active items first. Relies on memory_themes_user_id_audience_slug_key and
 * memory_items_theme_id_status_idx.
 */
export async function listThemes(db: Db, scope: Scope): Promise<MemoryTheme[]> {
  return db.$queryRaw<MemoryTheme[]>`
    SELECT t.slug, (array_agg(t.name ORDER BY t.id))[1] AS name, sum(items.active)::int AS active, sum(items.archived)::int AS archived
    FROM memory_themes t CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE i.status = 'active') AS active, count(*) FILTER (WHERE i.status = 'archived') AS archived
      FROM memory_items i WHERE i.theme_id = t.id
    ) items
    WHERE ${ownedBy(scope, 't')} AND items.active + items.archived > 0 GROUP BY t.slug ORDER BY active DESC, t.slug`
}
