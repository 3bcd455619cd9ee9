/** In ms. How long changes are collected before the list is requested again. */
const gatherFor = 2_000

/** The list of the latest days. @param {string} selected The day that is shown. */
export function createDays(selected) {
  const list = /** @type {HTMLElement} */ (document.querySelector('#day-list'))
  let waiting = 0

  /** @param {string} [before] @returns {Promise<{ html: string, next?: string, days: { day: string }[] } | undefined>} */
  const page = async (before) => {
    const query = new URLSearchParams({ selected, ...(before && { before }) })
    const response = await fetch(`/continuous/days/?${query}`).catch(() => undefined)
    return response?.ok ? response.json() : undefined
  }

  /** Updates the latest days. Earlier days that were loaded stay. */
  const refresh = async () => {
    waiting = 0
    const answer = await page()
    const last = answer?.days.at(-1)?.day
    if (!answer || last === undefined) return
    const focused = list.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null
    for (const item of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll('li')))
      if ((item.dataset.day ?? '') >= last) item.remove()
    list.insertAdjacentHTML('afterbegin', answer.html)
    if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`[href="${CSS.escape(focused)}"]`))?.focus()
    document.querySelector('#no-days')?.remove()
  }

  return {
    /** Limits how often the list is requested. */
    refreshSoon() {
      if (waiting === 0) waiting = window.setTimeout(refresh, gatherFor)
    },
    /** @param {HTMLButtonElement} button */
    async more(button) {
      button.disabled = true
      const answer = await page(button.dataset.before)
      button.disabled = false
      if (!answer) return
      list.insertAdjacentHTML('beforeend', answer.html)
      if (answer.next) button.dataset.before = answer.next
      else button.remove()
    },
  }
}
