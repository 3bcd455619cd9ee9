import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { systemClock } from '../ports/clock.ts'

/**
 * Makes a server's end certain; to be called before it listens. What it returns stops the server by `close`, which is to resolve
 * when no connection is left, and takes little more than `withinMs` milliseconds of real time.
 *
 * A closing server of Node ends the connections that wait for a next request just then, and waits for all others for as long as
 * the other side pleases. So here each one ends: at once where nothing was asked yet, because browsers open some ahead; with its
 * answer where one is being given, which Node would keep for a next request; and in the end whatever is left.
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
    // Real time also where a clock stands still in a test: the other side's does not.
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
