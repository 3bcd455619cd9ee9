import { findAll, need } from '../lib/dom.ts'
import { createCommandList } from './command-list.ts'

/**
 * Suggests commands after a slash. While the list is open, the box is a combobox with a listbox: the focus stays in the box, which names the
 * chosen option (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). Otherwise it is a plain text field, which screen readers announce best.
 * Returns a function that says whether the list handled a key.
 */
export function enableCommands(box: HTMLTextAreaElement, onChange: () => void): (event: KeyboardEvent) => boolean {
  const shown = need('#commands', HTMLElement)
  const items = new Map(findAll('[role="option"]', shown).map((item) => [item.dataset['command'] ?? '', item]))
  const list = createCommandList([...items.keys()])

  const render = () => {
    const offered = list.offered()
    const chosen = list.isOpen() ? list.chosen() : undefined
    shown.hidden = !list.isOpen()
    for (const [command, item] of items) {
      item.hidden = !offered.includes(command)
      item.ariaSelected = String(command === chosen)
      if (command === chosen) item.scrollIntoView({ block: 'nearest' })
    }
    const active = chosen === undefined ? undefined : items.get(chosen)
    const roles = { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'true', 'aria-controls': shown.id }
    for (const [name, value] of Object.entries({ ...roles, 'aria-activedescendant': active?.id ?? '' })) {
      if (active) box.setAttribute(name, value)
      else box.removeAttribute(name)
    }
  }
  const close = () => {
    list.close()
    render()
  }
  const take = (command: string) => {
    box.value = `${command} `
    close()
    box.focus()
    onChange()
  }

  box.addEventListener('input', () => {
    list.type(box.value)
    render()
  })
  box.addEventListener('blur', close)
  // The focus stays in the box.
  shown.addEventListener('mousedown', (event) => event.preventDefault())
  shown.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest<HTMLElement>('[role="option"]') : null
    if (option?.dataset['command']) take(option.dataset['command'])
  })

  return (event) => {
    const effect = list.press(event)
    if (effect === 'none') return false
    if (typeof effect === 'object') take(effect.taken)
    else render()
    event.preventDefault()
    return true
  }
}
