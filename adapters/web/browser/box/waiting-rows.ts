import { findRows } from '../lib/dom.ts'
import { text } from '../lib/texts.ts'
import { findPendingRow } from '../timeline/place-row.ts'
import type { DayTimeline } from '../timeline/timeline.ts'
import type { SendState, WaitingMessage } from './send-queue.ts'

interface WaitingRowActions {
  readonly retry: (id: string) => void
  readonly discard: (id: string) => void
}

/** Where the rows are placed. */
export interface RowList extends Pick<DayTimeline, 'list' | 'toEnd'> {
  /** Whether the server cannot be reached, so that a message waits even while it is tried. */
  readonly isAway?: boolean
}

/** Shows messages that are not stored yet, at the end of the timeline. The stored message replaces its row. */
export function createWaitingRows(timeline: RowList, actions: () => WaitingRowActions) {
  const findRow = (id: string) => findPendingRow(timeline.list, id)
  const isStored = (id: string) => findRows(`[data-sent-as="${CSS.escape(id)}"]`, timeline.list).length > 0

  const append = (message: WaitingMessage): HTMLElement => {
    const row = document.createElement('article')
    row.dataset['pending'] = message.id
    if (message.replyTo !== undefined) row.append(quoteOf(message.replyTo, message.quote ?? ''))
    if (message.text !== '') row.append(bodyOf(message.text))
    if (message.files) row.append(fileList(message.files))
    row.append(document.createElement('footer'))
    document.querySelector('#empty')?.remove()
    timeline.list.append(row)
    timeline.toEnd()
    return row
  }

  return {
    show(message: WaitingMessage, state: SendState): void {
      if (isStored(message.id)) return
      const row = findRow(message.id) ?? (state === 'sent' ? undefined : append(message))
      if (!row) return
      const isFailed = typeof state === 'object'
      row.className = `message user${isFailed ? ' failed' : state === 'sent' ? '' : ' pending'}`
      const footer = row.querySelector('footer')
      if (isFailed) footer?.replaceChildren(...describeFailure(message.id, state.problem, actions()))
      else if (footer) footer.textContent = text(`page.script.${state === 'sending' && timeline.isAway ? 'waiting' : state}`)
    },
    /** Shows how much of a message with files has been sent, from 0 to 1. */
    showProgress({ id }: WaitingMessage, part: number): void {
      const footer = findRow(id)?.querySelector('footer')
      if (!footer) return
      const shown = footer.querySelector('progress') ?? document.createElement('progress')
      shown.value = part
      shown.ariaLabel = text('page.script.sending')
      if (!shown.isConnected) footer.append(' ', shown)
    },
    remove: (message: WaitingMessage): void => findRow(message.id)?.remove(),
  }
}

function bodyOf(written: string): HTMLElement {
  const body = document.createElement('div')
  body.className = 'body prose'
  body.dir = 'auto'
  for (const line of written.split('\n')) {
    if (body.firstChild) body.append(document.createElement('br'))
    body.append(line)
  }
  return body
}

function fileList(names: readonly string[]): HTMLElement {
  const list = document.createElement('ul')
  list.className = 'files'
  for (const name of names) list.appendChild(document.createElement('li')).textContent = name
  return list
}

/** The message replied to, as the server shows it. */
function quoteOf(id: number, excerpt: string): HTMLElement {
  const quote = document.createElement('a')
  quote.className = 'quote'
  quote.href = `/continuous/?message=${id}#m${id}`
  quote.dir = 'auto'
  quote.dataset['quotes'] = String(id)
  quote.textContent = excerpt
  return quote
}

function describeFailure(id: string, sentence: string, { retry, discard }: WaitingRowActions): readonly HTMLElement[] {
  const problem = document.createElement('span')
  problem.className = 'problem'
  problem.setAttribute('role', 'alert')
  problem.textContent = `${text('page.script.not-sent')} ${sentence}`
  const button = (label: string, act: () => void) => {
    const made = document.createElement('button')
    made.type = 'button'
    made.className = 'quiet'
    made.textContent = label
    made.addEventListener('click', act)
    return made
  }
  return [problem, button(text('page.script.again'), () => retry(id)), button(text('page.script.discard'), () => discard(id))]
}
