import { belongsOnPage, type MessageFragment } from '../../shared/message-fragment.ts'
import { find, findAll, need } from '../lib/dom.ts'
import { getJson } from '../lib/post.ts'
import { placeRow } from './place-row.ts'

/** In pixels. Up to this distance from its end, the page counts as scrolled to the end. */
const nearEnd = 160

export type DayTimeline = ReturnType<typeof createTimeline>

interface TimelineDay {
  readonly day: string
  /** Whether it is today. */
  readonly isLive: boolean
}

interface MessagesAnswer {
  readonly messages: readonly MessageFragment[]
  readonly more: boolean
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
      const first = find('[data-order]', HTMLElement, list)?.dataset
      const own = fragments.filter((fragment) => belongsOnPage(fragment, { day, isLive, first }))
      if (own.length > 0) document.querySelector('#empty')?.remove()
      for (const fragment of own) placeRow(list, fragment, day)
      for (const { id, quote } of fragments) updateQuotes(id, quote)
    })

  /** Shows the messages of the day before the oldest that is shown. */
  const placeEarlier = async (button: HTMLButtonElement) => {
    button.disabled = true
    const answer = await getJson<MessagesAnswer>(`/continuous/messages/?before=${button.dataset['before']}`)
    button.disabled = false
    if (!answer) return
    const height = document.documentElement.scrollHeight
    for (const fragment of answer.messages) placeRow(list, fragment, day)
    placeNewSince()
    window.scrollBy(0, document.documentElement.scrollHeight - height)
    const oldest = answer.messages[0]
    if (answer.more && oldest) button.dataset['before'] = String(oldest.id)
    else button.remove()
  }

  return { list, place, placeEarlier, followEnd, toEnd }
}

/** Shows what is new since the last visit, once its first message is shown. */
function placeNewSince(): void {
  const id = find('#main', HTMLElement)?.dataset['newSince']
  const first = id === undefined || document.querySelector('#new-since') ? null : document.getElementById(`m${id}`)
  const template = find('#new-since-mark', HTMLTemplateElement)
  if (first && template) (first.closest('.call') ?? first).before(template.content.cloneNode(true))
}

/** A reply may be shown on the page of another day than what it quotes. */
function updateQuotes(id: number, quote: string): void {
  for (const shown of findAll(`[data-quotes="${id}"]`)) shown.textContent = quote
}
