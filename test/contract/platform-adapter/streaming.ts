import { expect, vi } from 'vitest'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { ReplyPart } from '../../../src/core/ports/platform.ts'
import type { AdapterHarness } from './harness.ts'
import { key, type Met, meet, messages, patience, type Run, sendDirect } from './listening.ts'

const stop = [{ label: 'Stop', action: '/stop' }]

/** What is seen of a reply while it is written, and what of it at its end. */
export const streamingCases = {
  'typing is shown': async (harness) => {
    const { place } = await meet(harness)
    await harness.adapter.sender.showTyping?.(place.address)
    await vi.waitFor(async () => expect(await harness.typingShown('direct')).toBe(1), patience)
    expect(await harness.shown('direct')).toEqual([])
  },

  'a reply can be followed while it is written': async (harness) => {
    const { sender } = harness.adapter
    const { place } = await meet(harness)
    if (sender.preview && (sender.canPreview?.(place.address) ?? true)) {
      await sender.preview(place.address, 'Once upon', key())
      await vi.waitFor(async () => expect(await harness.previewShown('direct')).toBe('Once upon'), patience)
      await sender.preview(place.address, 'Once upon a time', key())
      await vi.waitFor(async () => expect(await harness.previewShown('direct')).toBe('Once upon a time'), patience)
      expect(await harness.shown('direct')).toEqual([])
      await sender.send(place.address, { text: 'Once upon a time.' }, key())
    } else {
      const id = await sender.send(place.address, { text: 'Once upon' }, key())
      await sender.edit?.(place.address, id, { text: 'Once upon a time.' })
    }
    expect((await harness.shown('direct')).map(({ text }) => text)).toEqual(['Once upon a time.'])
    expect(sender.streamEveryMs?.(place.address) ?? 1000).toBeGreaterThan(0)
  },

  'a message can be edited, and an edit that changes nothing succeeds': async (harness) => {
    const { address, id } = await sendDirect(harness, { text: 'Half' })
    const { edit } = harness.adapter.sender
    expect(edit).toBeDefined()
    await edit?.(address, id, { text: 'Half and half' })
    await edit?.(address, id, { text: 'Half and half' })
    expect(await harness.shown('direct')).toEqual([expect.objectContaining({ id, text: 'Half and half' })])
  },

  'a reply streamed by edits ends as one whole message with its buttons': async (harness) => {
    const met = await meet(harness)
    const id = await stream(harness, met)
    expect(await harness.shown('direct')).toEqual([expect.objectContaining({ id, buttons: ['Again'] })])
    const [shown] = await harness.shown('direct')
    expect(shown?.text.replace(/\s+/g, ' ').trim()).toBe('Once upon a time const a = 1 they all said so.')
    expect(shown?.markup).toMatch(/<pre>const a = 1\n?<\/pre>/)
  },

  'so does one in a shared place': async (harness) => {
    const met = await meet(harness, 'shared')
    const id = await stream(harness, met)
    const shown = await harness.shown('shared')
    expect(shown).toEqual([expect.objectContaining({ id, buttons: ['Again'] })])
    expect(shown[0]?.text).toContain('they all said so.')
  },

  "the bot's own messages and edits never come back": async (harness) => {
    const met = await meet(harness)
    await stream(harness, met)
    await harness.say({ text: 'Thank you' })
    await vi.waitFor(() => expect(messages(met.events)).toHaveLength(2), patience)
    expect(met.events.map((event) => event.type === 'message' && event.text)).toEqual(['Hello', 'Thank you'])
  },

  'nor do those in a shared place': async (harness) => {
    const met = await meet(harness, 'shared')
    await stream(harness, met)
    await harness.say({ place: 'shared', mention: true, text: 'Thank you' })
    await vi.waitFor(() => expect(messages(met.events)).toHaveLength(2), patience)
    expect(met.events.map((event) => event.type === 'message' && event.text)).toEqual(['Hello', 'Thank you'])
  },

  'an edit of a message that is gone is rejected': async (harness) => {
    const { address, id } = await sendDirect(harness, { text: 'Here' })
    // The next number is that of no message yet.
    const gone = id.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)) as PlatformMessageId
    expect(gone).not.toBe(id)
    const { edit } = harness.adapter.sender
    expect(edit).toBeDefined()
    await expect(edit?.(address, gone, { text: 'Gone' })).rejects.toMatchObject({ name: 'PlatformError', kind: 'rejected' })
    expect((await harness.shown('direct')).map(({ text }) => text)).toEqual(['Here'])
  },
} satisfies Record<string, Run>

/** A reply as the core streams it: what is not finished ends well-formed, and so is not always how the next begins. */
async function stream(harness: AdapterHarness, { place }: Met): Promise<PlatformMessageId> {
  const { sender } = harness.adapter
  const unfinished = (text: string): ReplyPart => ({ text, unfinished: true, buttons: stop })
  const id = await sender.send(place.address, unfinished('Once upon'), key())
  await sender.edit?.(place.address, id, unfinished('Once upon a **time**'))
  await sender.edit?.(place.address, id, unfinished('Once upon a **time**\n\n```ts\nconst\n```'))
  await sender.edit?.(place.address, id, unfinished('Once upon a **time**\n\n```ts\nconst a = 1\n```\n\nthey all'))
  const text = 'Once upon a **time**\n\n```ts\nconst a = 1\n```\n\nthey all said so.'
  await sender.edit?.(place.address, id, { text, buttons: [{ label: 'Again', action: '/retry' }] })
  return id
}
