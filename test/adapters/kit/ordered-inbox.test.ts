import { describe, expect, it, vi } from 'vitest'
import { createOrderedInbox } from '../../../adapters/kit/ordered-inbox.ts'
import { PlatformError } from '../../../src/core/domain/errors.ts'
import type { PlaceAddress, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { InboundEvent, InboundMessage, Inbox } from '../../../src/core/ports/platform.ts'
import { TestClock } from '../../support/clock.ts'
import { recordingLog } from '../../support/recording-log.ts'

const minuteMs = 60_000

/** An ordered inbox in front of `inbox`. `stop` aborts it. */
function openInbox(inbox: Inbox) {
  const clock = new TestClock()
  const log = recordingLog()
  const stopController = new AbortController()
  const ordered = createOrderedInbox({ platform: 'Test', inbox, clock, log, signal: stopController.signal })
  return { ...ordered, clock, log, stop: () => stopController.abort() }
}

function message(text: string, { addressed = true } = {}): InboundMessage {
  return {
    type: 'message',
    place: { platform: 'test', tenant: '', address: 'direct' as PlaceAddress, kind: 'direct' },
    id: text as PlatformMessageId,
    order: 1n,
    author: { id: 'ada', name: 'Ada', isBot: false },
    text,
    addressed,
    sentAt: new Date(0),
  }
}

const textOf = (event: InboundEvent) => (event.type === 'message' ? event.text : event.type)

/** An inbox that rejects the messages for which `isRejected` returns true. */
function recordingInbox(isRejected: (text: string) => boolean = () => false) {
  const stored: string[] = []
  const attempts: string[] = []
  const inbox: Inbox = async (event) => {
    attempts.push(textOf(event))
    if (isRejected(textOf(event))) throw new Error('the database is unavailable')
    stored.push(textOf(event))
  }
  return { inbox, stored, attempts }
}

/** Moves the clock on whenever something sleeps, until `isDone`. */
async function passTime(clock: TestClock, isDone: () => boolean): Promise<void> {
  await vi.waitFor(
    () => {
      if (clock.sleeping > 0) clock.advance(minuteMs)
      expect(isDone()).toBe(true)
    },
    { timeout: 10_000, interval: 1 },
  )
}

describe('run', () => {
  it('runs work of one key in order, and of different keys in parallel', async () => {
    const { inbox, stored } = recordingInbox()
    const { run } = openInbox(inbox)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const first = run('a', async (store) => {
      await held
      await store(message('a1'))
    })
    const second = run('a', (store) => store(message('a2')))
    await run('b', (store) => store(message('b1')))
    expect(stored).toEqual(['b1'])
    release()
    await Promise.all([first, second])
    expect(stored).toEqual(['b1', 'a1', 'a2'])
  })

  it('rejects as the inbox does, and does not try again', async () => {
    const { inbox, attempts } = recordingInbox(() => true)
    const { run } = openInbox(inbox)
    await expect(run('a', (store) => store(message('a1')))).rejects.toThrow('the database is unavailable')
    expect(attempts).toEqual(['a1'])
  })

  it('stores nothing once stopped', async () => {
    const { inbox, attempts } = recordingInbox()
    const { run, stop } = openInbox(inbox)
    stop()
    await expect(run('a', (store) => store(message('a1')))).rejects.toThrow('shutting down')
    expect(attempts).toEqual([])
  })
})

describe('storeWithRetry', () => {
  it('retries with growing delays, and later events of the key wait', async () => {
    let isAvailable = false
    const { inbox, stored, attempts } = recordingInbox((text) => text === 'a1' && !isAvailable)
    const { storeWithRetry, clock } = openInbox(inbox)
    const results = [storeWithRetry('a', [message('a1')]), storeWithRetry('a', [message('a2')]), storeWithRetry('b', [message('b1')])]
    for (const [index, delayMs] of [1_000, 2_000, 4_000, 8_000, 8_000].entries()) {
      await vi.waitFor(() => expect(clock.sleeping).toBe(1))
      expect(attempts.filter((text) => text === 'a1')).toHaveLength(index + 1)
      clock.advance(delayMs - 1)
      expect(clock.sleeping).toBe(1)
      clock.advance(1)
    }
    isAvailable = true
    await passTime(clock, () => stored.length === 3)
    expect(stored).toEqual(['b1', 'a1', 'a2'])
    expect(await Promise.all(results)).toEqual([true, true, true])
  })

  it('gives up an event that is rejected for ten minutes while others are stored', async () => {
    const { inbox, stored, attempts } = recordingInbox((text) => text === 'poison')
    const { storeWithRetry, clock, log } = openInbox(inbox)
    const poison = storeWithRetry('a', [message('poison')])
    const next = storeWithRetry('a', [message('a2')])
    await storeWithRetry('b', [message('b1')])
    await passTime(clock, () => stored.includes('a2'))
    expect(await Promise.all([poison, next])).toEqual([true, true])
    expect(attempts.filter((text) => text === 'poison').length).toBeGreaterThanOrEqual(20)
    expect(log.lines.at(-1)).toMatchObject({ level: 'error', fields: { event: 'message', id: 'poison' } })
  })

  it('gives it up even if only later events of its key show that the inbox works', async () => {
    const { inbox, stored } = recordingInbox((text) => text === 'poison')
    const { storeWithRetry, clock } = openInbox(inbox)
    const results = [storeWithRetry('a', [message('poison')]), storeWithRetry('a', [message('a2')])]
    await passTime(clock, () => stored.length > 1)
    expect(await Promise.all(results)).toEqual([true, true])
  })

  it.each([
    ['everything is rejected', () => true],
    ['only messages to others are accepted', (text: string) => text !== 'to others'],
  ])('keeps an event while %s', async (_, isRejected) => {
    let isAvailable = false
    const { inbox, stored, attempts } = recordingInbox((text) => !isAvailable && isRejected(text))
    const { storeWithRetry, clock } = openInbox(inbox)
    const kept = storeWithRetry('a', [message('a1')])
    void storeWithRetry('b', [message('b1')])
    void storeWithRetry('c', [message('to others', { addressed: false })])
    await passTime(clock, () => attempts.filter((text) => text === 'a1').length > 30)
    expect(stored).not.toContain('a1')
    isAvailable = true
    await passTime(clock, () => stored.includes('a1'))
    expect(await kept).toBe(true)
  })

  it('loads again while the platform is unavailable, and skips what it no longer shows', async () => {
    const { inbox, stored } = recordingInbox()
    const { storeWithRetry, clock } = openInbox(inbox)
    let loads = 0
    const loaded = storeWithRetry('a', async () => {
      loads += 1
      if (loads < 3) throw new PlatformError('transient', 'unavailable')
      return [message('a1')]
    })
    await passTime(clock, () => stored.includes('a1'))
    expect(await loaded).toBe(true)
    expect(loads).toBe(3)
    expect(await storeWithRetry('a', () => Promise.reject(new PlatformError('rejected', 'deleted')))).toBe(true)
    expect(stored).toEqual(['a1'])
  })

  it('resolves with false once stopped, without waiting for the platform', async () => {
    const { inbox, attempts } = recordingInbox(() => true)
    const { storeWithRetry, stop, drain, clock } = openInbox(inbox)
    const retried = storeWithRetry('a', [message('a1')])
    const waiting = storeWithRetry('a', [message('a2')])
    const loading = storeWithRetry('b', () => new Promise(() => {}))
    await vi.waitFor(() => expect(clock.sleeping).toBe(1))
    stop()
    await drain()
    expect(await Promise.all([retried, waiting, loading])).toEqual([false, false, false])
    expect(attempts).toEqual(['a1'])
  })
})

it('drain waits for the inbox', async () => {
  let release = () => {}
  const { storeWithRetry, stop, drain } = openInbox(
    () =>
      new Promise((resolve) => {
        release = resolve
      }),
  )
  const stored = storeWithRetry('a', [message('a1')])
  await Promise.resolve()
  stop()
  let isDrained = false
  const drained = drain().then(() => {
    isDrained = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isDrained).toBe(false)
  release()
  await drained
  expect(await stored).toBe(true)
})
