import type { Clock } from '../core/clock.ts'
import { InputError } from '../core/errors.ts'
import type { MemoryId, MessageId, PlaceId, SegmentId } from '../core/ids.ts'
import type { Jobs } from '../core/jobs.ts'
import type { Log } from '../core/log.ts'
import type { Button } from '../core/platform.ts'
import { plainName } from '../core/text.ts'
import { hint } from '../jobs/hint.ts'
import type { Store, Tx } from '../store/store.ts'
import type { Post } from '../threads/outgoing.ts'
import { type Scope, visibleTo } from '../threads/scope.ts'
import { type Added, addMemory, type NewMemory } from './add.ts'
import { archiveMemory } from './change.ts'
import { type MemoryItem, memoryById } from './item.ts'
import { generalTheme } from './themes.ts'

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
  /** Locks the thread, and throws where what is being answered has changed meanwhile, or is not ours to answer any more. */
  readonly mayWrite: (tx: Tx) => Promise<void>
}

/** On account of one message so many items are added and put away at most. */
const mostOfOneMessage = 8

/** Adds an item; in the same transaction the person is told, with a way to undo it. What was known is not told again. Throws InputError. */
export async function remember(parts: RememberParts, told: Told, memory: Omit<NewMemory, 'source'>): Promise<Added> {
  return write(parts, told, async (tx) => {
    const added = await addMemory(tx, { scope: told.scope, now: parts.clock.now() }, { ...memory, source: told.answering })
    if (added.isNew) return { made: added, notice: rememberedNotice(added.item) }
    const replaced = memory.supersedes === undefined ? undefined : await memoryById(tx, told.scope, memory.supersedes as MemoryId)
    return { made: added, ...(replaced?.status === 'archived' && { notice: archivedNotice(replaced) }) }
  })
}

/** Archives an item, and tells the person. Throws InputError where there is no active one. */
export async function putAway(parts: RememberParts, told: Told, id: MemoryId): Promise<MemoryItem> {
  return write(parts, told, async (tx) => {
    const item = await archiveMemory(tx, { scope: told.scope, now: parts.clock.now() }, id)
    if (!item) throw new InputError(`There is no active memory ${id}. memory_search gives the ids of those there are.`)
    return { made: item, notice: archivedNotice(item) }
  })
}

interface Made<T> {
  readonly made: T
  /** Absent: nothing has changed. */
  readonly notice?: Notice
}

async function write<T>(parts: RememberParts, told: Told, make: (tx: Tx) => Promise<Made<T>>): Promise<T> {
  const { made, messageId } = await parts.store.transaction(async (tx) => {
    await told.mayWrite(tx)
    await mustBeFew(tx, told)
    const { made, notice } = await make(tx)
    return { made, messageId: notice && (await tell(tx, parts, told, notice)) }
  })
  if (messageId) await hint(parts, 'deliver-message', { messageId })
  return made
}

/** An order to put everything away, wherever it came from, does not get far. */
async function mustBeFew(tx: Tx, { scope: { userId }, answering }: Told): Promise<void> {
  const { sentAt } = await tx.message.findUniqueOrThrow({ where: { id: answering }, select: { sentAt: true } })
  const added = await tx.memoryItem.count({ where: { userId, sourceMessageId: answering } })
  const archived = await tx.memoryItem.count({ where: { userId, archivedAt: { gte: sentAt } } })
  if (added + archived >= mostOfOneMessage)
    throw new InputError(
      `${mostOfOneMessage} items were changed on account of this message, which is the most. Ask the person which others matter.`,
    )
}

interface Notice {
  readonly text: string
  readonly buttons: readonly Button[]
}

/** As a quotation, and whole: what is in an item is no word of the bot's own. */
export const quoteOf = ({ content }: MemoryItem): string => content.replace(/^/gm, '> ')

const underTheme = ({ themeName }: MemoryItem) => (themeName === generalTheme ? '' : `, under ${plainName(themeName)}`)

/** What the person is told of a new item. */
export const rememberedNotice = (item: MemoryItem): Notice => ({
  text: `I will remember${underTheme(item)}:\n${quoteOf(item)}`,
  buttons: [{ label: 'Undo', action: `/memory undo ${item.id}` }],
})

const archivedNotice = (item: MemoryItem): Notice => ({
  text: `I have put this away from what I remember:\n${quoteOf(item)}`,
  buttons: [{ label: 'Undo', action: `/memory restore ${item.id}` }],
})

async function tell(tx: Tx, { post }: RememberParts, { scope, answering }: Told, notice: Notice): Promise<MessageId> {
  const [answered] = await tx.$queryRaw<{ placeId: PlaceId; segmentId: SegmentId; sentAt: Date; platformOrder: bigint }[]>`
    SELECT m.place_id AS "placeId", m.segment_id AS "segmentId", m.sent_at AS "sentAt", m.platform_order AS "platformOrder"
    FROM messages m WHERE m.id = ${answering} AND m.deleted_at IS NULL AND ${visibleTo(scope, 'm')}`
  if (!answered) throw new InputError('The message that this was learned from is gone, so it is not remembered.')
  const { placeId, segmentId, ...after } = answered
  return post(tx, { threadId: scope.threadId, placeId, segmentId, kind: 'notice', after, ...notice })
}
