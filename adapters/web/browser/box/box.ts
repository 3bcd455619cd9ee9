import { need, runLater } from '../lib/dom.ts'
import type { KeptTexts } from '../lib/kept.ts'
import { openKeptFiles } from '../lib/kept-files.ts'
import type { ConnectionState } from '../lib/live.ts'
import { findAccount, getJson, newId, postDraft, postMessage, sentenceOf } from '../lib/post.ts'
import { text } from '../lib/texts.ts'
import type { DayTimeline } from '../timeline/timeline.ts'
import { enableCommands } from './commands.ts'
import { createDraft, type DraftDeps } from './draft.ts'
import { createFiles } from './files.ts'
import { openQueue } from './open-queue.ts'
import { createSubject } from './subject.ts'
import { createVoiceNote } from './voice-note.ts'
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
  const stop = need('#stop', HTMLButtonElement)
  const sendButton = need('#send', HTMLButtonElement)
  const state = need('#box-state', HTMLElement)
  const connection = need('#connection', HTMLElement)
  const writing = createWriting(timeline, () => showButton())
  const keptFiles = openKeptFiles(findAccount())
  const queue = openQueue(timeline, kept, keptFiles)

  const grow = () => {
    if (CSS.supports('field-sizing', 'content')) return
    box.style.height = 'auto'
    box.style.height = `${box.scrollHeight}px`
  }
  const fill = (value: string) => {
    box.value = value
    box.dispatchEvent(new Event('input'))
  }
  const draft = openDraft(kept, {
    stored: box.dataset['draft'] ?? '',
    onChange: fill,
    isBusy: () => subject.isEditing() || subject.opening() !== undefined || form.ariaBusy !== null,
  })
  const say = (sentence: string) => {
    state.textContent = sentence
  }
  const files = createFiles({ say, onChange: () => showButton() })
  const voiceNote = createVoiceNote({ say, maxBytes: files.maxBytes, add: (file) => files.add([file]) })
  const subject = createSubject({ box, fill, say, readDraft: () => draft.text() })
  const send = () => {
    if (voiceNote.isRecording()) return void voiceNote.end({ isKept: true }).then(send)
    const written = box.value.trim()
    if ((written === '' && files.count() === 0) || form.ariaBusy) return
    const opening = subject.opening()
    if (opening) return void opening.then((isOpen) => isOpen && send())
    if (written.length > maxLength) {
      say(`${text('page.script.not-sent')} ${text('page.error.message-length')}`)
      return
    }
    const { edits, replyTo, quote } = subject.read()
    if (edits !== undefined) return void sendEdit(written, edits)
    fill('')
    subject.close()
    const [id, attached] = [newId(), files.take()]
    if (attached.length > 0) keptFiles.write(id, attached)
    const withFiles = attached.length > 0 && { files: attached.map(({ name }) => name) }
    queue.add({ id, text: written, ...(replyTo !== undefined && { replyTo, quote }), ...withFiles })
  }
  /** Sends the new text of a message, whose row the server then replaces. If that fails, the text stays in the box. */
  const sendEdit = async (written: string, edits: number) => {
    form.ariaBusy = 'true'
    try {
      await postMessage({ id: newId(), text: written, edits })
      subject.close()
    } catch (error) {
      say(`${text('page.script.not-sent')} ${sentenceOf(error)}`)
    } finally {
      form.ariaBusy = null
    }
  }

  /** Stop stands in place of Send while a reply is being written and there is nothing to send. */
  const showButton = () => {
    const stops = writing.isShown() && box.value.trim() === '' && files.count() === 0
    const hadFocus = document.activeElement === stop || document.activeElement === sendButton
    stop.hidden = !stops
    sendButton.hidden = stops
    if (!writing.isShown()) stop.disabled = false
    if (hadFocus && !document.activeElement?.checkVisibility()) box.focus()
  }

  const takesKey = enableCommands(box, grow)
  box.addEventListener('input', () => {
    say('')
    grow()
    showButton()
    // A change of a message that was sent is no draft.
    if (!subject.isEditing()) draft.change(box.value)
  })
  box.addEventListener('keydown', (event) => {
    // While an input method composes a word, Enter selects a character.
    if (event.isComposing || takesKey(event)) return
    if (event.key === 'Escape' && subject.isOpen()) subject.cancel()
    if (event.key === 'ArrowUp' && box.value === '' && !subject.isOpen()) {
      event.preventDefault()
      subject.editLast()
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  })
  form.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') void voiceNote.end({ isKept: false })
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send()
    box.focus()
  })
  enableStop(stop)
  document.addEventListener('click', ({ target }) => {
    const suggestion = target instanceof HTMLElement ? target.dataset['fill'] : undefined
    if (suggestion === undefined) return
    box.value = suggestion
    draft.change(suggestion)
    box.focus()
    grow()
  })
  box.value ||= draft.text()
  grow()
  box.disabled = false
  sendButton.disabled = false
  if (matchMedia('(hover: hover)').matches) box.focus({ preventScroll: true })

  return {
    writing,
    /** Whether a reload would lose something that is kept nowhere else. */
    isHolding: () => voiceNote.isRecording() || files.count() > 0,
    showConnection(now: ConnectionState) {
      connection.textContent = connections[now]
      // If the reply is still being written, the server sends it again.
      if (now === 'lost') writing.end()
      if (now === 'open') {
        queue.wake()
        draft.wake()
      }
      if (now !== 'signed-out') return
      void voiceNote.end({ isKept: false })
      draft.close()
      kept.clear()
      keptFiles.clear()
    },
  }
}

/** Opens the draft of the page. It is saved when the page is left, and looked up when the user comes back to it. */
function openDraft(kept: KeptTexts, deps: Pick<DraftDeps, 'stored' | 'onChange' | 'isBusy'>) {
  const draft = createDraft({
    ...deps,
    kept,
    save: (written, options) =>
      postDraft(written, options).catch((error: { readonly status: number }) => {
        // The session has ended. The page that says so removes what the browser keeps.
        if (error.status === 401) location.reload()
        throw error
      }),
    load: async () => (await getJson<{ readonly text: string }>(`/continuous/draft/?account=${findAccount()}`))?.text,
    runLater,
    random: Math.random,
  })
  window.addEventListener('pagehide', () => draft.leave())
  window.addEventListener('focus', () => void draft.refresh())
  return draft
}

/** The button that stops the bot. */
function enableStop(stop: HTMLButtonElement): void {
  stop.addEventListener('click', () => {
    stop.disabled = true
    postMessage({ id: newId(), action: '/stop' }).catch(() => {
      stop.disabled = false
    })
  })
}
