import { findAll } from '../lib/dom.ts'

/** Offers to write the newest reply anew. The server renders the button hidden, because it does not render a reply again when the next comes. */
export function offerNewReply(list: HTMLElement): void {
  const buttons = findAll<HTMLButtonElement>('[data-newest]', list)
  for (const button of buttons) button.hidden = button !== buttons.at(-1)
}
