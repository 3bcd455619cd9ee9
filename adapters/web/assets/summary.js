import { post } from './post.js'
import { text } from './texts.js'

/** In ms. How often, and for how long, to check for a summary that is being rewritten. */
const lookEvery = 1_000
const lookFor = 180_000

const sentences = {
  waiting: text('page.script.still-rewriting'),
  failed: text('page.script.not-rewritten'),
  done: text('page.script.rewritten'),
}

/** @param {string} day The day that is shown. */
export function enableSummary(day) {
  const shown = () => /** @type {HTMLElement | null} */ (document.querySelector('#summary'))

  /** Shows the current summary. @param {string} [since] When it was requested. @returns {Promise<keyof typeof sentences>} */
  const refresh = async (since) => {
    const query = since ? `?since=${encodeURIComponent(since)}` : ''
    const response = await fetch(`/continuous/day/${day}/summary/${query}`).catch(() => undefined)
    if (!response?.ok) return 'waiting'
    const { html, updatedAt, progress } = await response.json()
    const isNew = updatedAt !== (shown()?.dataset.updated ?? null)
    if (isNew || progress !== 'waiting') replaceWith(html)
    return progress ?? 'done'
  }

  /** Keeps a collapsed summary collapsed. @param {string} html */
  const replaceWith = (html) => {
    const before = shown()?.querySelector('details')
    shown()?.replaceWith(document.createRange().createContextualFragment(html))
    const after = shown()?.querySelector('details')
    if (before && after) after.open = before.open
  }

  /** @param {string} sentence */
  const say = (sentence) => {
    const state = document.querySelector('#summary-state')
    if (state) state.textContent = sentence
  }

  const regenerate = async () => {
    const button = /** @type {HTMLButtonElement} */ (document.querySelector('#regenerate'))
    button.disabled = true
    shown()?.classList.add('working')
    say(text('page.script.rewriting'))
    /** @type {keyof typeof sentences} */
    let progress = 'waiting'
    try {
      const { since } = await post('/continuous/regenerate-summary/', { day })
      for (const end = Date.now() + lookFor; progress === 'waiting' && Date.now() < end; ) {
        await new Promise((resolve) => setTimeout(resolve, lookEvery))
        progress = await refresh(since)
      }
      say(sentences[progress])
    } catch (error) {
      say(error instanceof Error ? error.message : '')
    }
    shown()?.classList.remove('working')
    const after = /** @type {HTMLButtonElement | null} */ (document.querySelector('#regenerate'))
    if (after) after.disabled = false
    // The replaced button may have had the focus. Moves it to the new one.
    if (document.activeElement === document.body) after?.focus({ preventScroll: true })
  }

  document.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLElement && target.id === 'regenerate') void regenerate()
  })

  return {
    /** @param {readonly string[]} days Days whose summary was rewritten. */
    refreshIfOf(days) {
      if (days.includes(day) && !shown()?.classList.contains('working')) void refresh()
    },
  }
}
