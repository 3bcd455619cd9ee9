import { findAll, findRows, need } from '../lib/dom.ts'

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
    const marks = findRows('h2.mark[data-day]', list)
    const bottom = head.getBoundingClientRect().bottom
    const mark = marks.findLast((one) => one.getBoundingClientRect().top <= bottom) ?? marks[0]
    const seen = mark?.dataset['day'] ?? day
    if (seen === shown) return
    shown = seen
    for (const link of findAll('.days [data-in-view]')) delete link.dataset['inView']
    if (seen !== day) for (const link of findAll(`.days a[href="/continuous/day/${seen}/"]`)) link.dataset['inView'] = ''
    if (seen === day) title.replaceChildren(...own)
    else title.replaceChildren(nameOf('in-full', mark?.textContent ?? ''), nameOf('in-short', mark?.dataset['heading'] ?? ''))
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
