import { expect, test } from 'vitest'
import { createSendQueue, type SendState, type WaitingMessage } from '../../../../adapters/web/browser/box/send-queue.ts'
import { openKept, type TextStorage } from '../../../../adapters/web/browser/lib/kept.ts'

/** The storage of one browser. */
function createStorage(): TextStorage & { readonly all: Map<string, string> } {
  const all = new Map<string, string>()
  return {
    all,
    get length() {
      return all.size
    },
    key: (index) => [...all.keys()][index] ?? null,
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, value) => void all.set(key, value),
    removeItem: (key) => void all.delete(key),
  }
}

/** A queue whose posts are answered by the test. */
function openQueue(storage: TextStorage, account = '1') {
  const states = new Map<string, SendState | 'gone'>()
  const posts: string[] = []
  const retries: (() => void)[] = []
  let answer = (_status: number) => {}
  const queue = createSendQueue({
    kept: openKept(storage, account),
    post: ({ text }) => {
      posts.push(text)
      return new Promise((resolve, reject) => {
        answer = (status) => (status < 300 && status > 0 ? resolve({}) : reject({ status, message: `status ${status}` }))
      })
    },
    runLater: (_ms, run) => {
      retries.push(run)
      return () => {}
    },
    random: () => 0.5,
    onState: (message, state) => states.set(message.text, state),
    onGone: ({ text }) => states.set(text, 'gone'),
  })
  return {
    queue,
    posts,
    states,
    retry: () => retries.pop()?.(),
    async answer(status: number) {
      answer(status)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

const written = (text: string): WaitingMessage => ({ id: `id-${text}`, text })

test('one message is posted at a time, in order, and nothing is kept once all are stored', async () => {
  const storage = createStorage()
  const { queue, posts, states, answer } = openQueue(storage)
  for (const text of ['a', 'b']) queue.add(written(text))
  expect(posts).toEqual(['a'])
  expect(Object.fromEntries(states)).toEqual({ a: 'sending', b: 'waiting' })
  expect([...storage.all.values()].join()).toContain('id-b')
  await answer(202)
  await answer(202)
  expect(posts).toEqual(['a', 'b'])
  expect(Object.fromEntries(states)).toEqual({ a: 'sent', b: 'sent' })
  expect(storage.all.size).toBe(0)
})

test.each([0, 429, 502, 503, 504])('after status %d the queue tries again by itself, under the same ids and in order', async (status) => {
  const { queue, posts, states, answer, retry } = openQueue(createStorage())
  for (const text of ['a', 'b']) queue.add(written(text))
  await answer(status)
  expect(Object.fromEntries(states)).toEqual({ a: 'waiting', b: 'waiting' })
  expect(posts).toEqual(['a'])
  retry()
  await answer(202)
  expect(posts).toEqual(['a', 'a', 'b'])
})

test.each([500, 401])('after status %d the ones behind wait until the user tries again', async (status) => {
  const { queue, posts, states, answer } = openQueue(createStorage())
  for (const text of ['a', 'b']) queue.add(written(text))
  await answer(status)
  expect(Object.fromEntries(states)).toEqual({ a: { problem: `status ${status}` }, b: 'waiting' })
  queue.wake()
  expect(posts).toEqual(['a'])
  queue.retry('id-a')
  await answer(202)
  expect(posts).toEqual(['a', 'a', 'b'])
})

test('a message that is refused holds up no other, and is discarded', async () => {
  const storage = createStorage()
  const { queue, posts, states, answer } = openQueue(storage)
  for (const text of ['a', 'b']) queue.add(written(text))
  await answer(400)
  expect(posts).toEqual(['a', 'b'])
  await answer(202)
  expect(states.get('a')).toEqual({ problem: 'status 400' })
  queue.discard('id-a')
  expect(states.get('a')).toBe('gone')
  expect(storage.all.size).toBe(0)
})

test('what waits goes on after a reload, and nothing of it after another account or the end of the session', async () => {
  const storage = createStorage()
  const { queue, answer } = openQueue(storage)
  for (const text of ['a', 'b']) queue.add(written(text))
  await answer(0)
  const after = openQueue(storage)
  after.queue.restore()
  await after.answer(202)
  await after.answer(202)
  expect(after.posts).toEqual(['a', 'b'])

  queue.add(written('c'))
  const other = openQueue(storage, '2')
  other.queue.restore()
  expect(other.posts).toEqual([])
  expect(storage.all.size).toBe(0)

  const kept = openKept(storage, '2')
  kept.write('draft', 'a secret')
  kept.clear()
  kept.write('draft', 'another')
  expect(storage.all.size).toBe(0)
  expect(kept.read('draft')).toBeNull()
})

test('another tab sees what is added, sent and discarded', async () => {
  const storage = createStorage()
  const [one, two] = [openQueue(storage), openQueue(storage)]
  for (const text of ['a', 'b']) one.queue.add(written(text))
  two.queue.adopt()
  expect(two.posts).toEqual(['a'])
  await one.answer(202)
  one.queue.discard('id-b')
  two.queue.adopt()
  expect(Object.fromEntries(two.states)).toEqual({ a: 'gone', b: 'gone' })
  await two.answer(202)
  expect(two.posts).toEqual(['a'])
  expect(storage.all.size).toBe(0)
})
