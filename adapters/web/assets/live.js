/**
 * @typedef {import('./timeline.js').Fragment} Fragment
 * @typedef {object} Listener
 * @property {(messages: readonly Fragment[]) => void} changes
 * @property {(html: string) => void} preview
 * @property {() => void} previewEnd
 * @property {(line: string | undefined) => void} typing
 * @property {() => void} reload
 * @property {(days: readonly string[]) => void} summary
 * @property {(html: string) => void} loops
 * @property {(html: string) => void} sessions
 * @property {(state: 'open' | 'lost' | 'signed-out') => void} connection
 */

/** In ms. The delay between two attempts to connect. It grows and is randomized, so that pages do not reconnect at the same moment. */
const firstWait = 500
const longestWait = 30_000
/** Sent by the server when the session has ended. */
const signedOutCode = 4401

/** @param {string} selector @returns {DOMStringMap} */
const dataOf = (selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector))?.dataset ?? {}

/**
 * Follows the thread from a change on. Continues where it was after the connection was lost.
 * @param {number} since
 * @param {Listener} listener
 */
export function connect(since, listener) {
  let seq = since
  let wait = firstWait
  let retry = 0

  const open = () => {
    clearTimeout(retry)
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
    const query = new URLSearchParams({
      since: String(seq),
      language: document.documentElement.lang,
      loops: dataOf('#loops').version ?? '',
      sessions: dataOf('#day-sessions').version ?? '',
      day: dataOf('#main').day ?? '',
    })
    const socket = new WebSocket(`${scheme}//${location.host}/continuous/live?${query}`)
    socket.addEventListener('open', () => {
      wait = firstWait
      listener.connection('open')
    })
    socket.addEventListener('message', ({ data }) => {
      const event = JSON.parse(data)
      if (event.type === 'changes') {
        seq = event.seq
        listener.changes(event.messages)
      } else if (event.type === 'reload') {
        seq = event.seq
        listener.reload()
      } else if (event.type === 'preview') listener.preview(event.html)
      else if (event.type === 'preview-end') listener.previewEnd()
      else if (event.type === 'typing') listener.typing(event.line)
      else if (event.type === 'summary') listener.summary(event.days)
      else if (event.type === 'loops') listener.loops(event.html)
      else if (event.type === 'sessions') listener.sessions(event.html)
    })
    socket.addEventListener('close', ({ code }) => {
      if (code === signedOutCode) return listener.connection('signed-out')
      listener.connection('lost')
      retry = window.setTimeout(open, wait * (0.75 + Math.random() / 2))
      wait = Math.min(wait * 2, longestWait)
    })
  }

  open()
  // The network is back, so it connects at once.
  window.addEventListener('online', () => retry && open())
}
