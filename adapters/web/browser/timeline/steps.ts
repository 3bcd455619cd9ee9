import { find, findAll } from '../lib/dom.ts'
import { writeSteps } from '../lib/texts.ts'

// Puts the tool calls that lead to one answer into one fold, just as the server renders stored ones.

/** Whether a row belongs to the tool calls: a call, or the model's round that requested it. */
export const isStepRow = (row: HTMLElement): boolean => row.dataset['step'] !== undefined || row.hidden

/** Puts a row into a closed fold. */
export function foldStep(row: HTMLElement): HTMLElement {
  const fold = document.createElement('details')
  fold.className = 'steps'
  fold.append(document.createElement('summary'), row)
  updateStepCount(fold)
  return fold
}

/** Updates the summary of a fold. */
export function updateStepCount(fold: Element): void {
  const counts = new Map<string, number>()
  for (const { dataset } of findAll('[data-step]', fold)) {
    const kind = dataset['step'] ?? ''
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const summary = find('summary', HTMLElement, fold)
  if (summary) summary.textContent = writeSteps(counts)
  fold.toggleAttribute('hidden', counts.size === 0)
}
