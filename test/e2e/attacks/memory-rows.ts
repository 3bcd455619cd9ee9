import type { UserId } from '../../../src/core/domain/ids.ts'
import type { Audience } from '../../../src/core/domain/messages.ts'
import type { Store } from '../../../src/store/store.ts'

export interface MemoryRows {
  readonly userId: UserId
  readonly audience: Audience
  readonly at: Date
  readonly slug: string
  readonly theme: string
  readonly items: readonly { readonly content: string; readonly tag?: string; readonly archived?: boolean }[]
}

/** A theme with items, by SQL: the rows are what is stored, whatever the code would have made of them. Their ids. */
export async function insertMemory({ db }: Store, { userId, audience, at, slug, theme, items }: MemoryRows): Promise<number[]> {
  const [row] = await db.$queryRaw<{ id: number }[]>`
    INSERT INTO memory_themes (user_id, audience, slug, name, created_at) VALUES (${userId}, ${audience}, ${slug}, ${theme}, ${at}) RETURNING id`
  const ids: number[] = []
  for (const { content, tag = 'tag', archived = false } of items) {
    const [item] = await db.$queryRaw<{ id: number }[]>`
      INSERT INTO memory_items (user_id, audience, theme_id, type, content, tags, status, gist, language, terms, created_at, archived_at)
      VALUES (${userId}, ${audience}, ${row?.id}, 'fact', ${content}::text, ARRAY[${tag}], ${archived ? 'archived' : 'active'}, ${content},
        'en', to_tsvector('english', ${content}::text), ${at}, ${archived ? at : null}::timestamptz) RETURNING id`
    ids.push(item?.id ?? 0)
  }
  return ids
}
