import { expect } from 'vitest'
import type { PlatformFailure } from './harness.ts'
import { arrived, key, listen, meet, type Run, sendDirect } from './listening.ts'

const failureKinds: readonly PlatformFailure[] = ['rate_limited', 'unreachable', 'rejected', 'transient', 'unknown']

/** Where a part is shown, how it changes, and what becomes of one that fails. */
export const sendingCases = {
  'a reply sent to the address of a direct message arrives there': async (harness) => {
    const { place } = await meet(harness)
    const id = await harness.adapter.sender.send(place.address, { text: 'Hello to you' }, key())
    expect(await harness.shown('direct')).toEqual([expect.objectContaining({ id, text: 'Hello to you' })])
  },

  'a reply sent to the address of a shared message arrives there and nowhere else': async (harness) => {
    const { place } = await meet(harness, 'shared')
    expect(place.kind).toBe('shared')
    const id = await harness.adapter.sender.send(place.address, { text: 'Hello all' }, key())
    expect(await harness.shown('shared')).toEqual([expect.objectContaining({ id, text: 'Hello all' })])
    expect(await harness.shown('direct')).toEqual([])
  },

  'a person can be written to alone from their id': async (harness) => {
    const { author, place } = await meet(harness)
    const address = harness.adapter.sender.directAddress?.(author.id)
    expect(address).toBe(place.address)
    if (address) await harness.adapter.sender.send(address, { text: 'Only for you' }, key())
    expect(await harness.shown('direct')).toEqual([expect.objectContaining({ text: 'Only for you' })])
  },

  'a part can be shown as a reply': async (harness) => {
    const { events } = await listen(harness)
    const replyTo = await harness.say({ text: 'Which one?' })
    const { place } = await arrived(events, 'message')
    await harness.adapter.sender.send(place.address, { text: 'This one', replyTo }, key())
    expect(await harness.shown('direct')).toEqual([expect.objectContaining({ text: 'This one', replyTo })])
  },

  'a send that fails says what became of it, and is not tried again': async (harness) => {
    const { address } = await sendDirect(harness, { text: 'First' })
    for (const kind of failureKinds) {
      const before = (await harness.shown('direct')).length
      await harness.failNextSend(kind)
      const failed = await harness.adapter.sender.send(address, { text: `Ends ${kind}` }, key()).then(
        () => undefined,
        (error: unknown) => error,
      )
      expect(failed, kind).toMatchObject({ name: 'PlatformError', kind })
      if (kind === 'rate_limited') expect(failed).toMatchObject({ retryAfterMs: 7_000 })
      const after = (await harness.shown('direct')).length
      if (kind === 'unknown') expect(after - before).toBeLessThanOrEqual(1)
      else expect(after, kind).toBe(before)
    }
    await harness.adapter.sender.send(address, { text: 'Last' }, key())
    expect((await harness.shown('direct')).at(-1)?.text).toBe('Last')
  },

  'a message can be removed, also one that is gone already': async (harness) => {
    const { address, id } = await sendDirect(harness, { text: 'First' })
    const { sender } = harness.adapter
    await sender.send(address, { text: 'Second' }, key())
    expect(sender.remove).toBeDefined()
    await sender.remove?.(address, id)
    await sender.remove?.(address, id)
    expect((await harness.shown('direct')).map(({ text }) => text)).toEqual(['Second'])
  },

  'a send of the same key again adds no second message': async (harness) => {
    const { address } = await sendDirect(harness, { text: 'First' })
    const { sender } = harness.adapter
    expect(sender.repeatSafeMs ?? 0).toBeGreaterThan(0)
    const again = key()
    await harness.failNextSend('unknown')
    await expect(sender.send(address, { text: 'Second' }, again)).rejects.toMatchObject({ kind: 'unknown' })
    const id = await sender.send(address, { text: 'Second' }, again)
    const shown = await harness.shown('direct')
    expect(shown.map(({ text }) => text)).toEqual(['First', 'Second'])
    expect(shown[1]?.id).toBe(id)
  },

  'a file arrives whole, under its name, where it was sent to': async (harness) => {
    const { place } = await meet(harness)
    const { sender } = harness.adapter
    const content = new Uint8Array(Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256))
    expect(sender.maxFileBytes).toBeGreaterThan(content.length)
    for (const name of ['throughline-2026-03-01.json', 'notes.md'])
      expect(await sender.sendFile?.(place.address, { name, mediaType: 'application/json', content }, key())).not.toBe('')
    const shown = (await harness.filesShown?.('direct')) ?? []
    expect(shown.map(({ name }) => name)).toEqual(['throughline-2026-03-01.json', 'notes.md'])
    for (const file of shown) expect(Buffer.from(file.content).equals(Buffer.from(content))).toBe(true)
    expect(await harness.filesShown?.('shared')).toEqual([])
  },

  'a file that is not taken says what became of it': async (harness) => {
    const { place } = await meet(harness)
    const file = { name: 'notes.md', mediaType: 'text/markdown', content: new Uint8Array([1, 2, 3]) }
    for (const kind of failureKinds) {
      await harness.failNextFile?.(kind)
      const failed = await harness.adapter.sender.sendFile?.(place.address, file, key()).then(
        () => undefined,
        (error: unknown) => error,
      )
      expect(failed, kind).toMatchObject({ name: 'PlatformError', kind })
    }
  },

  'after a stop nothing reaches the inbox, and sending still works': async (harness) => {
    const { events, address } = await sendDirect(harness, { text: 'First' })
    await harness.adapter.receiver.stop()
    const before = events.length
    // There is nobody to take it: some harnesses deliver it in vain, others keep it.
    void harness.say({ text: 'Too late' }).catch(() => undefined)
    await harness.adapter.sender.send(address, { text: 'Second' }, key())
    expect((await harness.shown('direct')).map(({ text }) => text)).toEqual(['First', 'Second'])
    expect(events).toHaveLength(before)
    await harness.adapter.receiver.stop()
  },
} satisfies Record<string, Run>
