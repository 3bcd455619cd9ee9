import type { Clock } from '../core/clock.ts'
import { InputError } from '../core/errors.ts'
import type { MemoryId, MessageId, PlaceId, SegmentId } from '../core/ids.ts'
import type { Jobs } from '../core/jobs.ts'
import type { Log } from '../core/log.ts'
import type { Button } from '../core/platform.ts'
import { clip } from '../core/text.ts'
import { hint } from '../jobs/hint.ts'
import type { Store, Tx } from '../store/store.ts'
import type { Post } from '../threads/outgoing.ts'
import { type Scope, visibleTo } from '../threads/scope.ts'
import { type Added, addMemory, type NewMemory } from './add.ts'
import { archiveMemory } from './change.ts'
import type { MemoryItem } from './item.ts'

export interface RememberParts {
  readonly store: Store
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'add'>
  readonly log: Log
  readonly post: Post
}

/** On whose behalf something is written down of the bot's own accord: they are told of it where they wrote. */
export interface Told {
  readonly scope: Scope
  /** The last of the messages that are being answered. */
  readonly answering: MessageId
}

/** What is learned from one message is written down in so many items at most. */
const mostOfOneMessage = 8
/** Characters of an item that are read back to the person. */
const shownLength = 300

/** Adds an item; in the same transaction the person is told, with a way to undo it. What was known is not told again. Throws InputError. */
export async function remember(parts: RememberParts, told: Told, memory: Omit<NewMemory, 'source'>): Promise<Added> {
  const { added, messageId } = await parts.store.transaction(async (tx) => {
    const written = await tx.memoryItem.count({ where: { sourceMessageId: told.answering } })
    if (written >= mostOfOneMessage)
      throw new InputError(
        `${mostOfOneMessage} items were remembered from this message, which is the most. Ask the person which others matter.`,
      )
    const added = await addMemory(tx, { scope: told.scope, now: parts.clock.now() }, { ...memory, source: told.answering })
    const isChange = added.isNew || memory.supersedes !== undefined
    return { added, messageId: isChange ? await tell(tx, parts, told, rememberedNotice(added.item)) : undefined }
  })
  if (messageId) await hint(parts, 'deliver-message', { messageId })
  return added
}

/** Archives an item, and tells the person. Throws InputError where there is no active one. */
export async function putAway(parts: RememberParts, told: Told, id: MemoryId): Promise<MemoryItem> {
  const { item, messageId } = await parts.store.transaction(async (tx) => {
    const item = await archiveMemory(tx, { scope: told.scope, now: parts.clock.now() }, id)
    if (!item) throw new InputError(`There is no active memory ${id}. memory_search gives the ids of those there are.`)
    return { item, messageId: await tell(tx, parts, told, archivedNotice(item)) }
  })
  await hint(parts, 'deliver-message', { messageId })
  return item
}

interface Notice {
  readonly text: string
  readonly buttons: readonly Button[]
}

/** As a quotation: what is in an item is no word of the bot's own. */
const quote = ({ content }: MemoryItem) => clip(content, shownLength).replace(/^/gm, '> ')

/** What the person is told of a new item. */
export const rememberedNotice = (item: MemoryItem): Notice => ({
  text: `I will remember:\n${quote(item)}`,
  buttons: [{ label: 'Undo', action: `/memory undo ${item.id}` }],
})

const archivedNotice = (item: MemoryItem): Notice => ({
  text: `I have put this away from what I remember:\n${quote(item)}`,
  buttons: [{ label: 'Undo', action: `/memory restore ${item.id}` }],
})

async function tell(tx: Tx, { post }: RememberParts, { scope, answering }: Told, notice: Notice): Promise<MessageId> {
  const [answered] = await tx.$queryRaw<{ placeId: PlaceId; segmentId: SegmentId; sentAt: Date; platformOrder: bigint }[]>`
    SELECT m.place_id AS "placeId", m.segment_id AS "segmentId", m.sent_at AS "sentAt", m.platform_order AS "platformOrder"
    FROM messages m WHERE m.id = ${answering} AND ${visibleTo(scope, 'm')}`
  if (!answered) throw new InputError('The message that this was learned from is gone, so it is not remembered.')
  const { placeId, segmentId, ...after } = answered
  return post(tx, { threadId: scope.threadId, placeId, segmentId, kind: 'notice', after, ...notice })
}
