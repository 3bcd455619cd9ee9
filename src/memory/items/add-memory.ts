import { z } from 'zod'
import { InputError } from '../../core/domain/errors.ts'
import type { MemoryId, MessageId } from '../../core/domain/ids.ts'
import { detectLanguage, type LanguageCode } from '../../core/domain/languages.ts'
import { storable } from '../../core/domain/text.ts'
import { configurationOf, loadOwnLanguage } from '../../search/query/terms.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'
import { ownedBy, type Scope } from '../../threads/scope.ts'
import { lockThread } from '../../threads/thread.ts'
import { defaultTheme, toSlug } from '../themes.ts'
import { hashGist } from './gist.ts'
import { itemTsvectorSql } from './item-lexemes.ts'
import { loadMemory, type MemoryItem, type MemoryType, memoryTypes } from './memory-item.ts'

export const maxContentChars = 2_000
const maxThemeChars = 60
const maxTagChars = 40
export const maxTags = 10

/** How long after an item is added the active items are reviewed because of it, in ms. */
export const reviewDelayMs = 7 * 86_400_000

export const memoryIdInput = z.int('a whole number').min(1, 'a number from 1').max(2_147_483_647, 'the id of an item')

/** The arguments of memory.add. */
export const newMemoryInput = z.strictObject({
  type: z.enum(memoryTypes),
  content: z.string().trim().min(1, 'some text').max(maxContentChars, `at most ${maxContentChars} characters`),
  theme: z.string().trim().max(maxThemeChars, `at most ${maxThemeChars} characters`).optional(),
  tags: z.array(z.string().trim().min(1).max(maxTagChars)).max(maxTags).optional(),
  supersedes: memoryIdInput.optional().describe('Its id'),
})

export interface NewMemory {
  readonly type: MemoryType
  readonly content: string
  readonly theme?: string | undefined
  readonly tags?: readonly string[] | undefined
  /** The items that it replaces. */
  readonly supersedes?: number | readonly number[] | undefined
  /** The message that the item was learned from. */
  readonly source?: MessageId | undefined
}

export interface AddMemoryResult {
  readonly item: MemoryItem
  /** False if an active item says nearly the same, in which case that item is returned. */
  readonly isNew: boolean
}

/** On whose behalf something is written, and when. */
export interface MemoryWriteContext {
  readonly scope: Scope
  readonly now: Date
}

/**
 * Adds an item for the scope's audience. Items of one thread are added one at a time. Throws InputError if the item to replace does not
 * exist.
 */
export async function addMemory(tx: Tx, context: MemoryWriteContext, memory: NewMemory): Promise<AddMemoryResult> {
  const { scope } = context
  await lockThread(tx, scope.threadId)
  const supersedes = [memory.supersedes ?? []].flat() as MemoryId[]
  for (const id of supersedes) await assertActive(tx, scope, id)
  const content = storable(memory.content)
  const ownLanguage = await loadOwnLanguage(tx, scope.threadId)
  const language = detectLanguage(content, ownLanguage) ?? ownLanguage
  const gist = hashGist(content)
  const found = await findDuplicate(tx, scope, gist)
  // Several items always become a new one, even if one of them says the same: then undoing it restores all of them.
  const duplicateId = found !== undefined && supersedes.length > 1 && supersedes.includes(found) ? undefined : found
  const replaced = supersedes.filter((id) => id !== duplicateId)
  // Archived first, because only one active item may say the same.
  if (replaced.length > 0) await archiveReplaced(tx, context, replaced)
  const id = duplicateId ?? (await insertItem(tx, context, { ...memory, content, gist, language }))
  if (replaced.length > 0) await linkReplaced(tx, scope, { replaced, id })
  const item = await loadMemory(tx, scope, id)
  if (!item) throw new Error('A memory item was not stored.')
  return { item, isNew: duplicateId === undefined }
}

async function archiveReplaced(tx: Tx, { scope, now }: MemoryWriteContext, replaced: readonly MemoryId[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE memory_items i SET status = 'archived', archived_at = ${now} WHERE i.id = ANY(${[...replaced]}::int[]) AND ${ownedBy(scope, 'i')}`
}

/** Links the replaced items to the new one. An item learned in a shared place is not linked to a private one. */
async function linkReplaced(
  tx: Tx,
  scope: Scope,
  { replaced, id }: { readonly replaced: readonly MemoryId[]; readonly id: MemoryId },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE memory_items i SET superseded_by_id = (SELECT n.id FROM memory_items n WHERE n.id = ${id} AND n.audience = i.audience)
    WHERE i.id = ANY(${[...replaced]}::int[]) AND ${ownedBy(scope, 'i')}`
}

async function assertActive(tx: Tx, scope: Scope, id: MemoryId): Promise<void> {
  const item = await loadMemory(tx, scope, id)
  if (item?.status !== 'active') throw new InputError(`There is no active memory ${id} to replace. Use memory_search to find ids.`)
}

/** Returns the active item whose content has a gist, if any. Relies on memory_items_gist_key. */
export async function findDuplicate(tx: Tx, scope: Scope, gist: string): Promise<MemoryId | undefined> {
  const [row] = await tx.$queryRaw<{ id: MemoryId }[]>`
    SELECT i.id FROM memory_items i WHERE ${ownedBy(scope, 'i')} AND i.gist = ${gist} AND i.status = 'active' ORDER BY i.id LIMIT 1`
  return row?.id
}

type MemoryInsert = NewMemory & { readonly gist: string; readonly language: LanguageCode }

async function insertItem(tx: Tx, { scope, now }: MemoryWriteContext, memory: MemoryInsert): Promise<MemoryId> {
  const { userId, audience } = scope
  const { content, gist, language, type } = memory
  const themeName = storable(memory.theme ?? '').trim()
  // The name of a theme must contain letters or digits.
  const theme = toSlug(themeName) === '' ? defaultTheme : themeName
  const tags = [...new Set(memory.tags?.map(storable))]
  const lexemesSql = itemTsvectorSql(
    { content: Prisma.sql`${content}::text`, tags: Prisma.sql`${tags}::text[]`, theme: Prisma.sql`theme.name` },
    Prisma.sql`${configurationOf(language)}`,
  )
  const [row] = await tx.$queryRaw<{ id: MemoryId }[]>`
    WITH theme AS (
      INSERT INTO memory_themes (user_id, audience, slug, name, created_at)
      VALUES (${userId}, ${audience}, ${toSlug(theme)}, ${theme}, ${now})
      ON CONFLICT (user_id, audience, slug) DO UPDATE SET name = memory_themes.name RETURNING id, name
    )
    INSERT INTO memory_items (user_id, audience, theme_id, type, content, tags, gist, language, terms, source_message_id, created_at, review_at)
    SELECT ${userId}, ${audience}, theme.id, ${type}, ${content}, ${tags}::text[], ${gist}, ${language}, ${lexemesSql}, ${memory.source ?? null}::int, ${now},
      ${new Date(now.getTime() + reviewDelayMs)} FROM theme
    RETURNING id`
  if (!row) throw new Error('A memory item was not stored.')
  return row.id
}
