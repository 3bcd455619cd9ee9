import { clip } from '../../../src/core/domain/text.ts'
import type { MemoryItem, MemoryType } from '../../../src/memory/items/memory-item.ts'
import { messageHref } from '../views/markdown.ts'

/** Which memories to show, as in the URL. */
export interface MemoryAddress {
  /** The theme's slug. */
  readonly theme?: string | undefined
  readonly type?: MemoryType | undefined
  /** Whether to show archived items instead of active ones. */
  readonly archived: boolean
  /** The last item of the previous page. */
  readonly before?: Pick<MemoryItem, 'id' | 'createdAt'> | undefined
}

export interface ShownItem {
  readonly item: MemoryItem
  /** The day the item was added, formatted. */
  readonly day: string
  /** Whether the item's source message still exists. */
  readonly hasSource: boolean
  /** Where the source message was written, if not on the page. */
  readonly elsewhere?: string
  /** The state of the item's embedding, if worth mentioning. */
  readonly vector?: string
}

export const typeNames: Readonly<Record<MemoryType, readonly [one: string, more: string]>> = {
  preference: ['Preference', 'Preferences'],
  fact: ['Fact', 'Facts'],
  instruction: ['Instruction', 'Instructions'],
  summary: ['Summary', 'Summaries'],
  other: ['Other', 'Other'],
}

export function memoryHref(address: MemoryAddress): string {
  return `/memory/${queryOf(address)}`
}

function queryOf({ theme, type, archived, before }: MemoryAddress): string {
  const query = new URLSearchParams({
    ...(theme !== undefined && { theme }),
    ...(type && { type }),
    ...(archived && { archived: '1' }),
    ...(before && { before: `${before.createdAt.toISOString()}~${before.id}` }),
  })
  return query.size > 0 ? `?${query}` : ''
}

interface MemoryCardProps {
  readonly shown: ShownItem
  /** Where to return to after a deletion. */
  readonly back: MemoryAddress
}

/** One memory, with a button to delete it. */
export function MemoryCard({ shown: { item, day, hasSource, elsewhere, vector }, back }: MemoryCardProps) {
  const { id, content, type, theme, themeName, tags, status, supersededById, sourceMessageId, createdAt } = item
  return (
    <li>
      <article>
        <p class="content" dir="auto">
          {content}
        </p>
        <p class="about">
          <span class="badge">{typeNames[type][0]}</span>
          <a href={memoryHref({ theme, archived: status === 'archived' })}>{themeName}</a>
          {tags.map((tag) => (
            <span key={tag}>#{tag}</span>
          ))}
          <a href={`/memory/${id}/`}>
            <time dateTime={createdAt.toISOString()}>{day}</time>
          </a>
          {hasSource && sourceMessageId !== null && <a href={messageHref(sourceMessageId)}>Learned from this message</a>}
          {elsewhere && <span class="badge">{elsewhere}</span>}
          {supersededById !== null && <a href={`/memory/${supersededById}/`}>Replaced by a newer memory</a>}
          {vector && <span>{vector}</span>}
        </p>
        <details class="delete">
          <summary>
            Delete<span class="visually-hidden">: {clip(content, 60)}</span>
          </summary>
          <form method="post" action={`/memory/${id}/delete/${queryOf(back)}`}>
            <p>This cannot be undone.{hasSource && ' The message it was learned from stays in the conversation.'}</p>
            <button type="submit" class="danger">
              Delete permanently
            </button>
          </form>
        </details>
      </article>
    </li>
  )
}
