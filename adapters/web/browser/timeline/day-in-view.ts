import { findAll, need } from '../lib/dom.ts'
import { locale } from '../lib/texts.ts'

/**
 * Names the day in view in the head of the page, and marks it in the calendar and the list. Without days before it, that is always the day
 * of the page, `day`.
 */
export function watchDayInView(list: HTMLElement, day: string): void {
  const head = need('.day-head', HTMLElement)
  const title = need('#day-title', HTMLElement)
  const own = [...title.childNodes]
  let shown = day
  let isWaiting = false

  const show = () => {
    isWaiting = false
    const marks = findAll('h2.mark[data-day]', list)
    const bottom = head.getBoundingClientRect().bottom
    const mark = marks.findLast((one) => one.getBoundingClientRect().top <= bottom) ?? marks[0]
    const seen = mark?.dataset['day'] ?? day
    if (seen === shown) return
    shown = seen
    for (const link of findAll('.days [data-in-view]')) delete link.dataset['inView']
    if (seen !== day) for (const link of findAll(`.days a[href="/continuous/day/${seen}/"]`)) link.dataset['inView'] = ''
    if (seen === day) title.replaceChildren(...own)
    else title.replaceChildren(nameOf('in-full', mark?.textContent ?? ''), nameOf('in-short', formatHeading(seen)))
  }
  document.addEventListener(
    'scroll',
    () => {
      if (!isWaiting) requestAnimationFrame(show)
      isWaiting = true
    },
    { passive: true },
  )
}

function nameOf(kind: string, name: string): HTMLElement {
  const span = document.createElement('span')
  span.className = kind
  span.textContent = name
  return span
}

/** Names a day as the server does where there is little room. */
function formatHeading(day: string): string {
  const isThisYear = day.startsWith(`${new Date().getFullYear()}-`)
  const year = isThisYear ? undefined : ('numeric' as const)
  const name = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'long', year, timeZone: 'UTC' })
  return name.format(new Date(`${day}T00:00:00Z`)).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}
