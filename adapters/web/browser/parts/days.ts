import type { DaySizeUpdate } from '../../shared/live-event.ts'
import { find, findAll, need } from '../lib/dom.ts'
import { getJson } from '../lib/post.ts'
import { createCalendar } from './calendar.ts'

/** In ms. How long changes are collected before the list is requested again. */
const gatherMs = 2_000

interface DaysAnswer {
  readonly html: string
  readonly next?: string
  readonly days: readonly { readonly day: string }[]
}

/** The calendar and the list of the latest days. `selected` is the day that is shown. */
export function createDays(selected: string) {
  const list = need('#day-list', HTMLElement)
  const calendar = createCalendar(selected)
  let waiting = 0
  let isRequested = false

  const load = (before?: string) =>
    getJson<DaysAnswer>(`/continuous/days/?${new URLSearchParams({ selected, ...(before !== undefined && { before }) })}`)

  /** Updates the latest days. Earlier days that were loaded stay. */
  const refresh = async () => {
    waiting = 0
    isRequested = true
    const answer = await load()
    isRequested = false
    const last = answer?.days.at(-1)?.day
    if (!answer || last === undefined) return
    const focused = list.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null
    for (const item of findAll('li', list)) if ((item.dataset['day'] ?? '') >= last) item.remove()
    list.insertAdjacentHTML('afterbegin', answer.html)
    if (focused) find(`[href="${CSS.escape(focused)}"]`, HTMLElement, list)?.focus()
    document.querySelector('#no-days')?.remove()
    calendar.showNewest(answer.days[0]?.day ?? last)
  }

  return {
    /**
     * Updates what is shown of the newest day. Requests the list if there is a new day or an older one has changed, and while it is being
     * requested, because the answer may be older than the change.
     */
    resize(sizes: readonly DaySizeUpdate[]): void {
      const [size] = sizes
      const newest = find('li', HTMLElement, list)
      if (size && sizes.length === 1 && newest?.dataset['day'] === size.day && !isRequested) {
        need('.count', HTMLElement, newest).innerHTML = size.html
        if (size.messages > 0) calendar.showNewest(size.day)
      } else this.refreshSoon()
    },
    /** Limits how often the list is requested. */
    refreshSoon() {
      if (waiting === 0) waiting = window.setTimeout(refresh, gatherMs)
    },
    async showMore(button: HTMLButtonElement) {
      button.disabled = true
      const answer = await load(button.dataset['before'])
      button.disabled = false
      if (!answer) return
      list.insertAdjacentHTML('beforeend', answer.html)
      if (answer.next) button.dataset['before'] = answer.next
      else button.remove()
    },
  }
}
