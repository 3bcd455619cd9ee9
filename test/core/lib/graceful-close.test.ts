import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createGracefulClose } from '../../../src/core/lib/graceful-close.ts'

/** More than any test may take: a stop that waits this long hangs. */
const never = 600_000
const request = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n'

async function listening(listener: RequestListener, withinMs: number) {
  const server = createServer({ keepAliveTimeout: never, headersTimeout: never, requestTimeout: never }, listener)
  const stopServer = createGracefulClose(server, withinMs)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return { server, stop: () => stopServer(() => new Promise((resolve) => server.close(resolve))) }
}

/** A connection that the server knows of, on which this was said; it is never ended from this side. */
async function connected(server: Server, said: string): Promise<Socket> {
  const known = once(server, 'connection')
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.write(said)
  const [other] = (await known) as [Socket]
  await expect.poll(() => other.bytesRead).toBe(said.length)
  return socket
}

test('a connection on which nothing was asked yet is cut at once', async () => {
  const { server, stop } = await listening(() => {}, never)
  const socket = await connected(server, '')
  const ended = once(socket.resume(), 'close')
  await stop()
  socket.end()
  await ended
})

test('one that waits for a next request is cut at once', async () => {
  const { server, stop } = await listening((_request, response) => response.end('Here.'), never)
  const socket = await connected(server, request)
  await once(socket, 'data')
  await stop()
})

test('an answer that is being given is given whole, and its connection ends with it', async () => {
  let answer = () => {}
  const { server, stop } = await listening((_request, response) => {
    answer = () => response.end('Here it is.')
  }, never)
  const asked = once(server, 'request')
  const socket = await connected(server, request)
  let received = ''
  socket.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  const ended = once(socket, 'end')
  await asked
  const stopped = stop()
  answer()
  await Promise.all([stopped, ended])
  expect(received).toMatch(/^HTTP\/1\.1 200 OK.*Here it is\./s)
})

test('nobody new is let in while it stops', async () => {
  let answer = () => {}
  const { server, stop } = await listening((_request, response) => {
    answer = () => response.end()
  }, never)
  const asked = once(server, 'request')
  await connected(server, request)
  await asked
  const { port } = server.address() as AddressInfo
  const stopped = stop()
  const late = connect(port, '127.0.0.1')
  await expect(once(late, 'end')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  answer()
  await stopped
})

test.each([
  ['half a request', 'GET / HT'],
  ['a request that is never answered', request],
])('%s is waited for, and not for ever', async (_what, said) => {
  const { server, stop } = await listening(() => {}, 300)
  await connected(server, said)
  const before = performance.now()
  await stop()
  expect(performance.now() - before).toBeGreaterThan(250)
})

test('an answer that nobody reads is not waited for for ever', async () => {
  const { server, stop } = await listening((_request, response) => response.end(Buffer.alloc(50_000_000)), 100)
  const asked = once(server, 'request')
  const socket = await connected(server, request)
  socket.pause()
  await asked
  await stop()
})

test('what the server no longer knows as a connection of its own is cut in the end', async () => {
  const { server, stop } = await listening(() => {}, 100)
  const upgraded = once(server, 'upgrade')
  await connected(server, 'GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: something\r\n\r\n')
  await upgraded
  await stop()
})
