import type { MessageId, ThreadId } from '../../core/domain/ids.ts'
import type { ReferenceKind } from '../../core/domain/messages.ts'
import { clip, indent, storable, stripInvisible, type TruncatedText, whole, wrapUntrusted } from '../../core/domain/text.ts'
import type { ReferencedMessage } from '../../core/ports/platform.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db, Store, Tx } from '../../store/store.ts'
import { assertLease, type Lease } from '../lease.ts'
import { ensureSourcePlace, type Place } from '../places.ts'
import { isInPlace, type Scope, visibleTo } from '../scope.ts'
import { advanceChangeSeq, isBeingErased, lockThread } from '../thread.ts'

/** What a message refers to, as it is stored. */
export interface StoredReference {
  readonly kind: ReferenceKind
  /** Empty if it is unknown or not kept. */
  readonly authorName: string
  /** Empty if the message itself is the forwarded one, or if the text is not kept. */
  readonly text: string
  readonly sentAt: Date | null
}

/** The maximum number of references of a message, and of characters kept of each. */
export const maxReferences = 20
const maxTextCharacters = 6_000
/** The number of a user's newest messages in a thread, and of the replies to them, whose references are loaded. */
const maxReferringMessages = 1_000
const maxNameCharacters = 100

/** The text of a forward that is not kept. */
export const withheldForward = '[forwarded message]'

/** Whether the text of a message is the forwarded text, so that its sender did not write it. */
export const isForwarded = (references: readonly Pick<StoredReference, 'kind' | 'text'>[]): boolean =>
  references.some(({ kind, text }) => kind === 'forward' && text === '')

/** Marks a forwarded text, so that it does not read like the words of the person who forwards it. */
export function markForwarded({ head, tail, cut }: TruncatedText, references: readonly StoredReference[]): TruncatedText {
  if (references.length === 0 || !isForwarded(references)) return { head, tail, cut }
  const [before = '', after = ''] = wrapUntrusted('forwarded', `${indent(head)}\0${tail && indent(tail)}`).split('\0')
  return cut === 0 ? whole(before + after) : { head: before, tail: after, cut }
}

/** SQL for whether a text is forwarded. The alias of messages is m. Relies on message_references_message_id_position_key. */
export const isForwardedSql = Prisma.sql`
  EXISTS (SELECT 1 FROM message_references r WHERE r.message_id = m.id AND r.kind = 'forward' AND r.text = '')`

/** Whether a text contains a quote of it. Their formatting may differ. */
export const containsQuote = (text: string, quote: string): boolean => toWords(text).includes(toWords(quote))

const toWords = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()

/**
 * SQL for the references of a message as JSON, in order, or NULL. The alias of messages is m. Relies on
 * message_references_message_id_position_key. Few messages have any, and an aggregate takes ten times as long as to see that.
 */
export const referencesSql = Prisma.sql`
  CASE WHEN (SELECT TRUE FROM message_references r WHERE r.message_id = m.id LIMIT 1) THEN
    (SELECT jsonb_agg(jsonb_build_object('kind', r.kind, 'authorName', r.author_name, 'text', r.text, 'sentAt', r.sent_at) ORDER BY r.position)
     FROM message_references r WHERE r.message_id = m.id) END`

/** The result of `referencesSql`. */
export type ReferencesJson = readonly (Omit<StoredReference, 'sentAt'> & { readonly sentAt: string | null })[] | null

export const fromReferencesJson = (json: ReferencesJson): StoredReference[] =>
  (json ?? []).map(({ sentAt, ...reference }) => ({ ...reference, sentAt: sentAt === null ? null : new Date(sentAt) }))

/** SQL for the text of a message, followed by what it refers to as quoted lines: what is indexed and found. The alias of messages is m. */
export const textWithReferencesSql = Prisma.sql`
  m.text || coalesce((SELECT string_agg(E'\\n> ' || CASE r.author_name WHEN '' THEN '' ELSE r.author_name || ': ' END || replace(r.text, E'\\n', E'\\n> '), ''
    ORDER BY r.position) FROM message_references r WHERE r.message_id = m.id AND r.text <> ''), '')`

/** Formats the text of a message with what it refers to, as `textWithReferencesSql` does. */
export const formatTextWithReferences = (text: string, references: readonly StoredReference[]): string =>
  [
    text,
    ...references.flatMap(({ authorName, text: quoted }) =>
      quoted ? `> ${authorName && `${authorName}: `}${quoted.replaceAll('\n', '\n> ')}` : [],
    ),
  ].join('\n')

interface ReferenceTarget {
  readonly threadId: ThreadId
  readonly place: Place
}

/** A reference with the place of the message that it refers to. */
type PlacedReference = ReferencedMessage & { readonly place: Place }

export interface StorableReferences {
  readonly references: readonly PlacedReference[]
  /** Whether the text of the message itself must not be stored, because it is that of an author of whom nothing is kept. */
  readonly isTextWithheld: boolean
}

/**
 * Returns what may be stored of references. Leaves out messages of the same thread, which are only linked, and earlier messages of the
 * platform's thread that are already stored as such. Of messages that are deleted or being erased, and of authors who are blocked or have
 * opted out of the log of the channel, nothing but the kind is left. Of messages that were changed, the references get the current text, because a platform may send an older one.
 * Locks the messages, so that a change or deletion of them waits, and then finds what is stored.
 */
export async function selectStorableReferences(
  tx: Tx,
  { threadId, place }: ReferenceTarget,
  references: readonly ReferencedMessage[],
): Promise<StorableReferences> {
  const kept = await placeReferences(tx, place, references.slice(-maxReferences))
  if (kept.length === 0) return { references: [], isTextWithheld: false }
  const input = JSON.stringify(
    kept.map(({ id, author, place: { id: source } }, index) => ({ index, place: source, source: id ?? null, author: author.id ?? null })),
  )
  await lockSources(tx, input)
  // Relies on messages_place_id_platform_message_id_thread_id_key, deliveries_platform_message_id_idx and message_references_place_id_source_id_idx.
  const rows = await tx.$queryRaw<SourceState[]>`
    SELECT g.index,
      coalesce(bool_or(s.is_deleted), FALSE) OR EXISTS (
        SELECT 1 FROM accounts a JOIN users u ON u.id = a.user_id
        WHERE a.platform = ${place.platform} AND a.tenant = ${place.tenant} AND a.platform_user_id = g.author AND u.blocked_at IS NOT NULL
      ) OR EXISTS (
        SELECT 1 FROM channel_authors x WHERE x.place_id IN (g.place, ${place.id}) AND x.platform_user_id = g.author AND x.opted_out_at IS NOT NULL AND x.opted_in_at IS NULL
      ) AS "isHidden",
      coalesce(bool_or(s.thread_id = ${threadId} AND g.place = ${place.id}), FALSE) AS "isLinked", max(s.changed_text) AS "changedText",
      EXISTS (
        SELECT 1 FROM message_references r JOIN messages m ON m.id = r.message_id
        WHERE r.place_id IN (g.place, ${place.id}) AND r.source_id = g.source AND r.kind = 'thread' AND m.thread_id = ${threadId}
      ) AS "isKnown"
    FROM jsonb_to_recordset(${input}::jsonb) AS g(index int, place int, source text, author text)
    LEFT JOIN LATERAL (
      SELECT m.thread_id, m.deleted_at IS NOT NULL OR ${isBeingErased(Prisma.sql`m.thread_id`)} AS is_deleted,
        CASE WHEN m.edited_at IS NOT NULL OR m.text = ${withheldForward} THEN m.text END AS changed_text
      FROM messages m WHERE m.place_id = g.place AND m.platform_message_id = g.source
      UNION ALL
      SELECT m.thread_id, m.deleted_at IS NOT NULL OR ${isBeingErased(Prisma.sql`m.thread_id`)}, CASE WHEN m.edited_at IS NOT NULL THEN d.text END
      FROM deliveries d JOIN messages m ON m.id = d.message_id WHERE d.platform_message_id = g.source AND m.place_id = g.place
    ) s ON TRUE
    GROUP BY g.index, g.place, g.source, g.author`
  const states = new Map(rows.map((row) => [row.index, row]))
  const stored = kept.flatMap((reference, index) => toStorable(reference, states.get(index), place) ?? [])
  return { references: stored, isTextWithheld: isForwarded(kept.filter((_, index) => states.get(index)?.isHidden)) }
}

/** What is stored about the source of a reference. */
interface SourceState {
  readonly index: number
  readonly isHidden: boolean
  readonly isLinked: boolean
  readonly isKnown: boolean
  /** Its text, if that was changed since it was sent. */
  readonly changedText: string | null
}

function toStorable(reference: PlacedReference, state: SourceState | undefined, place: Place): PlacedReference | undefined {
  if (!state) return reference
  const { kind, text } = reference
  if (isDropped(kind, state)) return undefined
  if (state.isHidden) return { kind, place, author: { name: '' }, text: '' }
  const { changedText } = state
  if (changedText === null || text === '') return reference
  if (kind !== 'quote') return { ...reference, text: changedText }
  return containsQuote(changedText, text) ? reference : undefined
}

/** Finds the place of each reference. A message in a direct place refers to no other place, which could belong to someone else. */
async function placeReferences(tx: Tx, place: Place, references: readonly ReferencedMessage[]): Promise<PlacedReference[]> {
  const placed: PlacedReference[] = []
  for (const reference of references) {
    const { placeAddress } = reference
    const isElsewhere = place.kind === 'shared' && placeAddress !== undefined && placeAddress !== place.address
    placed.push({ ...reference, place: isElsewhere ? await ensureSourcePlace(tx, place, placeAddress) : place })
  }
  return placed
}

/** Locks the stored messages that are referred to, until the transaction ends. Relies on the same indexes. */
async function lockSources(tx: Tx, input: string): Promise<void> {
  await tx.$queryRaw`
    WITH g AS (SELECT * FROM jsonb_to_recordset(${input}::jsonb) AS g(place int, source text))
    SELECT m.id FROM messages m WHERE m.id IN (
      SELECT s.id FROM g JOIN messages s ON s.place_id = g.place AND s.platform_message_id = g.source
      UNION ALL
      SELECT s.id FROM g JOIN deliveries d ON d.platform_message_id = g.source JOIN messages s ON s.id = d.message_id AND s.place_id = g.place)
    ORDER BY m.id FOR SHARE`
}

function isDropped(kind: ReferenceKind, { isHidden, isLinked, isKnown }: SourceState): boolean {
  return kind === 'thread' ? isHidden || isLinked || isKnown : kind === 'reply' && isLinked && !isHidden
}

/** Stores references in the transaction of their message. The first one gets `position`, and the others follow. */
export async function insertReferences(
  tx: Tx,
  { messageId, position = 0 }: { messageId: MessageId; position?: number },
  references: readonly PlacedReference[],
): Promise<void> {
  await tx.messageReference.createMany({
    data: references.map(({ kind, id, place, author, text, sentAt }, index) => ({
      messageId,
      position: position + index,
      placeId: place.id,
      audience: place.audience,
      kind,
      sourceId: id ?? null,
      authorId: author.id ?? null,
      authorName: clip(storable(stripInvisible(author.name)).trim(), maxNameCharacters),
      text: clip(storable(text).trim(), maxTextCharacters),
      sentAt: sentAt ?? null,
    })),
  })
}

export interface ThreadReferences extends ReferenceTarget {
  /** The message whose turn loaded the platform's thread. */
  readonly messageId: MessageId
  readonly lease: Lease
}

/**
 * Stores earlier messages of the platform's thread with the message that refers to them. Counts as a change of that message, so that they
 * are indexed, but not as an edit.
 */
export async function addThreadReferences(
  store: Store,
  { threadId, place, messageId, lease }: ThreadReferences,
  loaded: readonly ReferencedMessage[],
): Promise<void> {
  await store.transaction(async (tx) => {
    await assertLease(tx, lease)
    if (!(await lockThread(tx, threadId))) return
    const message = await tx.message.findFirst({ where: { id: messageId, threadId, deletedAt: null }, select: { id: true } })
    if (!message) return
    const { references } = await selectStorableReferences(tx, { threadId, place }, loaded)
    if (references.length === 0) return
    const position = await tx.messageReference.count({ where: { messageId } })
    await insertReferences(tx, { messageId, position }, references)
    await tx.$executeRaw`
      WITH thread AS (${advanceChangeSeq(threadId, 1)})
      UPDATE messages SET change_seq = thread.change_seq FROM thread WHERE id = ${messageId}`
  })
}

/** Returns the latest earlier messages of a platform's thread that are stored, oldest first. */
export async function loadThreadReferences(db: Db, scope: Scope): Promise<StoredReference[]> {
  const rows = await db.$queryRaw<StoredReference[]>(threadReferencesSql(scope))
  return rows.reverse()
}

/**
 * SQL for the same, latest first. Reads a limited number of messages, because a channel that is no thread has many, and none of them has
 * such references. Relies on messages_shared_idx and message_references_message_id_position_key.
 */
export const threadReferencesSql = (scope: Scope): Prisma.Sql => Prisma.sql`
  SELECT r.kind, r.author_name AS "authorName", r.text, r.sent_at AS "sentAt"
  FROM (
    SELECT m.id, m.deleted_at FROM messages m
    WHERE ${visibleTo(scope, 'm')} AND ${isInPlace(scope, 'm', 'index')} AND m.kind = 'chat'
    ORDER BY m.sent_at DESC, m.platform_order DESC, m.id DESC LIMIT ${maxReferringMessages}
  ) m
  CROSS JOIN LATERAL (SELECT * FROM message_references r WHERE r.message_id = m.id AND r.kind = 'thread' OFFSET 0) r
  WHERE m.deleted_at IS NULL
  ORDER BY r.sent_at DESC NULLS LAST, r.id DESC LIMIT ${maxReferences}`

/** Deletes what messages refer to. */
export async function deleteReferences(tx: Tx, messageIds: readonly MessageId[]): Promise<void> {
  await tx.messageReference.deleteMany({ where: { messageId: { in: [...messageIds] } } })
}
