import { z } from 'zod'
import { InputError } from '../core/errors.ts'
import type { MemoryId, MessageId } from '../core/ids.ts'
import { storable } from '../core/text.ts'
import { languageOf } from '../recall/terms.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Tx } from '../store/store.ts'
import { ownedBy, type Scope } from '../threads/scope.ts'
import { lockThread } from '../threads/thread.ts'
import { gistOf } from './gist.ts'
import { type MemoryItem, type MemoryType, memoryById, memoryTypes } from './item.ts'
import { generalTheme, slugOf } from './themes.ts'
import { itemWords } from './words.ts'

/** In characters. */
export const longestContent = 2_000
const longestTheme = 60
const longestTag = 40
const mostTags = 10

export const memoryId = z.int('a whole number').min(1, 'a number from 1').max(2_147_483_647, 'the id of an item')

/** The arguments of memory.add. */
export const newMemory = z.strictObject({
  type: z.enum(memoryTypes),
  content: z
    .string()
    .trim()
    .min(1, 'some text')
    .max(longestContent, `at most ${longestContent} characters`)
    .describe('One fact, preference or instruction, understandable by itself.'),
  theme: z
    .string()
    .trim()
    .max(longestTheme, `at most ${longestTheme} characters`)
    .optional()
    .describe('What it is about; "General" if absent.'),
  tags: z.array(z.string().trim().min(1).max(longestTag)).max(mostTags).optional(),
  supersedes: memoryId.optional().describe('The id of the item that this one replaces, which is archived.'),
})

export interface NewMemory {
  readonly type: MemoryType
  readonly content: string
  readonly theme?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly supersedes?: number | undefined
  /** The message it was learned from. */
  readonly source?: MessageId | undefined
}

export interface Added {
  readonly item: MemoryItem
  /** False: it was known in nearly the same words, and this is the item that says so. */
  readonly isNew: boolean
}

/** On whose behalf, and when. */
export interface By {
  readonly scope: Scope
  readonly now: Date
}

/** Adds an item for whoever sees what the scope sees; one at a time in each thread. Throws InputError where it replaces what is not there. */
export async function addMemory(tx: Tx, by: By, memory: NewMemory): Promise<Added> {
  const { scope } = by
  await lockThread(tx, scope.threadId)
  if (memory.supersedes !== undefined) await mustBeActive(tx, scope, memory.supersedes as MemoryId)
  const language = await languageOf(tx, scope.threadId)
  const content = storable(memory.content)
  const gist = gistOf(content)
  const known = await knownAs(tx, scope, gist)
  const id = known ?? (await insert(tx, by, { ...memory, content, gist, language }))
  if (memory.supersedes !== undefined && memory.supersedes !== id) await replace(tx, by, { old: memory.supersedes as MemoryId, id })
  const item = await memoryById(tx, scope, id)
  if (!item) throw new Error('An item of memory was not stored.')
  return { item, isNew: known === undefined }
}

/** What was said in front of others is put away too, but not linked to what only the person may see. */
async function replace(tx: Tx, { scope, now }: By, { old, id }: { readonly old: MemoryId; readonly id: MemoryId }): Promise<void> {
  await tx.$executeRaw`
    UPDATE memory_items i SET status = 'archived', archived_at = ${now},
      superseded_by_id = (SELECT n.id FROM memory_items n WHERE n.id = ${id} AND n.audience = i.audience)
    WHERE i.id = ${old} AND ${ownedBy(scope, 'i')}`
}

async function mustBeActive(tx: Tx, scope: Scope, id: MemoryId): Promise<void> {
  const item = await memoryById(tx, scope, id)
  if (item?.status !== 'active')
    throw new InputError(`There is no active memory ${id} to replace. memory_search gives the ids of those there are.`)
}

/** The active item that says the same. Relies on memory_items_gist_key. */
async function knownAs(tx: Tx, scope: Scope, gist: string): Promise<MemoryId | undefined> {
  const [row] = await tx.$queryRaw<{ id: MemoryId }[]>`
    SELECT i.id FROM memory_items i WHERE ${ownedBy(scope, 'i')} AND i.gist = ${gist} AND i.status = 'active' ORDER BY i.id LIMIT 1`
  return row?.id
}

type Insertion = NewMemory & { readonly gist: string; readonly language: string }

async function insert(tx: Tx, { scope, now }: By, memory: Insertion): Promise<MemoryId> {
  const { userId, audience } = scope
  const { content, gist, language, type } = memory
  const named = storable(memory.theme ?? '').trim()
  // A name without letters or numbers is nothing that a theme could be called by.
  const theme = slugOf(named) === '' ? generalTheme : named
  const tags = [...new Set(memory.tags?.map(storable))]
  const words = itemWords(
    { content: Prisma.sql`${content}::text`, tags: Prisma.sql`${tags}::text[]`, theme: Prisma.sql`theme.name` },
    Prisma.sql`${language}`,
  )
  const [row] = await tx.$queryRaw<{ id: MemoryId }[]>`
    WITH theme AS (
      INSERT INTO memory_themes (user_id, audience, slug, name, created_at)
      VALUES (${userId}, ${audience}, ${slugOf(theme)}, ${theme}, ${now})
      ON CONFLICT (user_id, audience, slug) DO UPDATE SET name = memory_themes.name RETURNING id, name
    )
    INSERT INTO memory_items (user_id, audience, theme_id, type, content, tags, gist, language, terms, source_message_id, created_at)
    SELECT ${userId}, ${audience}, theme.id, ${type}, ${content}, ${tags}::text[], ${gist}, ${language}, ${words}, ${memory.source ?? null}::int, ${now} FROM theme
    RETURNING id`
  if (!row) throw new Error('An item of memory was not stored.')
  return row.id
}
