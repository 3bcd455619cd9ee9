import { enableCommands } from './commands.js'
import { newId, post } from './post.js'
import { text as write } from './texts.js'

/** In ms. How long the typing indicator is shown if it is not renewed. */
const typingFor = 12_000
const previewFor = 60_000

const connections = {
  open: '',
  lost: write('page.script.lost'),
  'signed-out': write('page.script.signed-out'),
}

/** The message box, and at the end of the timeline the unfinished reply, or what the bot is doing. @param {ReturnType<import('./timeline.js').createTimeline>} timeline */
export function createBox(timeline) {
  const form = /** @type {HTMLFormElement} */ (document.querySelector('#box'))
  const text = /** @type {HTMLTextAreaElement} */ (document.querySelector('#text'))
  const submit = /** @type {HTMLButtonElement} */ (document.querySelector('#send'))
  const stop = /** @type {HTMLButtonElement} */ (document.querySelector('#stop'))
  const writing = /** @type {HTMLElement} */ (document.querySelector('#writing'))
  const connection = /** @type {HTMLElement} */ (document.querySelector('#connection'))
  const progress = /** @type {HTMLElement} */ (document.querySelector('#progress'))
  let hasPreview = false
  let forget = 0

  /** @param {string} className @param {string} html @param {number} ms */
  const showWriting = (className, html, ms) => {
    timeline.followEnd(() => {
      writing.innerHTML = html
      writing.className = `writing ${className}`
      writing.hidden = false
      stop.hidden = false
    })
    clearTimeout(forget)
    forget = window.setTimeout(endWriting, ms)
  }

  const endWriting = () => {
    clearTimeout(forget)
    hasPreview = false
    writing.hidden = true
    writing.replaceChildren()
    progress.textContent = ''
    stop.hidden = true
    stop.disabled = false
  }

  const grow = () => {
    if (CSS.supports('field-sizing', 'content')) return
    text.style.height = 'auto'
    text.style.height = `${text.scrollHeight}px`
  }

  const send = () => {
    const written = text.value.trim()
    if (written === '') return
    text.value = ''
    text.dispatchEvent(new Event('input'))
    const { reply_to: replyTo, edits } = readSubject()
    if (edits !== undefined) return void sendEdit(written, edits)
    const quote = document.querySelector('#subject [data-quotes]')?.textContent ?? ''
    removeSubject()
    sendMessage(timeline, written, { replyTo, quote })
  }

  const commands = enableCommands(text, grow)
  text.addEventListener('input', grow)
  text.addEventListener('keydown', (event) => {
    // While an input method composes a word, Enter selects a character.
    if (event.isComposing || commands.takes(event)) return
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send()
    text.focus()
  })
  stop.addEventListener('click', () => {
    stop.disabled = true
    post('/continuous/add-message/', { id: newId(), action: '/stop' }).catch(() => {
      stop.disabled = false
    })
  })
  document.addEventListener('click', ({ target }) => {
    const fill = target instanceof HTMLElement ? target.dataset.fill : undefined
    if (fill === undefined) return
    text.value = fill
    text.focus()
    grow()
  })
  // An unsent draft is kept when the page is reloaded.
  text.value ||= sessionStorage.getItem('draft') ?? ''
  text.addEventListener('input', () => sessionStorage.setItem('draft', text.value))
  grow()
  text.disabled = false
  submit.disabled = false
  if (matchMedia('(hover: hover)').matches) text.focus({ preventScroll: true })

  /**
   * Sends the new text of a message, whose row the server then replaces. If that fails, the text is back in the box.
   * @param {string} written
   * @param {number} edits
   */
  const sendEdit = async (written, edits) => {
    try {
      await post('/continuous/add-message/', { id: newId(), text: written, edits })
      removeSubject()
    } catch (error) {
      text.value = written
      text.dispatchEvent(new Event('input'))
      connection.textContent = `${write('page.script.not-sent')} ${error instanceof Error ? error.message : ''}`
    }
  }

  return {
    endWriting,
    /** @param {string} html */
    showPreview(html) {
      hasPreview = true
      progress.textContent = ''
      showWriting('preview prose', html, previewFor)
    },
    /** Shows what the bot is doing, or only that it is at work. An empty line ends that. @param {string | undefined} line */
    showTyping(line) {
      if (line === '') return hasPreview ? undefined : endWriting()
      if (line !== undefined) hasPreview = false
      // An unchanged line must not be announced again.
      if (progress.textContent !== (line ?? '')) progress.textContent = line ?? ''
      if (!hasPreview) showWriting('dots', '<span></span><span></span><span></span>', typingFor)
    },
    /** @param {keyof typeof connections} state */
    showConnection(state) {
      connection.textContent = connections[state]
      // If the reply is still being written, the server sends it again.
      if (state === 'lost') endWriting()
    },
  }
}

/**
 * Returns the number of the message replied to or changed.
 * @returns {{ reply_to?: number, edits?: number }}
 */
function readSubject() {
  const input = /** @type {HTMLInputElement | null} */ (document.querySelector('#subject input'))
  return input ? { [input.name]: Number(input.value) } : {}
}

/** Removes the line that names the message replied to or changed. */
function removeSubject() {
  const subject = document.querySelector('#subject')
  if (!subject) return
  subject.remove()
  history.replaceState(null, '', '/continuous/')
}

/** The message replied to, as the server shows it. @param {number} id @param {string} text */
function quoteOf(id, text) {
  const quote = document.createElement('a')
  quote.className = 'quote'
  quote.href = `/continuous/?message=${id}#m${id}`
  quote.dir = 'auto'
  quote.dataset.quotes = String(id)
  quote.textContent = text
  return quote
}

/**
 * Shows a message at once and sends it. Offers to try again if that fails. The stored message replaces it.
 * @param {ReturnType<import('./timeline.js').createTimeline>} timeline
 * @param {string} written
 * @param {{ replyTo: number | undefined, quote: string }} subject What it replies to.
 */
function sendMessage(timeline, written, { replyTo, quote }) {
  const id = newId()
  const row = document.createElement('article')
  row.className = 'message user pending'
  row.dataset.pending = id
  const body = document.createElement('div')
  body.className = 'body prose'
  body.dir = 'auto'
  for (const paragraph of written.split('\n')) {
    if (body.firstChild) body.append(document.createElement('br'))
    body.append(paragraph)
  }
  const state = document.createElement('footer')
  if (replyTo !== undefined) row.append(quoteOf(replyTo, quote))
  row.append(body, state)
  document.querySelector('#empty')?.remove()
  timeline.list.append(row)
  timeline.toEnd()

  const attempt = async () => {
    row.classList.remove('failed')
    row.classList.add('pending')
    state.textContent = write('page.script.sending')
    try {
      await post('/continuous/add-message/', { id, text: written, reply_to: replyTo })
      state.textContent = write('page.script.sent')
      row.classList.remove('pending')
    } catch (error) {
      row.classList.remove('pending')
      row.classList.add('failed')
      const again = document.createElement('button')
      again.type = 'button'
      again.className = 'quiet'
      again.textContent = write('page.script.again')
      again.addEventListener('click', attempt)
      const problem = document.createElement('span')
      problem.className = 'problem'
      problem.setAttribute('role', 'alert')
      problem.textContent = `${write('page.script.not-sent')} ${error instanceof Error ? error.message : ''}`
      state.replaceChildren(problem, again)
    }
  }
  void attempt()
}
