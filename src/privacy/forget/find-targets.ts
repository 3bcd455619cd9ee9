import type { DayLabel, MemoryId, MessageId } from '../../core/domain/ids.ts'
import { detectLanguage } from '../../core/domain/languages.ts'
import type { Message } from '../../core/domain/messages.ts'
import { LocalizedInputError } from '../../core/messages/input-error.ts'
import { indexItems } from '../../memory/items/item-lexemes.ts'
import { loadMemory } from '../../memory/items/memory-item.ts'
import { indexThread } from '../../search/index/update-index.ts'
import {
  configurationOf,
  listTextLanguages,
  loadOwnLanguage,
  quoteLexeme,
  toScopeTag,
  toTerms,
  toTsquery,
  tsvectorSql,
} from '../../search/query/terms.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { messageColumns } from '../../threads/messages/message-columns.ts'
import { findMessageById, findSegment } from '../../threads/messages/read-messages.ts'
import { loggedBy } from '../../threads/privacy/logged-messages.ts'
import { findCopiesOf, findQuotesOf } from '../../threads/privacy/references.ts'
import { ownedBy, type Scope, visibleTo } from '../../threads/scope.ts'
import type { PrivacyDeps } from '../deps.ts'
import { findAnswers } from './derived-rows.ts'

/** What a user asks to delete. */
export type ForgetTarget =
  | { readonly kind: 'message'; readonly id: MessageId }
  | { readonly kind: 'day'; readonly day: DayLabel }
  | { readonly kind: 'memory'; readonly id: MemoryId }
  /** Everything that contains all of these words. */
  | { readonly kind: 'topic'; readonly words: string }
  | { readonly kind: 'everything' }

export interface ForgetMatches {
  readonly messageIds: readonly MessageId[]
  readonly memoryIds: readonly MemoryId[]
  /** What others quote of the user. */
  readonly referenceIds: readonly number[]
  /** Whether there are more matches than one request deletes. */
  readonly hasMore: boolean
}

/** The maximum number of messages, and of memories, that one request deletes for a topic. */
const maxTopicMatches = 500

/** Returns what a target selects among the user's data. Throws InputError if it does not exist. */
export async function findTargets(
  deps: PrivacyDeps,
  scope: Scope,
  target: Exclude<ForgetTarget, { kind: 'everything' }>,
): Promise<ForgetMatches> {
  const { db } = deps.store
  switch (target.kind) {
    case 'message':
      return withCopies(db, scope, await findMessageWithAnswers(db, scope, target.id))
    case 'day':
      return withCopies(db, scope, await findDayMessages(db, scope, target.day))
    case 'memory':
      if (!(await loadMemory(db, scope, target.id))) throw new LocalizedInputError('memory.none', { id: target.id })
      return { messageIds: [], memoryIds: [target.id], referenceIds: [], hasMore: false }
    case 'topic':
      return findTopicMatches(deps, scope, target.words)
  }
}

/** Adds what others quote of messages elsewhere. What they quote in the same place is deleted with the messages. */
async function withCopies(db: Db, scope: Scope, messageIds: readonly MessageId[]): Promise<ForgetMatches> {
  return { messageIds, memoryIds: [], referenceIds: await findCopiesOf(db, scope, messageIds), hasMore: false }
}

async function findMessageWithAnswers(db: Db, scope: Scope, id: MessageId): Promise<MessageId[]> {
  const message = (await findMessageById(db, scope, id)) ?? (await findLogged(db, scope, id))
  // Missing messages, other users' messages and tool messages get the same answer.
  if (!message || message.role === 'tool') throw new LocalizedInputError('message.none', { id })
  if (message.deletedAt) throw new LocalizedInputError('message.alreadyDeleted', { id })
  if (message.kind === 'draft') throw new LocalizedInputError('message.unfinished')
  return [id, ...(await findAnswers(db, scope, [id]))]
}

/** Returns what the user wrote in the log of a channel. */
async function findLogged(db: Db, { userId }: Scope, id: MessageId): Promise<Message | undefined> {
  const [message] = await db.$queryRaw<Message[]>`
    SELECT ${messageColumns} FROM messages m WHERE m.id = ${id} AND m.id IN ${loggedBy(userId)}`
  return message
}

/** Returns messages of every kind. */
async function findDayMessages(db: Db, scope: Scope, day: DayLabel): Promise<MessageId[]> {
  const segment = await findSegment(db, scope.threadId, day)
  const rows = await db.$queryRaw<{ id: MessageId }[]>`
    SELECT m.id FROM messages m
    WHERE m.segment_id = ${segment?.id ?? null}::int AND ${visibleTo(scope, 'm')} AND m.deleted_at IS NULL AND m.kind <> 'draft'
    UNION ALL
    SELECT m.id FROM messages m JOIN day_segments s ON s.id = m.segment_id
    WHERE m.id IN ${loggedBy(scope.userId)} AND s.day_label = ${day} AND m.deleted_at IS NULL
    ORDER BY id`
  return rows.map(({ id }) => id)
}

/** Matches words in any form, like search. */
async function findTopicMatches(deps: PrivacyDeps, scope: Scope, words: string): Promise<ForgetMatches> {
  const { db } = deps.store
  const ownLanguage = await loadOwnLanguage(db, scope.threadId)
  await indexThread(deps, scope.threadId)
  const texts = [...new Set([...(await listTextLanguages(db, scope)), ...(await indexItems(db, scope, ownLanguage))])]
  const terms = await toTerms(db, { query: detectLanguage(words, ownLanguage) ?? ownLanguage, texts }, words)
  if (terms.length === 0) throw new LocalizedInputError('forget.tooCommon')
  const queryText = terms.map(toTsquery).join(' & ')
  // Relies on message_index_terms_idx. Commands are not indexed, but there are few of them.
  const messages = await db.$queryRaw<{ id: MessageId }[]>`
    SELECT id FROM (
      SELECT m.id, m.sent_at FROM message_index i JOIN messages m ON m.id = i.message_id
      WHERE i.terms @@ ${`${quoteLexeme(toScopeTag(scope))} & ${queryText}`}::tsquery AND ${visibleTo(scope, 'm')} AND m.deleted_at IS NULL
      UNION
      SELECT m.id, m.sent_at FROM messages m
      WHERE ${visibleTo(scope, 'm')} AND m.kind = 'command' AND m.deleted_at IS NULL
        AND ${tsvectorSql(Prisma.sql`m.text`, Prisma.sql`${configurationOf(ownLanguage)}`)} @@ ${queryText}::tsquery
      UNION
      SELECT m.id, m.sent_at FROM messages m
      WHERE m.id IN ${loggedBy(scope.userId)} AND m.deleted_at IS NULL
        AND ${tsvectorSql(Prisma.sql`m.text`, Prisma.sql`${configurationOf(ownLanguage)}`)} @@ ${queryText}::tsquery
    ) m ORDER BY sent_at DESC, id DESC LIMIT ${maxTopicMatches + 1}`
  const memories = await db.$queryRaw<{ id: MemoryId }[]>`
    SELECT i.id FROM memory_items i WHERE ${ownedBy(scope, 'i')} AND i.terms @@ ${queryText}::tsquery
    ORDER BY i.id DESC LIMIT ${maxTopicMatches + 1}`
  const referenceIds = await findQuotesOf(db, {
    ...scope,
    query: queryText,
    lexemesSql: (text) => tsvectorSql(text, Prisma.sql`${configurationOf(ownLanguage)}`),
    limit: maxTopicMatches + 1,
  })
  return {
    messageIds: messages.slice(0, maxTopicMatches).map(({ id }) => id),
    memoryIds: memories.slice(0, maxTopicMatches).map(({ id }) => id),
    referenceIds: referenceIds.slice(0, maxTopicMatches),
    hasMore: [messages, memories, referenceIds].some(({ length }) => length > maxTopicMatches),
  }
}
