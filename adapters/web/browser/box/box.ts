import { need } from '../lib/dom.ts'
import type { KeptTexts } from '../lib/kept.ts'
import type { ConnectionState } from '../lib/live.ts'
import { newId, postMessage, sentenceOf } from '../lib/post.ts'
import { text } from '../lib/texts.ts'
import type { DayTimeline } from '../timeline/timeline.ts'
import { enableCommands } from './commands.ts'
import { createSendQueue } from './send-queue.ts'
import { readSubject, removeSubject } from './subject.ts'
import { createWaitingRows } from './waiting-rows.ts'
import { createWriting } from './writing.ts'

const connections: Readonly<Record<ConnectionState, string>> = {
  open: '',
  lost: text('page.script.lost'),
  'signed-out': text('page.script.signed-out'),
}

/** The maximum number of characters of a message. */
const maxLength = 16_000

/** The message box, with what the bot is doing above it. */
export function createBox(timeline: DayTimeline, kept: KeptTexts) {
  const form = need('#box', HTMLFormElement)
  const box = need('#text', HTMLTextAreaElement)
  const state = need('#box-state', HTMLElement)
  const connection = need('#connection', HTMLElement)
  const writing = createWriting(timeline)
  const queue = openQueue(timeline, kept)

  const grow = () => {
    if (CSS.supports('field-sizing', 'content')) return
    box.style.height = 'auto'
    box.style.height = `${box.scrollHeight}px`
  }
  const fill = (value: string) => {
    box.value = value
    box.dispatchEvent(new Event('input'))
  }
  const send = () => {
    const written = box.value.trim()
    if (written === '') return
    if (written.length > maxLength) {
      state.textContent = `${text('page.script.not-sent')} ${text('page.error.message-length')}`
      return
    }
    fill('')
    const { edits, replyTo, quote } = readSubject()
    if (edits !== undefined) return void sendEdit(written, edits)
    removeSubject()
    queue.add({ id: newId(), text: written, ...(replyTo !== undefined && { replyTo, quote }) })
  }
  /** Sends the new text of a message, whose row the server then replaces. If that fails, the text is back in the box. */
  const sendEdit = async (written: string, edits: number) => {
    try {
      await postMessage({ id: newId(), text: written, edits })
      removeSubject()
    } catch (error) {
      fill(written)
      state.textContent = `${text('page.script.not-sent')} ${sentenceOf(error)}`
    }
  }

  const takesKey = enableCommands(box, grow)
  box.addEventListener('input', () => {
    state.textContent = ''
    grow()
  })
  box.addEventListener('keydown', (event) => {
    // While an input method composes a word, Enter selects a character.
    if (event.isComposing || takesKey(event)) return
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send()
    box.focus()
  })
  enableStop()
  document.addEventListener('click', ({ target }) => {
    const suggestion = target instanceof HTMLElement ? target.dataset['fill'] : undefined
    if (suggestion === undefined) return
    box.value = suggestion
    box.focus()
    grow()
  })
  // An unsent draft is kept when the page is reloaded.
  box.value ||= kept.read('draft') ?? ''
  box.addEventListener('input', () => kept.write('draft', box.value || null))
  grow()
  box.disabled = false
  need('#send', HTMLButtonElement).disabled = false
  if (matchMedia('(hover: hover)').matches) box.focus({ preventScroll: true })

  return {
    writing,
    showConnection(now: ConnectionState) {
      connection.textContent = connections[now]
      // If the reply is still being written, the server sends it again.
      if (now === 'lost') writing.end()
      if (now === 'open') queue.wake()
      if (now === 'signed-out') kept.clear()
    },
  }
}

function openQueue(timeline: DayTimeline, kept: KeptTexts) {
  const rows = createWaitingRows(timeline, () => queue)
  const queue = createSendQueue({
    kept,
    post: ({ id, text: written, replyTo }) => postMessage({ id, text: written, ...(replyTo !== undefined && { reply_to: replyTo }) }),
    runLater(ms, run) {
      const timer = window.setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    random: Math.random,
    onState: rows.show,
    onGone: rows.remove,
  })
  queue.restore()
  window.addEventListener('online', () => queue.wake())
  // Another tab has sent something, or has something to send.
  window.addEventListener('storage', () => queue.adopt())
  return queue
}

/** The button that stops the bot. */
function enableStop(): void {
  const stop = need('#stop', HTMLButtonElement)
  stop.addEventListener('click', () => {
    stop.disabled = true
    postMessage({ id: newId(), action: '/stop' }).catch(() => {
      stop.disabled = false
    })
  })
}
