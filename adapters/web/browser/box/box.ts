import { need } from '../lib/dom.ts'
import type { ConnectionState } from '../lib/live.ts'
import { newId, post, sentenceOf } from '../lib/post.ts'
import { text } from '../lib/texts.ts'
import type { DayTimeline } from '../timeline/timeline.ts'
import { enableCommands } from './commands.ts'
import { sendMessage } from './send-message.ts'
import { readSubject, removeSubject } from './subject.ts'
import { createWriting } from './writing.ts'

const connections: Readonly<Record<ConnectionState, string>> = {
  open: '',
  lost: text('page.script.lost'),
  'signed-out': text('page.script.signed-out'),
}

/** The message box, with what the bot is doing above it. */
export function createBox(timeline: DayTimeline) {
  const form = need('#box', HTMLFormElement)
  const box = need('#text', HTMLTextAreaElement)
  const connection = need('#connection', HTMLElement)
  const writing = createWriting(timeline)

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
    fill('')
    const subject = readSubject()
    if (subject.edits !== undefined) return void sendEdit(written, subject.edits)
    removeSubject()
    sendMessage(timeline, written, subject)
  }
  /** Sends the new text of a message, whose row the server then replaces. If that fails, the text is back in the box. */
  const sendEdit = async (written: string, edits: number) => {
    try {
      await post('/continuous/add-message/', { id: newId(), text: written, edits })
      removeSubject()
    } catch (error) {
      fill(written)
      connection.textContent = `${text('page.script.not-sent')} ${sentenceOf(error)}`
    }
  }

  const takesKey = enableCommands(box, grow)
  box.addEventListener('input', grow)
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
  box.value ||= sessionStorage.getItem('draft') ?? ''
  box.addEventListener('input', () => sessionStorage.setItem('draft', box.value))
  grow()
  box.disabled = false
  need('#send', HTMLButtonElement).disabled = false
  if (matchMedia('(hover: hover)').matches) box.focus({ preventScroll: true })

  return {
    writing,
    showConnection(state: ConnectionState) {
      connection.textContent = connections[state]
      // If the reply is still being written, the server sends it again.
      if (state === 'lost') writing.end()
    },
  }
}

/** The button that stops the bot. */
function enableStop(): void {
  const stop = need('#stop', HTMLButtonElement)
  stop.addEventListener('click', () => {
    stop.disabled = true
    post('/continuous/add-message/', { id: newId(), action: '/stop' }).catch(() => {
      stop.disabled = false
    })
  })
}
