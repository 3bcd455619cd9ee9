import type { DayLabel } from '../../../src/core/domain/ids.ts'
import { clip } from '../../../src/core/domain/text.ts'
import type { MemoryItem, MemoryType } from '../../../src/memory/items/memory-item.ts'
import { messageHref } from '../views/markdown.ts'
import { useLanguage } from './language.tsx'

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
  /** The day the item was added. */
  readonly day: DayLabel
  /** Whether the item's source message still exists. */
  readonly hasSource: boolean
  /** Where the source message was written, if not on the page. */
  readonly elsewhere?: string
  /** Whether the item waits for its embedding, or why it has none. */
  readonly embedding?: 'pending' | { readonly problem: string }
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
export function MemoryCard({ shown: { item, day, hasSource, elsewhere, embedding }, back }: MemoryCardProps) {
  const { translate, formatDay } = useLanguage()
  const { id, content, type, theme, themeName, tags, status, supersededById, sourceMessageId, createdAt } = item
  return (
    <li>
      <article>
        <p class="content" dir="auto">
          {content}
        </p>
        <p class="about">
          <span class="badge">{translate('page.memory.type', { type })}</span>
          <a href={memoryHref({ theme, archived: status === 'archived' })} dir="auto">
            {themeName}
          </a>
          {tags.map((tag) => (
            <span key={tag} dir="auto">
              #{tag}
            </span>
          ))}
          <a href={`/memory/${id}/`}>
            <time dateTime={createdAt.toISOString()}>{formatDay(day)}</time>
          </a>
          {hasSource && sourceMessageId !== null && <a href={messageHref(sourceMessageId)}>{translate('page.memory.learned')}</a>}
          {elsewhere && <span class="badge">{elsewhere}</span>}
          {supersededById !== null && <a href={`/memory/${supersededById}/`}>{translate('page.memory.replaced')}</a>}
          {embedding && (
            <span>
              {embedding === 'pending'
                ? translate('page.memory.embedding')
                : translate('page.memory.not-embedded', { problem: embedding.problem })}
            </span>
          )}
        </p>
        <details class="delete">
          <summary>
            {translate('page.memory.delete')}
            <span class="visually-hidden">: {clip(content, 60)}</span>
          </summary>
          <form method="post" action={`/memory/${id}/delete/${queryOf(back)}`}>
            <p>
              {translate('page.memory.delete-warning')} {hasSource && translate('page.memory.delete-keeps')}
            </p>
            <button type="submit" class="danger">
              {translate('page.memory.delete-confirm')}
            </button>
          </form>
        </details>
      </article>
    </li>
  )
}
