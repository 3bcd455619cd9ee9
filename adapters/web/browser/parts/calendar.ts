import { find, need } from '../lib/dom.ts'
import { getJson } from '../lib/post.ts'
import { text } from '../lib/texts.ts'
import { showToast } from '../lib/toast.ts'

interface CalendarAnswer {
  readonly html: string
}

/** The calendar beside the day. `selected` is the day that is shown. */
export function createCalendar(selected: string) {
  const shown = () => need('#calendar', HTMLElement)
  const title = () => need('#calendar h2', HTMLElement)
  const state = need('#calendar-state', HTMLElement)
  let requests = 0

  /** Shows a month in place of the one shown, with the focus where it was, or on the month. Returns whether there was an answer. */
  const show = async (month: string): Promise<boolean> => {
    const request = ++requests
    const answer = await getJson<CalendarAnswer>(`/continuous/calendar/?${new URLSearchParams({ month, selected })}`)
    if (!answer) return false
    // The user went on to another month in the meantime.
    if (request !== requests) return true
    const before = shown()
    const focused = before.contains(document.activeElement) ? document.activeElement : null
    before.replaceWith(document.createRange().createContextualFragment(answer.html))
    if (focused instanceof HTMLElement) (find(placeOf(focused), HTMLElement, shown()) ?? title()).focus()
    return true
  }

  document.addEventListener('click', async (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('#calendar [data-step]') : null
    const month = link?.dataset['month']
    // With a key held down, the browser opens another tab or window.
    if (!month || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (await show(month)) state.textContent = title().textContent
    else showToast(text('page.script.unreachable'))
  })

  return {
    /** Shows the dot of the newest day, once it has messages. Leaves an earlier month that was chosen as it is. */
    showNewest(day: string) {
      const month = shown().dataset['month'] ?? ''
      const isLatest = !find('[data-step="next"]', HTMLElement, shown())
      const hasDot = find(`[data-day="${CSS.escape(day)}"] a`, HTMLElement, shown()) !== undefined
      if (!hasDot && (isLatest || day.startsWith(month))) void show(day.slice(0, 7))
    },
  }
}

/** Returns the selector of what takes the place of a link. */
function placeOf(link: HTMLElement): string {
  const { step } = link.dataset
  return step ? `[data-step="${step}"]` : `[href="${CSS.escape(link.getAttribute('href') ?? '')}"]`
}
