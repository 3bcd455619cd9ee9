import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import WebSocket from 'ws'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { TestClock } from '../../support/clock.ts'
import { type Page, signIn, startPage } from './page-harness.ts'

/** Less than what takes long is waited for: whatever holds up a stop shows, also what would end by itself. In ms of real time. */
const atOnce = 4_000

/** The clock of the page stands still: a stop that waits by it would never end. */
async function stopAtOnce({ adapter }: Page): Promise<void> {
  const before = performance.now()
  await adapter.receiver.stop()
  expect(performance.now() - before).toBeLessThan(atOnce)
}

test('a message that is being stored when the page stops is acknowledged, and its connection is not kept', async () => {
  let take = () => {}
  const page = await startPage({ inbox: () => new Promise((resolve) => (take = resolve)) })
  const { cookie } = await signIn(page)
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const posted = request(`${page.url}/continuous/add-message/`, {
    agent,
    method: 'POST',
    headers: { cookie, origin: page.url, 'content-type': 'application/json' },
  })
  posted.end(JSON.stringify({ id: 'made-by-the-page-0001' as PlatformMessageId, text: 'Just in time' }))
  const answered = once(posted, 'response')
  await expect.poll(() => page.events).toHaveLength(1)
  const stopped = stopAtOnce(page)
  // Only a connection that is in use while the server closes could be kept after that.
  await expect.poll(() => fetch(page.url).catch(() => 'closed')).toBe('closed')
  take()
  const [response] = await answered
  expect(response.statusCode).toBe(202)
  response.resume()
  await stopped
})

test('a connection that the browser opened ahead does not hold up the stop', async () => {
  const page = await startPage()
  const { port, hostname } = new URL(page.url)
  const ahead = connect(Number(port), hostname)
  onTestFinished(() => void ahead.destroy())
  await once(ahead, 'connect')
  // It is accepted before what comes after it is answered.
  await (await fetch(page.url)).text()
  const ended = once(ahead.resume(), 'close')
  await stopAtOnce(page)
  await ended
})

test('a page that is just connecting when the server stops is turned away, and comes back', async () => {
  let stopNow = () => {}
  const clock = new (class extends TestClock {
    override now() {
      stopNow()
      return super.now()
    }
  })()
  const page = await startPage({ clock })
  const { cookie } = await signIn(page)
  let stopped: Promise<void> | undefined
  // Whether somebody is signed in is a question of the time.
  stopNow = () => {
    stopNow = () => {}
    stopped = stopAtOnce(page)
  }
  const socket = new WebSocket(`${page.url.replace('http', 'ws')}/continuous/live?since=0`, { headers: { cookie, origin: page.url } })
  onTestFinished(() => socket.terminate())
  const opened = await new Promise((resolve) => socket.on('open', () => resolve(true)).on('error', () => resolve(false)))
  expect(opened).toBe(false)
  await stopped
})
