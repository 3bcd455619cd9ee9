import { getJson } from '../lib/post.ts'
import { text } from '../lib/texts.ts'
import { showToast } from '../lib/toast.ts'

/** Copies code, or the text of a message as it was written. */
export function enableCopying(): void {
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null
    if (!button) return
    const source = button.dataset['copy'] === 'code' ? readCode(button) : loadText(button.dataset['copy'] ?? '')
    showToast(
      await copy(source).then(
        () => text('page.script.copied'),
        () => text('page.script.not-copied'),
      ),
    )
  })
}

const readCode = async (button: Element): Promise<string> =>
  button.closest('.code-block')?.querySelector('code')?.textContent?.replace(/\n$/, '') ?? ''

async function loadText(path: string): Promise<string> {
  const answer = await getJson<{ text: string }>(path)
  if (!answer) throw new Error(text('page.script.not-copied'))
  return answer.text
}

/** Copies a text. Browsers allow it only right after a click, so it is given as a promise: https://webkit.org/blog/10855/async-clipboard-api/ */
async function copy(source: Promise<string>): Promise<void> {
  // Without https, browsers have no clipboard for pages except on the same computer.
  if (!isSecureContext) return copySelected(await source)
  const blob = source.then((content) => new Blob([content], { type: 'text/plain' }))
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}

function copySelected(content: string): void {
  const box = document.createElement('textarea')
  box.className = 'visually-hidden'
  box.value = content
  document.body.append(box)
  const focused = document.activeElement
  box.select()
  const isCopied = document.execCommand('copy')
  box.remove()
  if (focused instanceof HTMLElement) focused.focus()
  if (!isCopied) throw new Error(text('page.script.not-copied'))
}
