import { belongsOnPage, type MessageFragment } from '../../shared/message-fragment.ts'
import { find, findAll, need } from '../lib/dom.ts'
import { watchDayInView } from './day-in-view.ts'
import { enableEarlier } from './earlier.ts'
import { markPauses } from './pauses.ts'
import { createRowPlacer } from './place-row.ts'

/** In pixels. Up to this distance from its end, the page counts as scrolled to the end. */
const nearEnd = 160

export type DayTimeline = ReturnType<typeof createTimeline>

interface TimelineDay {
  readonly day: string
  /** Whether it is today. */
  readonly isLive: boolean
}

export function createTimeline({ day, isLive }: TimelineDay) {
  const list = need('#timeline', HTMLElement)
  const toEndButton = document.querySelector('#to-end')

  const isAtEnd = () => window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - nearEnd
  /** Stays at the top of a day without messages, which says how to begin. */
  const toEnd = () => {
    if (!document.querySelector('#empty')) window.scrollTo({ top: document.documentElement.scrollHeight })
  }

  toEndButton?.addEventListener('click', toEnd)
  document.addEventListener('scroll', () => toEndButton?.toggleAttribute('hidden', isAtEnd()), { passive: true })

  /** Runs a change that makes the page longer. If the page was scrolled to the end, keeps it there. */
  const followEnd = (change: () => void) => {
    const follow = isAtEnd()
    change()
    if (follow) toEnd()
  }

  const place = (fragments: readonly MessageFragment[]) =>
    followEnd(() => {
      const first = find('article[data-order]', HTMLElement, list)?.dataset
      const own = fragments.filter((fragment) => belongsOnPage(fragment, { day, isLive, first }))
      if (own.length > 0) document.querySelector('#empty')?.remove()
      const placer = createRowPlacer(list, day)
      for (const fragment of own) placer.place(fragment)
      markPauses(list)
      updateQuotes(fragments)
    })

  watchDayInView(list, day)
  enableEarlier(list, day)

  return { list, place, followEnd, toEnd }
}

/** A reply may be shown on the page of another day than what it quotes. */
function updateQuotes(fragments: readonly MessageFragment[]): void {
  const quotes = new Map(fragments.map(({ id, quote }) => [String(id), quote]))
  for (const shown of findAll('[data-quotes]')) {
    const quote = quotes.get(shown.dataset['quotes'] ?? '')
    if (quote !== undefined) shown.textContent = quote
  }
}
