import { findAll, need } from '../lib/dom.ts'

/** Names the day in view in the head of the page, which without days before it is always its own. `day` is the day of the page. */
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
    if (seen === day) title.replaceChildren(...own)
    else title.textContent = mark?.textContent ?? ''
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
