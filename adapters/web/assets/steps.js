import { describeSteps } from './texts.js'

// Puts the tool calls that lead to one answer into one fold, just as the server renders stored ones.

/** Whether a row belongs to the tool calls: a call, or the model's round that requested it. @param {HTMLElement} row */
export const isStep = (row) => row.dataset.step !== undefined || row.hidden

/** A closed fold that holds a row. @param {HTMLElement} row */
export function foldOf(row) {
  const fold = document.createElement('details')
  fold.className = 'steps'
  fold.append(document.createElement('summary'), row)
  countSteps(fold)
  return fold
}

/** Updates the summary of a fold. @param {Element} fold */
export function countSteps(fold) {
  const counts = new Map()
  for (const { dataset } of /** @type {NodeListOf<HTMLElement>} */ (fold.querySelectorAll('[data-step]')))
    counts.set(dataset.step, (counts.get(dataset.step) ?? 0) + 1)
  const summary = fold.querySelector('summary')
  if (summary) summary.textContent = describeSteps(counts)
  fold.toggleAttribute('hidden', counts.size === 0)
}
