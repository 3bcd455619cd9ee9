import { need } from '../lib/dom.ts'
import { getAnswer } from '../lib/post.ts'
import { text } from '../lib/texts.ts'

/** Loads the context of a reply when its panel is first opened. If that failed, opening it again retries. */
export function enableReplyContext(): void {
  // The event does not bubble, so it is handled in the capture phase.
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (target instanceof HTMLDetailsElement && target.open && target.dataset['replyContext']) void load(target)
    },
    true,
  )
}

async function load(details: HTMLDetailsElement): Promise<void> {
  const panel = need('.panel', HTMLElement, details)
  if (panel.dataset['loaded'] !== undefined) return
  panel.textContent = text('page.script.loading')
  const { answer, problem } = await getAnswer<{ readonly html: string }>(details.dataset['replyContext'] ?? '')
  if (answer) {
    panel.innerHTML = answer.html
    panel.dataset['loaded'] = ''
    // At the end of the page, the panel would open below the message box.
    details.scrollIntoView({ block: 'nearest' })
  } else panel.textContent = problem ?? text('page.script.not-loaded')
}
