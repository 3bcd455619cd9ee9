import type { MessageFragment } from '../../shared/message-fragment.ts'
import { find, findAll, need, runLater, toElement, toElements } from '../lib/dom.ts'
import { getJson } from '../lib/post.ts'
import { text } from '../lib/texts.ts'
import { showToast } from '../lib/toast.ts'
import { markPauses } from './pauses.ts'
import { createRowPlacer, type RowPlacer } from './place-row.ts'
import { watchScrollingUp } from './scrolling-up.ts'

/** In ms. After a failure, only the control itself loads more for this long. */
const pauseMs = 5_000

/** In ms. Screen readers hear of a change a moment after it. */
const quietMs = 500

interface EarlierAnswer {
  readonly messages: readonly MessageFragment[]
  /** The day of the messages. Absent if nothing comes before. */
  readonly day?: string
  /** The line of the day, and its summary. */
  readonly head?: string
  /** The control for what comes before these. */
  readonly earlier?: string
}

/** Shows what comes before the oldest message that is shown, day by day: by the control above it, or when the reader scrolls up to it. */
export function enableEarlier(list: HTMLElement, day: string): void {
  const state = need('#earlier-state', HTMLElement)
  const findControl = () => find('#earlier', HTMLAnchorElement)
  let isLoading = false
  let pausedUntil = 0

  const load = async () => {
    const control = findControl()
    if (!control || isLoading) return
    isLoading = true
    control.setAttribute('aria-busy', 'true')
    state.textContent = text('page.script.loading')
    const { before, beforeDay = '' } = control.dataset
    const query = new URLSearchParams(before === undefined ? { beforeDay } : { before })
    try {
      const answer = await getJson<EarlierAnswer>(`/continuous/messages/?${query}`)
      if (answer) keepPosition(() => place(control, answer))
      else {
        pausedUntil = performance.now() + pauseMs
        showToast(text('page.script.unreachable'))
      }
    } finally {
      state.textContent = ''
      control.removeAttribute('aria-busy')
      isLoading = false
    }
  }

  const place = (control: HTMLElement, { messages, day: loadedDay = day, head = '', earlier }: EarlierAnswer) => {
    keepQuiet(list)
    const placer = createRowPlacer(list, day)
    if (loadedDay !== day) {
      placeOwnHead(placer, day)
      for (const element of toElements(head)) placer.placeHead(element)
    }
    for (const fragment of messages) {
      placer.place(fragment)
      // A selector for all but the last ones would have the browser match every row again when one is added.
      document.getElementById(`m${fragment.id}`)?.classList.add('distant')
    }
    markPauses(list)
    placeNewSince()
    replaceControl(control, earlier, list)
  }

  document.addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event
    if (!(target instanceof Element) || !target.closest('#earlier') || ctrlKey || metaKey || shiftKey) return
    event.preventDefault()
    void load()
  })

  watchScrollingUp(need('#main', HTMLElement), async () => {
    const control = findControl()
    const isNear = control?.checkVisibility() && control.getBoundingClientRect().bottom > -window.innerHeight
    if (!isNear || isLoading || performance.now() < pausedUntil) return false
    await load()
    return true
  })
}

/** Puts the line of the page's own day above its messages, and its summary and sessions under it. */
function placeOwnHead(placer: RowPlacer, day: string): void {
  const mark = need('#day-mark', HTMLTemplateElement).content.firstElementChild?.cloneNode(true)
  for (const element of [mark, find(`.day-about[data-day="${day}"]`, HTMLElement)])
    if (element instanceof HTMLElement) placer.placeHead(element)
}

/** Shows what is new since the last visit, once its first message is shown. */
function placeNewSince(): void {
  const id = find('#main', HTMLElement)?.dataset['newSince']
  const first = id === undefined || document.querySelector('#new-since') ? null : document.getElementById(`m${id}`)
  const template = find('#new-since-mark', HTMLTemplateElement)
  if (first && template) (first.closest('.call') ?? first).before(template.content.cloneNode(true))
}

/** The focus stays on the control, or goes to the first line if nothing comes before it. */
function replaceControl(control: HTMLElement, html: string | undefined, list: HTMLElement): void {
  const isFocused = document.activeElement === control
  const next = html === undefined ? undefined : toElement(html)
  if (next) control.replaceWith(next)
  else control.remove()
  if (isFocused) (next ?? find('.mark a', HTMLElement, list))?.focus({ preventScroll: true })
}

/** Keeps screen readers from reading what joins the timeline above. */
function keepQuiet(list: HTMLElement): void {
  const { ariaLive } = list
  if (ariaLive === 'off') return
  list.ariaLive = 'off'
  runLater(quietMs, () => {
    list.ariaLive = ariaLive
  })
}

/** Runs a change above what is being read, which stays where it is in the window. */
function keepPosition(change: () => void): void {
  const top = (element: Element) => element.getBoundingClientRect().top
  const isSeen = (part: Element) => part.getBoundingClientRect().height > 0 && part.getBoundingClientRect().bottom > 0
  const anchor = findAll('.day-about > *, #timeline > *').find(isSeen)
  const before = anchor ? top(anchor) : 0
  change()
  if (anchor?.isConnected) window.scrollBy({ top: top(anchor) - before, behavior: 'instant' })
}
