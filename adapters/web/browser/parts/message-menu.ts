import { find, findAll } from '../lib/dom.ts'

/** In ms. A finger that rests this long on a message chooses it. */
const holdMs = 500

/** Opens the actions of a message as one menu, where there is no room for them below the message. */
export function enableMessageMenus(): void {
  let button: HTMLElement | undefined
  const menuOf = (opener: HTMLElement | undefined) => opener?.parentElement?.querySelector<HTMLElement>('.actions') ?? undefined
  const itemsOf = (menu: HTMLElement | undefined) => (menu ? findAll('a, button', menu) : [])

  const close = () => {
    const menu = menuOf(button)
    button?.setAttribute('aria-expanded', 'false')
    menu?.classList.remove('open', 'above')
    menu?.removeAttribute('role')
    for (const item of itemsOf(menu)) item.removeAttribute('role')
    button = undefined
  }

  const open = (opener: HTMLElement) => {
    close()
    const menu = menuOf(opener)
    if (!menu) return
    button = opener
    opener.setAttribute('aria-expanded', 'true')
    menu.classList.add('open')
    menu.role = 'menu'
    for (const item of itemsOf(menu)) item.role = 'menuitem'
    itemsOf(menu)[0]?.focus()
    // Below the last message, it would open under the message box.
    const end = find('.foot, .past', HTMLElement)?.getBoundingClientRect().top ?? window.innerHeight
    menu.classList.toggle('above', menu.getBoundingClientRect().bottom > end)
    menu.scrollIntoView({ block: 'nearest' })
  }

  document.addEventListener('click', ({ target }) => {
    const opener = target instanceof Element ? target.closest<HTMLElement>('.actions-button') : null
    if (opener && opener !== button) open(opener)
    else if (button) close()
  })

  document.addEventListener('keydown', (event) => {
    const items = itemsOf(menuOf(button))
    if (!button || items.length === 0) return
    const at = items.indexOf(document.activeElement as HTMLElement)
    const goTo: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }
    const index = goTo[event.key]
    if (index !== undefined) {
      event.preventDefault()
      items.at(index % items.length)?.focus()
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      const opener = button
      // Only the menu is closed.
      event.stopImmediatePropagation()
      close()
      opener.focus()
    }
  })
}

/** Shows the actions of a message that is tapped or held, where there is no room for those of every message. */
export function enableChoosingMessages(): void {
  let timer = 0

  const choose = (row: Element | null) => {
    for (const chosen of findAll('.message[data-chosen]')) if (chosen !== row) delete chosen.dataset['chosen']
    if (row instanceof HTMLElement) row.dataset['chosen'] = ''
  }
  const findRow = (target: EventTarget | null) => (target instanceof Element ? target.closest('.message[data-time]') : null)

  document.addEventListener('click', ({ target }) => {
    const row = findRow(target)
    const isControl = target instanceof Element && target.closest('a, button, summary, footer') !== null
    if (isControl && row) return
    choose(row?.hasAttribute('data-chosen') ? null : row)
  })
  document.addEventListener('pointerdown', ({ target, pointerType }) => {
    clearTimeout(timer)
    if (pointerType === 'touch' && findRow(target)) timer = window.setTimeout(choose, holdMs, findRow(target))
  })
  // Some browsers end the touch here, because they select a word.
  document.addEventListener('contextmenu', ({ target }) => {
    if (findRow(target)) choose(findRow(target))
  })
  for (const type of ['pointerup', 'pointercancel', 'scroll']) document.addEventListener(type, () => clearTimeout(timer), { passive: true })
}
