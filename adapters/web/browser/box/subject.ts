import { find } from '../lib/dom.ts'

/** What the box is about: the message replied to or changed, if any. */
export interface BoxSubject {
  readonly replyTo?: number
  readonly edits?: number
  /** The beginning of the message replied to. */
  readonly quote: string
}

export function readSubject(): BoxSubject {
  const input = find('#subject input', HTMLInputElement)
  const quote = document.querySelector('#subject [data-quotes]')?.textContent ?? ''
  if (!input) return { quote }
  return input.name === 'edits' ? { edits: Number(input.value), quote } : { replyTo: Number(input.value), quote }
}

/** Removes the line that names the message replied to or changed. */
export function removeSubject(): void {
  const subject = document.querySelector('#subject')
  if (!subject) return
  subject.remove()
  history.replaceState(null, '', '/continuous/')
}
