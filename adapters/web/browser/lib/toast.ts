import { need } from './dom.ts'

/** In ms. How long a toast stays. */
const shownMs = 4_000
let timer = 0

/** Says in one sentence that something was done, or why not. */
export function showToast(sentence: string): void {
  const toast = need('#toast', HTMLElement)
  toast.textContent = sentence
  clearTimeout(timer)
  timer = window.setTimeout(() => toast.replaceChildren(), shownMs)
}
