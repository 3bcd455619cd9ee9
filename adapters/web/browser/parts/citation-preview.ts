import { getJson } from '../lib/post.ts'

/** In ms. A pointer that only passes over a citation opens nothing, and one that moves on to the preview does not close it. */
const openAfterMs = 150
const closeAfterMs = 200

/** In pixels, between a citation and its preview, and between the preview and the edge of the window. */
const gap = 6

/** Shows what a citation cites while it is pointed at or has the focus. Escape closes the preview. */
export function enableCitationPreview(): void {
  let citation: HTMLAnchorElement | undefined
  let preview: HTMLElement | undefined
  let timer = 0

  const close = () => {
    clearTimeout(timer)
    citation?.removeAttribute('aria-describedby')
    preview?.remove()
    citation = undefined
    preview = undefined
  }

  const open = async (link: HTMLAnchorElement) => {
    if (link === citation) return
    close()
    citation = link
    const answer = await getJson<{ html: string }>(`/continuous/messages/${citedId(link)}/preview/`)
    // Meanwhile, another one may have been pointed at.
    if (citation !== link) return
    if (!answer || !link.isConnected) return close()
    preview = document.createElement('div')
    preview.id = 'citation-preview'
    preview.className = 'citation-preview'
    preview.role = 'tooltip'
    preview.innerHTML = answer.html
    document.body.append(preview)
    link.setAttribute('aria-describedby', preview.id)
    placeBeside(preview, link)
  }

  const openSoon = (link: HTMLAnchorElement) => {
    clearTimeout(timer)
    if (link !== citation) timer = window.setTimeout(open, openAfterMs, link)
  }
  const closeSoon = () => {
    clearTimeout(timer)
    if (citation) timer = window.setTimeout(close, closeAfterMs)
  }

  document.addEventListener('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'touch') return
    const link = findCitation(target)
    if (link) openSoon(link)
    else if (target instanceof Node && preview?.contains(target)) clearTimeout(timer)
    else if (citation !== document.activeElement) closeSoon()
    else clearTimeout(timer)
  })
  document.addEventListener('focusin', ({ target }) => {
    const link = findCitation(target)
    if (link?.matches(':focus-visible')) void open(link)
    else if (citation) close()
  })
  document.addEventListener('focusout', ({ target }) => {
    if (target === citation) close()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !citation) return
    // Only the preview is closed.
    event.stopImmediatePropagation()
    close()
  })
  document.addEventListener('scroll', close, { passive: true })
}

const findCitation = (target: EventTarget | null) =>
  (target instanceof Element ? target.closest<HTMLAnchorElement>('#main .citation') : null) ?? undefined

const citedId = (link: HTMLAnchorElement) => new URL(link.href).searchParams.get('message') ?? ''

/** Places a preview below its citation, or above it where there is more room. */
function placeBeside(preview: HTMLElement, link: HTMLElement): void {
  const { left, top, bottom } = link.getBoundingClientRect()
  const { width, height } = preview.getBoundingClientRect()
  const isBelow = bottom + gap + height <= window.innerHeight || top < window.innerHeight - bottom
  preview.style.left = `${Math.max(gap, Math.min(left, document.documentElement.clientWidth - width - gap))}px`
  preview.style.top = `${isBelow ? bottom + gap : Math.max(gap, top - gap - height)}px`
}
