// Changes the theme in place. The server keeps it in a cookie, so that the next page has it from its first line on.
import { colorSchemeOf, type Theme } from '../shared/theme.ts'
import { find, findAll } from './lib/dom.ts'

document.addEventListener('submit', async (event) => {
  const { target, submitter } = event
  if (!(target instanceof HTMLFormElement) || target.dataset['themeChoice'] === undefined) return
  if (!(submitter instanceof HTMLButtonElement)) return
  event.preventDefault()
  const theme = submitter.value as Theme
  const response = await fetch(target.action, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ theme }),
  }).catch(() => undefined)
  // The session may have ended. The next page says so.
  if (response?.ok) show(theme)
  else location.reload()
})

function show(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  find('meta[name="color-scheme"]', HTMLMetaElement)?.setAttribute('content', colorSchemeOf(theme))
  const paper = getComputedStyle(document.documentElement).backgroundColor
  for (const meta of findAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = paper
  for (const button of findAll<HTMLButtonElement>('[data-theme-choice] button')) button.ariaPressed = String(button.value === theme)
  find('#theme-menu:popover-open', HTMLElement)?.hidePopover()
}
