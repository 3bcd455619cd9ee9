import { expect, vi } from 'vitest'
import type { AttachmentSource, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { InboundEvent, InboundMessage } from '../../../src/core/ports/platform.ts'
import type { AdapterHarness } from './harness.ts'
import { arrived, key, listen, messages, patience, type Run, sendDirect } from './listening.ts'

/** What is said, and when the platform may forget it. */
export const receivingCases = {
  'a direct message arrives once, addressed, with its author and time': async (harness) => {
    const { events } = await listen(harness)
    const id = await harness.say({ text: 'Good morning' })
    const event = await arrived(events, 'message')
    expect(event).toMatchObject({ id, text: 'Good morning', addressed: true, author: { isBot: false } })
    expect(event.place).toMatchObject({ platform: harness.adapter.name, kind: 'direct' })
    expect(event.author.id).not.toBe('')
    expect(event.author.name).not.toBe('')
    expect(event.sentAt.getTime()).toBeGreaterThan(0)
    expect(events).toHaveLength(1)
  },

  'messages of one place keep their order': async (harness) => {
    const { events } = await listen(harness)
    const texts = ['one', 'two', 'three', 'four', 'five']
    for (const text of texts) await harness.say({ text })
    await vi.waitFor(() => expect(messages(events)).toHaveLength(texts.length))
    expect(messages(events).map(({ text }) => text)).toEqual(texts)
    const orders = messages(events).map(({ order }) => order)
    expect(orders).toEqual([...orders].sort((a, b) => (a < b ? -1 : 1)))
    expect(new Set(orders).size).toBe(texts.length)
  },

  'in a shared place only what is said to the bot is addressed': async (harness) => {
    const { events } = await listen(harness)
    await harness.say({ place: 'shared', text: 'Anyone for lunch?' })
    await harness.say({ place: 'shared', mention: true, text: 'what is for lunch?' })
    await vi.waitFor(() => expect(messages(events)).toHaveLength(2))
    expect(messages(events).map(({ text, addressed }) => [text, addressed])).toEqual([
      ['Anyone for lunch?', false],
      ['what is for lunch?', true],
    ])
  },

  'a reply to the bot is addressed and names what it answers': async (harness) => {
    const { events } = await listen(harness)
    await harness.say({ place: 'shared', mention: true, text: 'Hello' })
    const { place } = await arrived(events, 'message')
    const replyTo = await harness.adapter.sender.send(place.address, { text: 'Tea or coffee?' }, key())
    await harness.say({ place: 'shared', text: 'Tea', replyTo })
    await vi.waitFor(() => expect(messages(events)).toHaveLength(2))
    expect(messages(events)[1]).toMatchObject({ text: 'Tea', addressed: true, replyTo })
  },

  'a reply to somebody else is not addressed': async (harness) => {
    const { events } = await listen(harness)
    const replyTo = await harness.say({ place: 'shared', text: 'Anyone for lunch?' })
    await harness.say({ place: 'shared', text: 'Me', replyTo })
    await vi.waitFor(() => expect(messages(events)).toHaveLength(2))
    expect(messages(events)[1]).toMatchObject({ text: 'Me', addressed: false, replyTo })
  },

  'a reply carries what it answers: in its event, or as the earlier messages of its thread': async (harness) => {
    const { events } = await listen(harness)
    const replyTo = await harness.say({ place: 'shared', text: 'Lunch costs 340' })
    await harness.say({ place: 'shared', mention: true, text: 'Is that much?', replyTo })
    await vi.waitFor(() => expect(messages(events)).toHaveLength(2))
    const [, reply] = messages(events)
    if (!reply) throw new Error('No reply arrived.')
    const refersTo = reply.refersTo ?? (await harness.adapter.sender.loadThread?.(reply.place.address, reply.id, 20))
    expect(refersTo?.map(({ id, text }) => [id, text])).toEqual([[replyTo, 'Lunch costs 340']])
    expect(refersTo?.[0]?.author).toEqual({ id: reply.author.id, name: reply.author.name })
    expect(refersTo?.[0]?.sentAt?.getTime()).toBeGreaterThan(0)
  },

  "the bot's own messages are ignored, and those of other bots say what they are": async (harness) => {
    const { events } = await listen(harness)
    await harness.say({ place: 'shared', by: 'this-bot', text: 'I said this' })
    await harness.say({ place: 'shared', by: 'other-bot', mention: true, text: 'Answer me' })
    await harness.say({ place: 'shared', text: 'A person says this' })
    await vi.waitFor(() => expect(messages(events).map(({ author }) => author.isBot)).toContain(false))
    expect(messages(events).map(({ text, author, addressed }) => [text, author.isBot, addressed])).toEqual([
      ['Answer me', true, true],
      ['A person says this', false, false],
    ])
  },

  'an edit arrives whole, under the id of what it edits': async (harness) => {
    const { events } = await listen(harness)
    const id = await harness.say({ text: 'Meet at five' })
    const message = await arrived(events, 'message')
    await harness.edit('direct', id, 'Meet at six')
    const edit = await arrived(events, 'edit')
    expect(edit).toMatchObject({ id, text: 'Meet at six', place: message.place, author: message.author, sentAt: message.sentAt })
    expect(edit.editedAt.getTime()).toBeGreaterThanOrEqual(edit.sentAt.getTime())
  },

  'a message is acknowledged only when the inbox has taken it': async (harness) => {
    let take: () => void = () => {}
    const taken = new Promise<void>((resolve) => {
      take = resolve
    })
    const events: InboundEvent[] = []
    await harness.adapter.receiver.start((event) => {
      events.push(event)
      return taken
    })
    const id = await harness.say({ text: 'Keep this' })
    await arrived(events, 'message')
    expect(await harness.acknowledged(id)).toBe(false)
    take()
    await vi.waitFor(async () => expect(await harness.acknowledged(id)).toBe(true), patience)
  },

  'what the inbox refused comes again, and is then acknowledged': async (harness) => {
    const tries: InboundEvent[] = []
    await harness.adapter.receiver.start(async (event) => {
      tries.push(event)
      if (tries.length < 3) throw new Error('the database is away')
    })
    const id = await harness.say({ text: 'Keep this' })
    await vi.waitFor(async () => expect(await harness.acknowledged(id)).toBe(true), patience)
    expect(messages(tries).map((event) => [event.id, event.text])).toEqual(Array(3).fill([id, 'Keep this']))
  },

  'what is delivered twice passes twice under the same place and id': async (harness) => {
    const { events } = await listen(harness)
    const id = await harness.say({ text: 'Once' })
    await arrived(events, 'message')
    await harness.redeliver(id)
    await vi.waitFor(() => expect(messages(events)).toHaveLength(2), patience)
    expect(messages(events)[1]).toEqual(messages(events)[0])
  },

  'each of many messages delivered ten times in any order is known by its id': async (harness) => {
    const { events } = await listen(harness)
    const texts = ['one', 'two', 'three', 'four']
    const ids: PlatformMessageId[] = []
    for (const text of texts) ids.push(await harness.say({ text }))
    await vi.waitFor(() => expect(messages(events)).toHaveLength(texts.length), patience)
    const first = messages(events)
    expect(first.map(({ id, text }) => [id, text])).toEqual(texts.map((text, index) => [ids[index], text]))
    const times = () => ids.map((id) => messages(events).filter((event) => event.id === id).length)

    // All at once, and each time in another order: every delivery passes.
    for (let time = 1; time <= 10; time++) {
      await Promise.all(ids.map((_, index) => harness.redeliver(ids[(index * 3 + time) % ids.length]!)))
      await vi.waitFor(() => expect(times()).toEqual(ids.map(() => 1 + time)), patience)
    }

    // Upon each other too, where what comes while the same is being taken may be taken together with it.
    // Steps of 7 through 40 places visit each once, far from its neighbours.
    for (let step = 0; step < 40; step++) await harness.redeliver(ids[((step * 7) % 40) % ids.length]!)
    const last = await harness.say({ text: 'five' })
    await vi.waitFor(() => expect(messages(events).at(-1)?.id).toBe(last), patience)
    for (const count of times()) {
      expect(count).toBeGreaterThanOrEqual(12)
      expect(count).toBeLessThanOrEqual(21)
    }
    const repeated = messages(events).slice(0, -1)
    for (const event of repeated) expect(event).toEqual(first.find(({ id }) => id === event.id))
  },

  'a deletion arrives under the id of what it takes away': async (harness) => {
    const { events } = await listen(harness)
    const id = await harness.say({ text: 'Forget that I said this' })
    const { place } = await arrived(events, 'message')
    await harness.remove('direct', id)
    expect(await arrived(events, 'deletion')).toMatchObject({ id, place: { address: place.address, kind: 'direct' } })
    expect(events).toHaveLength(2)
  },

  'reactions to what the bot said come and go': async (harness) => {
    const { events, author, place, id } = await sendDirect(harness, { text: 'Is this better?' })
    const reactions = () => events.filter((event) => event.type === 'reaction')
    await harness.react('direct', id, '👍', true)
    await vi.waitFor(() => expect(reactions()).toHaveLength(1), patience)
    await harness.react('direct', id, '👍', false)
    await vi.waitFor(() => expect(reactions()).toHaveLength(2), patience)
    const expected = { id, emoji: '👍', place: { address: place.address }, author: { id: author.id, isBot: false } }
    expect(reactions()).toMatchObject([
      { ...expected, present: true },
      { ...expected, present: false },
    ])
  },

  'a file arrives with its name, type and caption, and can be fetched': async (harness) => {
    const { events } = await listen(harness)
    const content = Uint8Array.from({ length: 3_000 }, (_, index) => index % 256)
    await harness.say({ text: 'Here is the plan', attachment: { name: 'plan.bin', mediaType: 'application/zip', content } })
    const { text, attachments } = await arrived(events, 'message')
    expect(text).toBe('Here is the plan')
    expect(attachments).toMatchObject([{ name: 'plan.bin', mediaType: 'application/zip' }])
    expect(attachments?.[0]?.bytes ?? content.length).toBe(content.length)
    expect(Uint8Array.from(await fetchFirst(harness, attachments, content.length))).toEqual(content)
  },

  'a file without words says what it is': async (harness) => {
    const { events } = await listen(harness)
    await harness.say({ text: '', attachment: { name: 'notes.txt', mediaType: 'text/plain', content: Buffer.from('Bring tea') } })
    const { text, attachments, addressed } = await arrived(events, 'message')
    expect(text).toMatch(/^\[[a-z ]+\]$/)
    expect(addressed).toBe(true)
    expect(Buffer.from(await fetchFirst(harness, attachments, 100)).toString()).toBe('Bring tea')
  },

  'a file that is too long, or was never sent, is refused': async (harness) => {
    const { events } = await listen(harness)
    const content = Buffer.from('Ten bytes.')
    await harness.say({ text: 'Short', attachment: { name: 'short.txt', mediaType: 'text/plain', content } })
    const { attachments } = await arrived(events, 'message')
    await expect(fetchFirst(harness, attachments, 9)).rejects.toMatchObject({ name: 'PlatformError', kind: 'rejected' })
    const never = harness.adapter.sender.fetchAttachment?.('never' as AttachmentSource, {
      maxBytes: 9,
      signal: new AbortController().signal,
    })
    await expect(never).rejects.toMatchObject({ name: 'PlatformError', kind: 'rejected' })
    expect(await fetchFirst(harness, attachments, 10)).toHaveLength(10)
  },
} satisfies Record<string, Run>

async function fetchFirst(harness: AdapterHarness, attachments: InboundMessage['attachments'], maxBytes: number): Promise<Uint8Array> {
  const [first] = attachments ?? []
  const { fetchAttachment } = harness.adapter.sender
  if (!first || !fetchAttachment) throw new Error('There is no file, or no way to fetch it.')
  return fetchAttachment(first.source, { maxBytes, signal: AbortSignal.timeout(patience.timeout) })
}
