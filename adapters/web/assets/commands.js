/**
 * Suggests commands after a slash. The arrow keys select one, Tab or a click inserts it, and Escape closes the list.
 * @param {HTMLTextAreaElement} text
 * @param {() => void} changed
 */
export function enableCommands(text, changed) {
  const list = /** @type {HTMLElement} */ (document.querySelector('#commands'))
  const items = /** @type {HTMLElement[]} */ ([...list.children])
  let chosen = 0

  /** @param {HTMLElement} item */
  const commandOf = (item) => item.querySelector('button')?.dataset.command ?? ''
  const matching = () => items.filter((item) => !item.hidden)

  const show = () => {
    const typed = text.value
    for (const item of items) item.hidden = !commandOf(item).startsWith(typed)
    const fits = matching()
    list.hidden = !/^\/\w*$/.test(typed) || fits.length === 0
    chosen = 0
    mark()
  }
  const mark = () => {
    const fits = matching()
    for (const item of items) item.classList.toggle('chosen', item === fits[chosen])
    fits[chosen]?.scrollIntoView({ block: 'nearest' })
  }
  /** @param {HTMLElement | undefined} item */
  const take = (item) => {
    if (item) text.value = `${commandOf(item)} `
    list.hidden = true
    text.focus()
    changed()
  }

  text.addEventListener('input', show)
  text.addEventListener('blur', () => setTimeout(() => list.contains(document.activeElement) || list.toggleAttribute('hidden', true), 100))
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', ({ target }) => take(items.find((item) => target instanceof Node && item.contains(target))))

  return {
    /** Whether the list handled the key. @param {KeyboardEvent} event */
    takes(event) {
      if (list.hidden) return false
      const fits = matching()
      const current = fits[chosen]
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        chosen = (chosen + (event.key === 'ArrowDown' ? 1 : fits.length - 1)) % fits.length
        mark()
      } else if (event.key === 'Tab' && !event.shiftKey) take(current)
      else if (event.key === 'Escape') list.hidden = true
      // Enter completes a partly typed command, and sends a complete one.
      else if (event.key === 'Enter' && current && commandOf(current) !== text.value) take(current)
      else return false
      event.preventDefault()
      return true
    },
  }
}
