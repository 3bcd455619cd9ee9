import { findAll, need } from '../lib/dom.ts'

/** Opens pictures of messages large, over the page. Without the script, the links lead to the pictures. */
export function enableLightbox(): void {
  const dialog = need('#lightbox', HTMLDialogElement)
  const image = need('img', HTMLImageElement, dialog)
  const caption = need('p', HTMLElement, dialog)
  const [previous, next] = [need('[data-step="-1"]', HTMLButtonElement, dialog), need('[data-step="1"]', HTMLButtonElement, dialog)]
  let links: HTMLAnchorElement[] = []
  let at = 0

  const show = (index: number) => {
    const link = links[index]
    if (!link) return
    at = index
    const name = link.querySelector('img')?.alt ?? ''
    image.src = link.href
    image.alt = name
    caption.textContent = name
    dialog.setAttribute('aria-label', name)
    previous.disabled = at === 0
    next.disabled = at === links.length - 1
  }

  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('.files a:has(> img)') : null
    // A picture can still be opened in a tab of its own.
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    links = findAll<HTMLAnchorElement>('a:has(> img)', link.closest('.files') ?? document)
    show(links.indexOf(link))
    dialog.showModal()
  })

  dialog.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button?.dataset['step']) show(at + Number(button.dataset['step']))
    // The space around the picture closes it.
    else if (button || target === dialog) dialog.close()
  })
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft') show(at - 1)
    if (key === 'ArrowRight') show(at + 1)
  })
  // The browser gives the focus back to the link.
  dialog.addEventListener('close', () => {
    image.removeAttribute('src')
    links = []
  })
}
