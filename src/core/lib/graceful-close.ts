import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { systemClock } from '../ports/clock.ts'

/**
 * Limits how long a server's shutdown takes. Call it before the server listens. The returned function calls `close`, which must resolve
 * once no connection is left, and takes little more than `withinMs` of real time.
 *
 * A closing Node.js server ends idle connections once, then waits for the other connections for as long as the clients keep them open.
 * Here, every connection ends: at once if nothing was requested on it, because browsers open some in advance; after its response if one is
 * being sent, where Node.js would keep it alive; and at the deadline otherwise.
 */
export function createGracefulClose(server: Server, withinMs: number): (close: () => Promise<unknown>) => Promise<void> {
  const open = new Set<Socket>()
  let stopping = false
  server.on('connection', (socket: Socket) => {
    if (stopping) return void socket.destroy()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', ({ socket }, response) => response.once('finish', () => stopping && socket.destroySoon()))

  return async (close) => {
    stopping = true
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    const closed = new AbortController()
    // Uses real time even if a test's clock stands still, because the client's clock does not.
    const patience = systemClock.sleep(withinMs, closed.signal).then(() => {
      for (const socket of open) socket.destroy()
    })
    try {
      await close()
    } finally {
      closed.abort()
      await patience
    }
  }
}
