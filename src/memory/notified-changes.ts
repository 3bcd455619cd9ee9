import { InputError } from '../core/domain/errors.ts'
import type { MemoryId } from '../core/domain/ids.ts'
import { quoteLines } from '../core/domain/quotations.ts'
import { plainName } from '../core/domain/text.ts'
import type { Translate } from '../core/messages/messages.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Tx } from '../store/store.ts'
import {
  type AnsweringContext,
  applyAndNotify,
  type ChangeNotice,
  type NotifiedChangeDeps,
  postChangeNotice,
} from '../threads/notified-change.ts'
import { ownedBy } from '../threads/scope.ts'
import { type AddMemoryResult, addMemory, type NewMemory } from './items/add-memory.ts'
import { archiveMemory } from './items/change-memory.ts'
import { loadMemory, type MemoryItem } from './items/memory-item.ts'
import { defaultTheme } from './themes.ts'

export interface MemoryDeps extends NotifiedChangeDeps {
  readonly clock: Clock
}

/** The maximum number of items added and archived per message. */
const maxChangesPerMessage = 8

/**
 * Adds an item and notifies the user in the same transaction, with a button to undo the change. A duplicate by itself causes no notice.
 * Throws InputError.
 */
export async function addAndNotify(
  deps: MemoryDeps,
  context: AnsweringContext,
  memory: Omit<NewMemory, 'source'>,
): Promise<AddMemoryResult> {
  return applyAndNotify(deps, context, async (tx) => {
    await assertChangeLimit(tx, context)
    const added = await addMemory(tx, { scope: context.scope, now: deps.clock.now() }, { ...memory, source: context.answeredMessageId })
    const [supersededId] = [memory.supersedes ?? []].flat() as MemoryId[]
    const superseded = supersededId === undefined ? undefined : await loadMemory(tx, context.scope, supersededId)
    const archived = superseded?.status === 'archived' ? superseded : undefined
    if (added.isNew) return { result: added, notice: (translate) => buildAddedNotice(added.item, translate, archived) }
    return { result: added, ...(archived && { notice: (translate: Translate) => buildArchivedNotice(archived, translate) }) }
  })
}

/** Archives an item and notifies the user. Throws InputError if there is no active item with this id. */
export async function archiveAndNotify(deps: MemoryDeps, context: AnsweringContext, id: MemoryId): Promise<MemoryItem> {
  return applyAndNotify(deps, context, async (tx) => {
    await assertChangeLimit(tx, context)
    const item = await archiveMemory(tx, { scope: context.scope, now: deps.clock.now() }, id)
    if (!item) throw new InputError(`There is no active memory ${id}. Use memory_search to find ids.`)
    return { result: item, notice: (translate) => buildArchivedNotice(item, translate) }
  })
}

/** What was learned from a message whose text has changed. */
export interface LearnedBefore extends Pick<AnsweringContext, 'scope' | 'answeredMessageId'> {
  /** When the message was answered. What the user had remembered at other times stays. */
  readonly from: Date
  readonly until: Date
}

/** Archives what was learned from a message and the others of its turn before they are answered again, and notifies the user of each item. */
export async function archiveLearned(tx: Tx, deps: Pick<MemoryDeps, 'clock' | 'post'>, learned: LearnedBefore): Promise<void> {
  const { scope, answeredMessageId, from, until } = learned
  const rows = await tx.$queryRaw<{ id: MemoryId }[]>`
    SELECT i.id FROM memory_items i JOIN messages m ON m.id = i.source_message_id
    WHERE m.turn_id = (SELECT a.turn_id FROM messages a WHERE a.id = ${answeredMessageId}) AND ${ownedBy(scope, 'i')}
      AND i.status = 'active' AND i.created_at BETWEEN ${from} AND ${until} ORDER BY i.id`
  for (const { id } of rows) {
    const item = await archiveMemory(tx, { scope, now: deps.clock.now() }, id)
    if (item) await postChangeNotice(tx, deps, { scope, answeredMessageId }, (translate) => buildArchivedNotice(item, translate))
  }
}

/** Prevents any prompt, whatever its source, from archiving everything. */
async function assertChangeLimit(tx: Tx, { scope: { userId }, answeredMessageId }: AnsweringContext): Promise<void> {
  const { sentAt } = await tx.message.findUniqueOrThrow({ where: { id: answeredMessageId }, select: { sentAt: true } })
  const added = await tx.memoryItem.count({ where: { userId, sourceMessageId: answeredMessageId } })
  const archived = await tx.memoryItem.count({ where: { userId, archivedAt: { gte: sentAt } } })
  if (added + archived >= maxChangesPerMessage)
    throw new InputError(
      `${maxChangesPerMessage} items were changed for this message, which is the limit. Ask the person which others matter.`,
    )
}

/** Quotes an item in full, because its text is not the bot's own. */
export const quoteContent = ({ content }: MemoryItem): string => quoteLines(content)

/** Builds the notice about a new item, and about the one that it replaces. */
export function buildAddedNotice(item: MemoryItem, translate: Translate, replaced?: MemoryItem): ChangeNotice {
  const heading =
    item.themeName === defaultTheme ? translate('memory.added') : translate('memory.addedUnder', { theme: plainName(item.themeName) })
  return {
    text: [`${heading}\n${quoteContent(item)}`, ...(replaced ? [buildArchivedNotice(replaced, translate).text] : [])].join('\n\n'),
    buttons: [{ label: translate('button.undo'), action: `/memory undo ${item.id}` }],
  }
}

/** Builds the notice about an archived item. */
export const buildArchivedNotice = (item: MemoryItem, translate: Translate): ChangeNotice => ({
  text: `${translate('memory.archived')}\n${quoteContent(item)}`,
  buttons: [{ label: translate('button.undo'), action: `/memory restore ${item.id}` }],
})
