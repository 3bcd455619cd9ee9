import { find, findAll, need } from '../lib/dom.ts'
import { createCommandList } from './command-list.ts'

/** In ms. A click on the list takes the focus from the box first. */
const clickMs = 100

/** Suggests commands after a slash. Returns a function that says whether the list handled a key. */
export function enableCommands(box: HTMLTextAreaElement, onChange: () => void): (event: KeyboardEvent) => boolean {
  const shown = need('#commands', HTMLElement)
  const items = new Map(findAll('li', shown).map((item) => [find('button', HTMLElement, item)?.dataset['command'] ?? '', item]))
  const list = createCommandList([...items.keys()])

  const render = () => {
    const offered = list.offered()
    const chosen = list.chosen()
    shown.hidden = !list.isOpen()
    for (const [command, item] of items) {
      item.hidden = !offered.includes(command)
      item.classList.toggle('chosen', command === chosen)
      if (command === chosen) item.scrollIntoView({ block: 'nearest' })
    }
  }
  const take = (command: string | undefined) => {
    if (command !== undefined) box.value = `${command} `
    list.close()
    render()
    box.focus()
    onChange()
  }

  box.addEventListener('input', () => {
    list.type(box.value)
    render()
  })
  box.addEventListener('blur', () =>
    setTimeout(() => {
      if (shown.contains(document.activeElement)) return
      list.close()
      render()
    }, clickMs),
  )
  shown.addEventListener('mousedown', (event) => event.preventDefault())
  shown.addEventListener('click', ({ target }) => {
    const [command] = [...items].find(([, item]) => target instanceof Node && item.contains(target)) ?? []
    take(command)
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
