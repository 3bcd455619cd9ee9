import type { Button } from '../ports/platform.ts'

/** As many as a message can carry without covering the screen. */
const mostButtons = 16

/** A button for each message that a text cites as [#123], in the order of the text: for places where a citation is no link. */
export function createCitationButtons(text: string): Button[] {
  const ids = new Set(Array.from(text.matchAll(/\[#(\d{1,10})\]/g), ([, id]) => id))
  return [...ids].slice(0, mostButtons).map((id) => ({ label: `#${id}`, action: `/open ${id}` }))
}
