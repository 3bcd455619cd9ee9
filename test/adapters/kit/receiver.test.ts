import { describe, expect, it, vi } from 'vitest'
import { type Connection, callUntilAvailable, createConnectedReceiver } from '../../../adapters/kit/receiver.ts'
import { SetupError } from '../../../src/core/domain/errors.ts'
import { TestClock } from '../../support/clock.ts'
import { recordingLog } from '../../support/recording-log.ts'

function openReceiver(connect: (connection: Connection) => Promise<void>) {
  const clock = new TestClock()
  const log = recordingLog()
  const receiver = createConnectedReceiver({ platform: 'Test', clock, log }, connect)
  return { ...receiver, clock, log, start: () => receiver.start(async () => {}) }
}

const untilAborted = (signal: AbortSignal) => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

describe('a receiver', () => {
  it.each(['onConnected', 'onUnavailable'] as const)('has started once %s is called, and stop ends the connection', async (report) => {
    let isEnded = false
    const { start, stop } = openReceiver(async (connection) => {
      connection[report]()
      await untilAborted(connection.signal)
      isEnded = true
    })
    await start()
    expect(isEnded).toBe(false)
    await stop()
    expect(isEnded).toBe(true)
  })

  it('rejects the start if the connection fails before that', async () => {
    const { start, stop } = openReceiver(async () => {
      throw new SetupError(['The token is wrong.'])
    })
    await expect(start()).rejects.toThrow('The token is wrong.')
    await stop()
  })

  it('logs a failure after the start', async () => {
    const { start, log } = openReceiver(async ({ onUnavailable }) => {
      onUnavailable()
      throw new SetupError(['The token is wrong.'])
    })
    await start()
    await vi.waitFor(() => expect(log.lines).toHaveLength(1))
    expect(log.lines).toMatchObject([{ level: 'error', message: 'No messages can be received from Test' }])
  })

  it('is connected from when it says so until it is unavailable, fails or is stopped', async () => {
    let connection: Connection | undefined
    let fail = (_: Error) => {}
    const { start, stop, isConnected } = openReceiver((given) => {
      connection = given
      return Promise.race([untilAborted(given.signal), new Promise<never>((_, reject) => (fail = reject))])
    })
    expect(isConnected?.()).toBe(false)
    const begin = async () => {
      const started = start()
      await vi.waitFor(() => expect(connection).toBeDefined())
      connection?.onConnected()
      await started
    }
    await begin()
    expect(isConnected?.()).toBe(true)
    connection?.onUnavailable()
    expect(isConnected?.()).toBe(false)
    connection?.onConnected()
    expect(isConnected?.()).toBe(true)
    fail(new Error('the connection is closed for good'))
    await vi.waitFor(() => expect(isConnected?.()).toBe(false))

    await begin()
    const stopped = stop()
    connection?.onConnected()
    expect(isConnected?.()).toBe(false)
    await stopped
  })

  it('can be started again after a stop', async () => {
    let starts = 0
    const { start, stop } = openReceiver(async ({ signal, onConnected }) => {
      starts += 1
      onConnected()
      await untilAborted(signal)
    })
    for (const expected of [1, 2]) {
      await start()
      expect(starts).toBe(expected)
      await stop()
    }
  })
})

describe('callUntilAvailable', () => {
  function call(failures: readonly { readonly retryAfterMs?: number; readonly advice?: string }[]) {
    const clock = new TestClock()
    const log = recordingLog()
    const stopController = new AbortController()
    const onUnavailable = vi.fn()
    const left = [...failures]
    const describeFailure = () => ({ reason: 'no answer', ...left.shift() })
    const connection = { signal: stopController.signal, onUnavailable } as Pick<Connection, 'signal' | 'onUnavailable'> as Connection
    const result = callUntilAvailable({ platform: 'Test', clock, log, describeFailure }, connection, async () => {
      if (left.length > 0) throw new Error('failed')
      return 'answer'
    })
    return { result, clock, log, onUnavailable, stop: () => stopController.abort() }
  }

  it('waits longer after each failure, and as long as the platform asks', async () => {
    const { result, clock, log, onUnavailable } = call([{}, {}, { retryAfterMs: 90_000 }])
    for (const waitMs of [1_000, 2_000, 90_000]) {
      await vi.waitFor(() => expect(clock.sleeping).toBe(1))
      expect(log.lines.at(-1)).toMatchObject({ level: 'warn', fields: { waitMs } })
      clock.advance(waitMs)
    }
    expect(await result).toBe('answer')
    expect(onUnavailable).toHaveBeenCalledTimes(3)
  })

  it('throws the advice for a rejected configuration', async () => {
    const { result } = call([{ advice: 'Copy the token again.' }])
    await expect(result).rejects.toThrow(SetupError)
    await expect(result).rejects.toThrow('Copy the token again.')
  })

  it('returns undefined if stopped while it waits', async () => {
    const { result, clock, stop } = call([{}, {}])
    await vi.waitFor(() => expect(clock.sleeping).toBe(1))
    stop()
    expect(await result).toBeUndefined()
  })
})
