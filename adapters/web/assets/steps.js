// What the bot looks up on its way to an answer stands in one fold, as the server renders it for what is there already.

/** Whether a row is a part of looking something up: a use of a tool, or the round of the model that asked for it. @param {HTMLElement} row */
export const isStep = (row) => row.dataset.step !== undefined || row.hidden

/** A closed fold that holds a row. @param {HTMLElement} row */
export function foldOf(row) {
  const fold = document.createElement('details')
  fold.className = 'steps'
  fold.append(document.createElement('summary'), row)
  countSteps(fold)
  return fold
}

/** Says again what a fold holds. @param {Element} fold */
export function countSteps(fold) {
  const counts = new Map()
  for (const { dataset } of /** @type {NodeListOf<HTMLElement>} */ (fold.querySelectorAll('[data-step]')))
    counts.set(dataset.step, (counts.get(dataset.step) ?? 0) + 1)
  const counted = [...counts].map(([words, count]) => `${count} ${words.split(' ')[count === 1 ? 0 : 1]}`)
  const summary = fold.querySelector('summary')
  if (summary) summary.textContent = `Looked up: ${counted.join(', ')}`
}
