import type { Translate } from '../../core/messages/messages.ts'
import { saysSame } from '../../offline/compare.ts'
import { toTopicStems } from '../../offline/words.ts'
import type { MemoryItem } from '../items/memory-item.ts'
import type { ProposedChange } from './proposal.ts'

/**
 * Proposes to merge items that say nearly the same, each with the most detailed of them. Used if there is no language model, and beyond
 * the limit of background work. Deterministic.
 */
export function proposeDuplicates(items: readonly MemoryItem[], translate: Translate): readonly ProposedChange[] {
  const groups: MemoryItem[][] = []
  for (const item of items) {
    const group = groups.find(([first]) => first && isDuplicate(first, item))
    if (group) group.push(item)
    else groups.push([item])
  }
  return groups.flatMap((group) =>
    group.length < 2
      ? []
      : {
          kind: 'merge',
          itemIds: group.map(({ id }) => id),
          text: group.map(({ content }) => content).reduce(pickFuller),
          reason: translate('proposal.duplicates'),
        },
  )
}

const isDuplicate = (one: MemoryItem, other: MemoryItem): boolean => one.type === other.type && saysSame(one.content, other.content)

const pickFuller = (one: string, other: string): string => (toTopicStems(other).length > toTopicStems(one).length ? other : one)
