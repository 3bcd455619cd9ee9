import { findAll } from '../lib/dom.ts'

/**
 * Has the newest reply show its actions, and offers to write it anew on a page that is live. The server renders the button hidden, because it
 * does not render a reply again when the next comes. Looks at the last rows only, because a day may have thousands.
 */
export function markNewestReply(list: HTMLElement, isLive: boolean): void {
  const newest = findNewestReply(list)
  for (const marked of [...list.getElementsByClassName('newest')]) if (marked !== newest) setNewest(marked, false, isLive)
  if (newest) setNewest(newest, true, isLive)
}

function setNewest(reply: Element, isNewest: boolean, isLive: boolean): void {
  reply.classList.toggle('newest', isNewest)
  for (const button of findAll('[data-newest]', reply)) button.hidden = !(isNewest && isLive)
}

function findNewestReply(list: HTMLElement): Element | undefined {
  const selector = '.message.assistant:not([hidden])'
  for (let row = list.lastElementChild; row; row = row.previousElementSibling) {
    // A fold has rows of its own.
    const newest = row.matches(selector) ? row : findAll(selector, row).at(-1)
    if (newest) return newest
  }
  return undefined
}
