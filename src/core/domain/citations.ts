import type { Button } from '../ports/platform.ts'

/** More would cover the screen. */
const mostButtons = 16

/** Returns a button for each message that a text cites as [#123], in the order of the text. For places where citations are not links. */
export function createCitationButtons(text: string): Button[] {
  const ids = new Set(Array.from(text.matchAll(/\[#(\d{1,10})\]/g), ([, id]) => id))
  return [...ids].slice(0, mostButtons).map((id) => ({ label: `#${id}`, action: `/open ${id}` }))
}
