import { type LiveEvent, signedOutCode } from '../../shared/live-event.ts'
import { createBackoff } from './backoff.ts'
import { find } from './dom.ts'

export type ConnectionState = 'open' | 'lost' | 'signed-out'

/** What is done about each event, by its type. */
type EventHandlers = { readonly [Type in LiveEvent['type']]: (event: Extract<LiveEvent, { type: Type }>) => void }

export interface LiveListener extends EventHandlers {
  readonly connection: (state: ConnectionState) => void
}

const dataOf = (selector: string): DOMStringMap => find(selector, HTMLElement)?.dataset ?? {}

/** Follows the thread from a change on. Continues where it was after the connection was lost. */
export function connect(since: number, listener: LiveListener): void {
  const backoff = createBackoff(Math.random)
  let seq = since
  let retry = 0

  const open = () => {
    clearTimeout(retry)
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
    const query = new URLSearchParams({
      since: String(seq),
      language: document.documentElement.lang,
      loops: dataOf('#loops')['version'] ?? '',
      sessions: dataOf('#day-sessions')['version'] ?? '',
      day: dataOf('#main')['day'] ?? '',
    })
    const socket = new WebSocket(`${scheme}//${location.host}/continuous/live?${query}`)
    socket.addEventListener('open', () => {
      backoff.reset()
      listener.connection('open')
    })
    socket.addEventListener('message', ({ data }) => {
      const event: LiveEvent = JSON.parse(data)
      if ('seq' in event) seq = event.seq
      // The handler of a type takes the events of this type, which the compiler cannot follow.
      const handle = listener[event.type] as (event: LiveEvent) => void
      handle(event)
    })
    socket.addEventListener('close', ({ code }) => {
      if (code === signedOutCode) return listener.connection('signed-out')
      listener.connection('lost')
      retry = window.setTimeout(open, backoff.next())
    })
  }

  open()
  // The network is back, so it connects at once.
  window.addEventListener('online', () => retry && open())
}
