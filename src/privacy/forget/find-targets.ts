import { InputError } from '../../core/domain/errors.ts'
import type { DayLabel, MemoryId, MessageId } from '../../core/domain/ids.ts'
import { loadMemory } from '../../memory/items/memory-item.ts'
import { indexThread } from '../../search/index/update-index.ts'
import { loadSearchLanguage, quoteLexeme, toLexemes, toScopeTag, toTerms, toTsquery, tsvectorSql } from '../../search/query/terms.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { findMessageById, findSegment } from '../../threads/messages/read-messages.ts'
import { ownedBy, type Scope, visibleTo } from '../../threads/scope.ts'
import type { PrivacyDeps } from '../deps.ts'
import { findAnswers } from './derived-rows.ts'

/** What a person asks to be forgotten. */
export type ForgetTarget =
  | { readonly kind: 'message'; readonly id: MessageId }
  | { readonly kind: 'day'; readonly day: DayLabel }
  | { readonly kind: 'memory'; readonly id: MemoryId }
  /** Whatever has all of these words. */
  | { readonly kind: 'topic'; readonly words: string }
  | { readonly kind: 'everything' }

export interface ForgetMatches {
  readonly messageIds: readonly MessageId[]
  readonly memoryIds: readonly MemoryId[]
  /** Whether there is more of it than is forgotten in one go. */
  readonly hasMore: boolean
}

/** Of a topic, so many messages and so many items are forgotten in one go: more than anybody can have meant. */
const maxTopicMatches = 500

/** What is meant, of what the person has. Throws InputError where there is no such thing. */
export async function findTargets(
  deps: PrivacyDeps,
  scope: Scope,
  target: Exclude<ForgetTarget, { kind: 'everything' }>,
): Promise<ForgetMatches> {
  const { db } = deps.store
  switch (target.kind) {
    case 'message':
      return { messageIds: await findMessageWithAnswers(db, scope, target.id), memoryIds: [], hasMore: false }
    case 'day':
      return { messageIds: await findDayMessages(db, scope, target.day), memoryIds: [], hasMore: false }
    case 'memory':
      if (!(await loadMemory(db, scope, target.id))) throw new InputError(`There is no memory ${target.id}.`)
      return { messageIds: [], memoryIds: [target.id], hasMore: false }
    case 'topic':
      return findTopicMatches(deps, scope, target.words)
  }
}

async function findMessageWithAnswers(db: Db, scope: Scope, id: MessageId): Promise<MessageId[]> {
  const message = await findMessageById(db, scope, id)
  // What was never said, what others said and what only the model has read are one answer.
  if (!message || message.role === 'tool') throw new InputError(`There is no message #${id}.`)
  if (message.deletedAt) throw new InputError(`Message #${id} was deleted already.`)
  if (message.kind === 'draft') throw new InputError('That message is still being written: try again when it is finished.')
  return [id, ...(await findAnswers(db, scope, [id]))]
}

/** All kinds of rows. */
async function findDayMessages(db: Db, scope: Scope, day: DayLabel): Promise<MessageId[]> {
  const segment = await findSegment(db, scope.threadId, day)
  const rows = await db.$queryRaw<{ id: MessageId }[]>`
    SELECT m.id FROM messages m
    WHERE m.segment_id = ${segment?.id ?? null}::int AND ${visibleTo(scope, 'm')} AND m.deleted_at IS NULL AND m.kind <> 'draft' ORDER BY m.id`
  return rows.map(({ id }) => id)
}

/** By the words that search goes by, whatever their endings. */
async function findTopicMatches(deps: PrivacyDeps, scope: Scope, words: string): Promise<ForgetMatches> {
  const { db } = deps.store
  const language = await loadSearchLanguage(db, scope.threadId)
  const terms = toTerms(await toLexemes(db, language, words), language)
  if (terms.length === 0)
    throw new InputError('These words are too common to look for: write what the topic is about, as in /forget garden party.')
  await indexThread(deps, scope.threadId, { language })
  const queryText = terms.map(toTsquery).join(' & ')
  // Relies on message_index_terms_idx. What was asked for with commands is in no index; there is little of it.
  const messages = await db.$queryRaw<{ id: MessageId }[]>`
    SELECT id FROM (
      SELECT m.id, m.sent_at FROM message_index i JOIN messages m ON m.id = i.message_id
      WHERE i.terms @@ ${`${quoteLexeme(toScopeTag(scope))} & ${queryText}`}::tsquery AND ${visibleTo(scope, 'm')} AND m.deleted_at IS NULL
      UNION
      SELECT m.id, m.sent_at FROM messages m
      WHERE ${visibleTo(scope, 'm')} AND m.kind = 'command' AND m.deleted_at IS NULL
        AND ${tsvectorSql(Prisma.sql`m.text`, Prisma.sql`${language}`)} @@ ${queryText}::tsquery
    ) m ORDER BY sent_at DESC, id DESC LIMIT ${maxTopicMatches + 1}`
  const memories = await db.$queryRaw<{ id: MemoryId }[]>`
    SELECT i.id FROM memory_items i WHERE ${ownedBy(scope, 'i')} AND i.terms @@ ${queryText}::tsquery
    ORDER BY i.id DESC LIMIT ${maxTopicMatches + 1}`
  return {
    messageIds: messages.slice(0, maxTopicMatches).map(({ id }) => id),
    memoryIds: memories.slice(0, maxTopicMatches).map(({ id }) => id),
    hasMore: messages.length > maxTopicMatches || memories.length > maxTopicMatches,
  }
}
