import { type MessageFragment, sortKey, type TimelinePosition } from '../../shared/message-fragment.ts'
import { findRows, toElement } from '../lib/dom.ts'
import { foldStep, isStepRow, updateStepCount } from './steps.ts'

export type RowPlacer = ReturnType<typeof createRowPlacer>

/** Places rows in the timeline. The rows that are shown are collected once, so that many more can be placed. */
export function createRowPlacer(list: HTMLElement, pageDay: string) {
  // In order. Messages that are being sent have no order, and stay last.
  const rows = findRows('[data-order]', list)

  /** Shows a message: in place of its earlier form, or where it belongs. */
  const place = ({ id, order, html, day, dayMark, call }: MessageFragment): void => {
    const element = toElement(html)
    const shown = document.getElementById(`m${id}`) ?? findPendingRow(list, element.dataset['sentAs'])
    const index = shown ? rows.indexOf(shown) : -1
    if (shown?.dataset['order'] === order) {
      replaceRow(shown, element)
      rows[index] = element
      return
    }
    shown?.remove()
    if (index >= 0) rows.splice(index, 1)
    const at = countBefore(rows, { day, order })
    const before = rows[at - 1]
    const first = rows[0]
    rows.splice(at, 0, element)
    // The label of a place is shown once per run of messages.
    if (before && before.dataset['from'] === element.dataset['from']) element.querySelector('.badge')?.remove()
    const shownCall = call && findRows(`[data-call="${CSS.escape(call.id)}"]`, list).at(-1)
    if (shownCall) {
      placeTurn(shownCall, element, { day, order })
      return
    }
    const ended = before && findEndedFold(before, rows[at + 1])
    const steps = ended ? undefined : before?.closest('.steps')
    if (before && steps && before.dataset['day'] === day && isStepRow(element)) {
      before.after(element)
      updateStepCount(steps)
      return
    }
    const placed = call ? foldTurn(call.html, element) : element.dataset['step'] ? foldStep(element) : element
    if (before) (ended ?? steps ?? before.closest('.call') ?? before).after(placed)
    else if (first) (first.closest('.steps, .call') ?? first).before(placed)
    else list.prepend(placed)
    if (day <= (before?.dataset['day'] ?? pageDay)) return
    const mark = toElement(dayMark)
    placed.before(mark)
    rows.splice(at, 0, mark)
  }

  /** Places the line of a day, its summary or its sessions, unless they are there. They stand outside of every fold. */
  const placeHead = (element: HTMLElement): void => {
    const at = countBefore(rows, element.dataset)
    if (sortKey(rows[at]?.dataset ?? {}) === sortKey(element.dataset)) return
    const before = rows[at - 1]
    if (before) findOuter(before).after(element)
    else if (rows[0]) findOuter(rows[0]).before(element)
    else list.prepend(element)
    rows.splice(at, 0, element)
  }

  return { place, placeHead }
}

/**
 * Returns what a row is placed after that comes after the last one of a fold of older messages: the fold, or the line below it that says when
 * they were summarized. Undefined if the fold goes on after the row.
 */
function findEndedFold(before: HTMLElement, after: HTMLElement | undefined): Element | undefined {
  const fold = before.closest('.older:not(.call)')
  if (!fold || (after && fold.contains(after))) return undefined
  const line = fold.nextElementSibling
  return line?.matches('.mark:not([data-order], .new-since)') ? line : fold
}

const findOuter = (row: HTMLElement): Element => row.closest('.older') ?? row.closest('.steps, .call') ?? row

/** Counts the rows that stand before a position. The rows are in order, so few of them are read. */
function countBefore(rows: readonly HTMLElement[], position: TimelinePosition): number {
  const key = sortKey(position)
  let [from, to] = [0, rows.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (sortKey(rows[middle]?.dataset ?? {}) < key) from = middle + 1
    else to = middle
  }
  return from
}

function replaceRow(shown: HTMLElement, element: HTMLElement): void {
  if (!shown.querySelector('.badge')) element.querySelector('.badge')?.remove()
  element.classList.toggle('distant', shown.classList.contains('distant'))
  shown.replaceWith(element)
  const fold = element.closest('.steps')
  if (fold) updateStepCount(fold)
}

/** Returns the row that is shown while a message is being sent. */
export function findPendingRow(list: HTMLElement, sentAs: string | undefined): HTMLElement | undefined {
  return sentAs ? findRows(`[data-pending="${CSS.escape(sentAs)}"]`, list)[0] : undefined
}

/** Puts the first turn of a call into its fold. */
function foldTurn(html: string, turn: HTMLElement): HTMLElement {
  const fold = toElement(html)
  fold.querySelector('.timeline')?.append(turn)
  return fold
}

/** Places a turn of a call among those that are in its fold. */
function placeTurn(fold: Element, turn: HTMLElement, position: TimelinePosition): void {
  const turns = findRows('[data-order]', fold)
  const before = turns[countBefore(turns, position) - 1]
  if (before) before.after(turn)
  else fold.querySelector('.timeline')?.prepend(turn)
}
