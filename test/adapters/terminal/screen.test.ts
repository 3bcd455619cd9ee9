import { PassThrough, Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createTerminalAdapter } from '../../../adapters/terminal/index.ts'
import { openScreen } from '../../../adapters/terminal/screen.ts'
import type { PlaceAddress } from '../../../src/core/domain/ids.ts'
import { type Clock, systemClock } from '../../../src/core/ports/clock.ts'
import type { DeliveryKey, InboundEvent } from '../../../src/core/ports/platform.ts'
import type { PlatformAdapter } from '../../../src/core/ports/platform-adapter.ts'

const address = 'terminal' as PlaceAddress
const key = '1.0' as DeliveryKey

/** The right time, but what waits a second waits ten milliseconds. */
const hurriedClock: Clock = { now: systemClock.now, sleep: (ms, signal) => systemClock.sleep(ms / 100, signal) }

function terminal({ isTTY = false }: { readonly isTTY?: boolean } = {}) {
  const input = new PassThrough()
  const shown: string[] = []
  const output = Object.assign(
    new Writable({
      write(chunk, _encoding, done) {
        shown.push(String(chunk))
        done()
      },
    }),
    { isTTY },
  )
  const adapter: PlatformAdapter = createTerminalAdapter({
    screen: openScreen({ input, output }),
    user: { id: 'owner', name: 'Ada' },
    clock: hurriedClock,
  })
  return { input, output, adapter, shown: () => shown.join('') }
}

describe('the terminal', () => {
  test('prints what is sent and nothing else on a pipe, with the commands of its buttons', async () => {
    const { adapter, shown } = terminal()
    await adapter.sender.send(address, { text: '**Done.**', buttons: [{ label: 'Again', action: '/retry' }] }, key)
    expect(shown()).toBe('**Done.**\n[Again] /retry\n')
  })

  test('shows a prompt for each line, and again under what is printed meanwhile', async () => {
    const { adapter, input, shown } = terminal({ isTTY: true })
    const events: InboundEvent[] = []
    await adapter.receiver.start(async (event) => void events.push(event))
    await expect.poll(shown).toContain('> ')
    input.write('half')
    await expect.poll(shown).toContain('half')
    await adapter.sender.send(address, { text: 'Good morning' }, key)
    const [, after = ''] = shown().split('Good morning\n\n')
    expect(after).toContain('> half')
    input.write(' a line\n')
    await expect.poll(() => events).toMatchObject([{ text: 'half a line' }])
    await adapter.receiver.stop()
    input.end()
  })

  test('does nothing that a text says to a terminal', async () => {
    const { adapter, shown } = terminal()
    await adapter.sender.send(address, { text: 'a\u001b[2Jb\u0007c\u009b31md\re\tf\ng 👩‍👩‍👧‍👦' }, key)
    expect(shown()).toBe('a[2Jbc31md\ne\tf\ng 👩‍👩‍👧‍👦\n')
  })

  test('lets go of its input when nobody reads on', async () => {
    const input = new PassThrough()
    const output = Object.assign(new PassThrough(), { isTTY: true })
    input.write('Hello\n')
    for await (const line of openScreen({ input, output }).lines) {
      expect(line).toBe('Hello')
      break
    }
    expect(input.isPaused()).toBe(true)
  })

  test('passes over empty lines', async () => {
    const { adapter, input } = terminal()
    const events: InboundEvent[] = []
    await adapter.receiver.start(async (event) => void events.push(event))
    input.end('\n   \nHello\n\n')
    await expect.poll(() => events).toMatchObject([{ text: 'Hello' }])
    await adapter.receiver.stop()
  })

  test('says once that a line could not be stored, and offers it until it is', async () => {
    const { adapter, input, shown } = terminal()
    let failures = 2
    const events: InboundEvent[] = []
    await adapter.receiver.start(async (event) => {
      if (failures-- > 0) throw new Error('The database is away.')
      events.push(event)
    })
    input.end('Hello\n')
    await expect.poll(() => events).toMatchObject([{ text: 'Hello' }])
    expect(shown()).toBe('That could not be stored, trying again: The database is away.\n')
    await adapter.receiver.stop()
  })

  test('says so when it cannot be read any more', async () => {
    const { adapter, input, shown } = terminal()
    await adapter.receiver.start(async () => {})
    input.write('Hello\n')
    input.destroy(new Error('read EIO'))
    await expect.poll(shown).toBe('No more input can be read: read EIO\n')
    await adapter.receiver.stop()
  })

  test('says that it is gone when it cannot be printed on, and knows no other address', async () => {
    const { adapter, output } = terminal()
    await expect(adapter.sender.send('web:1' as PlaceAddress, { text: 'Hello' }, key)).rejects.toMatchObject({ kind: 'rejected' })
    output.destroy()
    await expect(adapter.sender.send(address, { text: 'Hello' }, key)).rejects.toMatchObject({ name: 'PlatformError', kind: 'unreachable' })
  })
})
