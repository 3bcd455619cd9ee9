/** Loads what a reply was made from when its panel is first opened; one that could not be loaded is asked for again. */
export function enableMadeFrom() {
  // The event does not bubble, so it is caught on its way down.
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (target instanceof HTMLDetailsElement && target.open && target.dataset.madeFrom) void load(target)
    },
    true,
  )
}

/** @param {HTMLDetailsElement} details */
async function load(details) {
  const panel = /** @type {HTMLElement} */ (details.querySelector('.panel'))
  if (panel.dataset.loaded !== undefined) return
  panel.textContent = 'Loading…'
  const response = await fetch(details.dataset.madeFrom ?? '').catch(() => undefined)
  const answer = await response?.json().catch(() => undefined)
  if (response?.ok) {
    panel.innerHTML = answer.html
    panel.dataset.loaded = ''
    // At the end of the page it opens under the message box.
    details.scrollIntoView({ block: 'nearest' })
  } else panel.textContent = answer?.error ?? 'This could not be loaded. Close it and open it again.'
}
