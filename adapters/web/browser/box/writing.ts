import { need } from '../lib/dom.ts'
import type { DayTimeline } from '../timeline/timeline.ts'

/** In ms. How long the typing indicator is shown if it is not renewed. */
const typingMs = 12_000
const previewMs = 60_000

/** What stands at the end of the timeline: the unfinished reply, or what the bot is doing. With it, the button that stops the bot. */
export function createWriting(timeline: DayTimeline) {
  const stop = need('#stop', HTMLButtonElement)
  const writing = need('#writing', HTMLElement)
  const progress = need('#progress', HTMLElement)
  let hasPreview = false
  let timer = 0

  const show = (className: string, html: string, ms: number) => {
    timeline.followEnd(() => {
      writing.innerHTML = html
      writing.className = `writing ${className}`
      writing.hidden = false
      stop.hidden = false
    })
    clearTimeout(timer)
    timer = window.setTimeout(end, ms)
  }

  const end = () => {
    clearTimeout(timer)
    hasPreview = false
    writing.hidden = true
    writing.replaceChildren()
    progress.textContent = ''
    stop.hidden = true
    stop.disabled = false
  }

  return {
    end,
    showPreview(html: string) {
      hasPreview = true
      progress.textContent = ''
      show('preview prose', html, previewMs)
    },
    /** Shows what the bot is doing, or only that it is at work. An empty line ends that. */
    showTyping(line: string | undefined) {
      if (line === '') return hasPreview ? undefined : end()
      if (line !== undefined) hasPreview = false
      // An unchanged line must not be announced again.
      if (progress.textContent !== (line ?? '')) progress.textContent = line ?? ''
      if (!hasPreview) show('dots', '<span></span><span></span><span></span>', typingMs)
    },
  }
}
