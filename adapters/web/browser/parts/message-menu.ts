import { findAll } from '../lib/dom.ts'

/** Opens the actions of a message as one menu, where there is no room for them below the message. */
export function enableMessageMenus(): void {
  let button: HTMLElement | undefined
  const menuOf = (opener: HTMLElement | undefined) => opener?.parentElement?.querySelector<HTMLElement>('.actions') ?? undefined
  const itemsOf = (menu: HTMLElement | undefined) => (menu ? findAll('a, button', menu) : [])

  const close = () => {
    const menu = menuOf(button)
    button?.setAttribute('aria-expanded', 'false')
    menu?.classList.remove('open')
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
