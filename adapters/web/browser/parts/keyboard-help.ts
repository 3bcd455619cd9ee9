import { findAll, need } from '../lib/dom.ts'
import { controlName, isShortcut } from '../lib/shortcut.ts'

/** Opens the list of keyboard shortcuts over the page. Escape, the button in it and the same shortcut close it. */
export function enableKeyboardHelp(): void {
  const dialog = need('#keys', HTMLDialogElement)
  if (controlName) for (const key of findAll('[data-control]', dialog)) key.textContent = controlName
  need('#open-keys', HTMLButtonElement).addEventListener('click', () => dialog.showModal())
  document.addEventListener('keydown', (event) => {
    if (!isShortcut(event, '/')) return
    event.preventDefault()
    if (dialog.open) dialog.close()
    else if (!document.querySelector('dialog[open]')) dialog.showModal()
  })
  // The space around it closes it.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close()
  })
}
