import { Idiomorph } from 'idiomorph'
import { applyPreviewChange, type PreviewChange } from '../../shared/preview-blocks.ts'
import { need } from '../lib/dom.ts'
import type { DayTimeline } from '../timeline/timeline.ts'

/** In ms. How long the typing indicator is shown if it is not renewed. */
const typingMs = 12_000
const previewMs = 60_000

/** What stands at the end of the timeline: the unfinished reply, or what the bot is doing. */
export function createWriting(timeline: DayTimeline, onChange: () => void) {
  const writing = need('#writing', HTMLElement)
  const progress = need('#progress', HTMLElement)
  /** The unfinished reply. It is kept while something else is shown, because the server sends only what changes. */
  let blocks: readonly string[] = []
  let hasPreview = false
  let timer = 0

  const show = (className: string, ms: number, render: () => void) => {
    timeline.followEnd(() => {
      render()
      writing.className = `writing ${className}`
      writing.hidden = false
      onChange()
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
    onChange()
  }

  return {
    end,
    isShown: () => !writing.hidden,
    showPreview(change: PreviewChange) {
      const first = hasPreview ? change.at : 0
      blocks = applyPreviewChange(blocks, change)
      progress.textContent = ''
      show('preview prose', previewMs, () => {
        if (!hasPreview) writing.replaceChildren()
        hasPreview = true
        renderBlocks(writing, blocks, first)
      })
    },
    /** Shows what the bot is doing, or only that it is at work. An empty line ends that. */
    showTyping(line: string | undefined) {
      if (line === '') return hasPreview ? undefined : end()
      if (line !== undefined) hasPreview = false
      // An unchanged line must not be announced again.
      if (progress.textContent !== (line ?? '')) progress.textContent = line ?? ''
      if (hasPreview) return
      show('dots', typingMs, () => {
        writing.innerHTML = '<span></span><span></span><span></span>'
      })
    },
  }
}

/** Shows the blocks from one on. Each is one element. What has not changed in it stays, with what is selected there. */
function renderBlocks(writing: HTMLElement, blocks: readonly string[], first: number): void {
  for (const [offset, html] of blocks.slice(first).entries()) {
    const shown = writing.children[first + offset]
    if (shown) Idiomorph.morph(shown, html.trim(), { morphStyle: 'outerHTML' })
    else writing.insertAdjacentHTML('beforeend', html)
  }
  while (writing.children.length > blocks.length) writing.lastElementChild?.remove()
}
