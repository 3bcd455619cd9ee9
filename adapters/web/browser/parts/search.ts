import { need } from '../lib/dom.ts'
import { post, sentenceOf } from '../lib/post.ts'
import { isShortcut } from '../lib/shortcut.ts'
import { text } from '../lib/texts.ts'

/** Searches the messages. `day` is the day that is shown, for searches within it. */
export function enableSearch(day: string): void {
  const form = need('#search', HTMLFormElement)
  const query = need('#query', HTMLInputElement)
  const scopes = need('fieldset', HTMLFieldSetElement, form)
  const closeButton = need('#close-search', HTMLElement)
  const results = need('#results', HTMLElement)
  const dayTitle = need('#day-title', HTMLElement)
  const searchTitle = need('#search-title', HTMLElement)
  const reading = need('#reading', HTMLElement)
  /** Counts searches, so that a slow response does not replace that of a later search. */
  let latest = 0

  const show = (isOpen: boolean) => {
    results.hidden = !isOpen
    reading.hidden = isOpen
    dayTitle.hidden = isOpen
    searchTitle.hidden = !isOpen
    closeButton.hidden = !isOpen
    form.classList.toggle('open', isOpen)
    if (!isOpen) results.replaceChildren()
  }

  const search = async (cursor?: string) => {
    const own = ++latest
    const words = query.value.trim()
    const scope = new FormData(form).get('scope')
    try {
      const { html } = await post<{ html: string }>('/continuous/search/', { query: words, scope, day, ...(cursor && { cursor }) })
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
      problem.textContent = sentenceOf(error)
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
  // Whoever presses a scope goes on writing. Without this, the form on a phone would also close before the press is over.
  let isPressed = false
  scopes.addEventListener('mousedown', (event) => {
    event.preventDefault()
    isPressed = true
  })
  scopes.addEventListener('change', () => {
    if (isPressed) query.focus()
    isPressed = false
    if (query.value.trim() !== '') void search()
  })
  closeButton.addEventListener('click', close)
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !results.hidden) close()
    if (!isShortcut(event, 'k')) return
    event.preventDefault()
    query.focus()
    query.select()
  })
  query.disabled = false
  scopes.disabled = false
  results.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLElement && target.id === 'more-results') void search(target.dataset['cursor'])
  })
}
