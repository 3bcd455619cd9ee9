import { type MessageFragment, sortKey, type TimelinePosition } from '../../shared/message-fragment.ts'
import { findAll, toElement } from '../lib/dom.ts'
import { foldStep, isStepRow, updateStepCount } from './steps.ts'

/** Shows a message in the timeline: in place of its earlier form, or where it belongs. */
export function placeRow(list: HTMLElement, { id, order, html, day, dayTitle, call }: MessageFragment, pageDay: string): void {
  const element = toElement(html)
  const shown = document.getElementById(`m${id}`) ?? findPending(list, element)
  if (shown?.dataset['order'] === order) {
    replaceRow(shown, element)
    return
  }
  shown?.remove()
  // Messages that are being sent have no order, and stay last.
  const rows = list.querySelectorAll<HTMLElement>('[data-order]')
  const before = findLastBefore(rows, { day, order })
  // The label of a place is shown once per run of messages.
  if (before && before.dataset['from'] === element.dataset['from']) element.querySelector('.badge')?.remove()
  const shownCall = call && findAll(`[data-call="${CSS.escape(call.id)}"]`, list).at(-1)
  if (shownCall) {
    placeTurn(shownCall, element, { day, order })
    return
  }
  const steps = before?.closest('.steps')
  if (before && steps && before.dataset['day'] === day && isStepRow(element)) {
    before.after(element)
    updateStepCount(steps)
    return
  }
  const placed = call ? foldTurn(call.html, element) : element.dataset['step'] ? foldStep(element) : element
  if (before) (steps ?? before.closest('.call') ?? before).after(placed)
  else if (rows[0]) (rows[0].closest('.steps, .call') ?? rows[0]).before(placed)
  else list.prepend(placed)
  if (day > (before?.dataset['day'] ?? pageDay)) placed.before(dayMark(dayTitle))
}

/** Returns the last row that stands before a position. The rows are in order, so few of them are read. */
function findLastBefore(rows: NodeListOf<HTMLElement>, position: TimelinePosition): HTMLElement | undefined {
  const key = sortKey(position)
  let [from, to] = [0, rows.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (sortKey(rows[middle]?.dataset ?? {}) < key) from = middle + 1
    else to = middle
  }
  return rows[from - 1]
}

function replaceRow(shown: HTMLElement, element: HTMLElement): void {
  if (!shown.querySelector('.badge')) element.querySelector('.badge')?.remove()
  shown.replaceWith(element)
  const fold = element.closest('.steps')
  if (fold) updateStepCount(fold)
}

/** Returns the row that was shown while the message was being sent. */
function findPending(list: HTMLElement, { dataset: { sentAs } }: HTMLElement): HTMLElement | undefined {
  return sentAs ? findAll(`[data-pending="${CSS.escape(sentAs)}"]`, list)[0] : undefined
}

/** Puts the first turn of a call into its fold. */
function foldTurn(html: string, turn: HTMLElement): HTMLElement {
  const fold = toElement(html)
  fold.querySelector('.timeline')?.append(turn)
  return fold
}

/** Places a turn of a call among those that are in its fold. */
function placeTurn(fold: Element, turn: HTMLElement, position: TimelinePosition): void {
  const before = findLastBefore(fold.querySelectorAll('[data-order]'), position)
  if (before) before.after(turn)
  else fold.querySelector('.timeline')?.prepend(turn)
}

function dayMark(dayTitle: string): HTMLElement {
  const mark = document.createElement('p')
  mark.className = 'mark'
  const title = document.createElement('span')
  title.textContent = dayTitle
  mark.append(title)
  return mark
}
