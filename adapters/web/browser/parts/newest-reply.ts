import { findAll } from '../lib/dom.ts'

/**
 * Has the newest reply show its actions, and offers to write it anew on a page that is live. The server renders the button hidden, because it
 * does not render a reply again when the next comes. A selector for the last reply would have the browser match all rows again with each
 * change.
 */
export function markNewestReply(list: HTMLElement, isLive: boolean): void {
  const newest = findAll('.message.assistant:not([hidden])', list).at(-1)
  for (const marked of findAll('.newest', list)) if (marked !== newest) marked.classList.remove('newest')
  newest?.classList.add('newest')
  for (const button of findAll<HTMLButtonElement>('[data-newest]', list)) button.hidden = !isLive || button.closest('.message') !== newest
}
