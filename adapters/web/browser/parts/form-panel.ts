import { find, findAll, need } from '../lib/dom.ts'
import { post, sentenceOf } from '../lib/post.ts'

/** What a form of a panel is answered with. */
interface PanelAnswer {
  readonly html: string
  readonly notice: string
}

/** A part of the page with a list, such as the loops beside the day. Its buttons are forms, which are sent in the background. */
export function enableFormPanel(id: string) {
  const shown = () => need(`#${id}`, HTMLElement)
  const state = need(`#${id}-state`, HTMLElement)

  /** Shows a newer list, as folded as it was, with the focus where it was, or on what took its place. */
  const show = (html: string) => {
    const before = shown()
    const focused = before.contains(document.activeElement) ? document.activeElement : null
    const index = findAll('li', before).findIndex((item) => item.contains(focused))
    const kind = focused instanceof HTMLAnchorElement ? 'a' : 'button, a'
    const fold = before.querySelector('details')
    before.replaceWith(document.createRange().createContextualFragment(html))
    const newFold = shown().querySelector('details')
    if (fold && newFold) newFold.open = fold.open
    if (!focused) return
    const items = findAll('li', shown())
    const item = index < 0 ? undefined : items.at(Math.min(index, items.length - 1))
    const next = item?.querySelector(kind) ?? shown().querySelector('.all, summary') ?? document.querySelector('#text')
    if (next instanceof HTMLElement) next.focus()
  }

  /** Says what happened: aloud if it went well, and visibly if it did not. */
  const say = (sentence: string, isProblem: boolean) => {
    state.className = isProblem ? 'problem' : 'visually-hidden'
    state.textContent = sentence
  }

  document.addEventListener('submit', async (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !shown().contains(form)) return
    event.preventDefault()
    const button = find('button', HTMLButtonElement, form)
    // Not disabled, because a disabled button loses the focus.
    if (form.dataset['sent']) return
    form.dataset['sent'] = 'yes'
    button?.setAttribute('aria-busy', 'true')
    try {
      const { html, notice } = await post<PanelAnswer>(new URL(form.action).pathname, Object.fromEntries(new FormData(form)))
      show(html)
      say(notice, false)
    } catch (error) {
      delete form.dataset['sent']
      button?.removeAttribute('aria-busy')
      say(sentenceOf(error), true)
    }
  })

  return { show }
}
