import { post } from './post.js'
import { text } from './texts.js'

/** @param {string} day The day that is shown, for searches within it. */
export function enableSearch(day) {
  const form = /** @type {HTMLFormElement} */ (document.querySelector('#search'))
  const query = /** @type {HTMLInputElement} */ (document.querySelector('#query'))
  const scopes = /** @type {HTMLFieldSetElement} */ (form.querySelector('fieldset'))
  const closeButton = /** @type {HTMLElement} */ (document.querySelector('#close-search'))
  const results = /** @type {HTMLElement} */ (document.querySelector('#results'))
  const dayTitle = /** @type {HTMLElement} */ (document.querySelector('#day-title'))
  const searchTitle = /** @type {HTMLElement} */ (document.querySelector('#search-title'))
  const reading = /** @type {HTMLElement} */ (document.querySelector('#reading'))
  /** Counts searches, so that a slow response does not replace that of a later search. */
  let latest = 0

  /** @param {boolean} open */
  const show = (open) => {
    results.hidden = !open
    reading.hidden = open
    dayTitle.hidden = open
    searchTitle.hidden = !open
    closeButton.hidden = !open
    form.classList.toggle('open', open)
    if (!open) results.replaceChildren()
  }

  /** @param {string} [cursor] */
  const search = async (cursor) => {
    const own = ++latest
    const words = query.value.trim()
    const { scope } = Object.fromEntries(new FormData(form))
    try {
      const { html } = await post('/continuous/search/', { query: words, scope, day, ...(cursor && { cursor }) })
      if (own !== latest) return
      if (cursor) {
        document.querySelector('#more-results')?.remove()
        results.insertAdjacentHTML('beforeend', html)
      } else {
        results.innerHTML = html
        window.scrollTo({ top: 0 })
      }
    } catch (error) {
      if (own !== latest) return
      const problem = document.createElement('p')
      problem.className = 'problem'
      problem.textContent = error instanceof Error ? error.message : ''
      results.replaceChildren(problem)
    }
    searchTitle.textContent = text('page.script.search', { words })
    show(true)
  }

  const close = () => {
    latest++
    query.value = ''
    show(false)
    query.focus()
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    await search()
    results.focus({ preventScroll: true })
  })
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'radio' && query.value.trim() !== '') void search()
  })
  closeButton.addEventListener('click', close)
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !results.hidden) close()
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea')
    if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      query.focus()
    }
  })
  query.disabled = false
  scopes.disabled = false
  results.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLElement && target.id === 'more-results') void search(target.dataset.cursor)
  })
}
