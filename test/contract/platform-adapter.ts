import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PlatformErrorKind } from '../../src/core/errors.ts'
import type { PlatformMessageId } from '../../src/core/ids.ts'
import type {
  DeliveryKey,
  InboundAction,
  InboundEdit,
  InboundEvent,
  InboundMessage,
  PlatformAdapter,
  ReplyPart,
} from '../../src/core/platform.ts'

/** The two places of a harness: one person alone with the bot, and a place that others read too. */
export type HarnessPlace = 'direct' | 'shared'

export interface Said {
  /** `direct` where absent. */
  readonly place?: HarnessPlace
  readonly text: string
  /** Mention the bot as people do there, before the text; the adapter takes the mention out of it. */
  readonly mention?: boolean
  /** A message in the same place, of the person or of the bot. */
  readonly replyTo?: PlatformMessageId
  /** `person` where absent. The bots write in the shared place. */
  readonly by?: 'person' | 'this-bot' | 'other-bot'
}

/** A message of the bot as people see it now, edits applied. */
export interface Shown {
  readonly id: PlatformMessageId
  /** What can be read, without any markup. */
  readonly text: string
  /**
   * The same with its formatting, in these tags alone: <b> <i> <code> <pre> <a href="…">.
   * Block structure (paragraphs, lists) and a fence's language are left out; text is not escaped.
   */
  readonly markup: string
  /** Labels, in order. */
  readonly buttons: readonly string[]
  readonly replyTo?: PlatformMessageId
}

/**
 * An adapter in front of a fake of its platform. The suite starts and stops the adapter;
 * the harness plays the platform and the people on it. One is made for each case.
 */
export interface AdapterHarness {
  /** Not started yet. */
  readonly adapter: PlatformAdapter

  /**
   * Somebody writes; returns the platform's id of the message, at the latest when it has reached the adapter.
   * Never waits for the acknowledgement. What is not acknowledged is delivered again as the real platform
   * (or its page in a browser) would, soon.
   */
  say(said: Said): Promise<PlatformMessageId>
  /** The person changes what they wrote. */
  edit(place: HarnessPlace, id: PlatformMessageId, text: string): Promise<void>
  /** The person presses the button with this label under a message of the bot in the direct place. */
  press(id: PlatformMessageId, label: string): Promise<void>
  /** The platform delivers a message of the person in the direct place once more, though it was acknowledged. */
  redeliver(id: PlatformMessageId): Promise<void>
  /** Whether the platform holds a message of the person in the direct place for delivered. */
  acknowledged(id: PlatformMessageId): Promise<boolean>

  /** The messages of the bot in a place, oldest first. */
  shown(place: HarnessPlace): Promise<readonly Shown[]>
  /** How many times the bot has shown that it is at work. */
  typingShown(place: HarnessPlace): Promise<number>
  /** The readable text of the reply that is being written there by `preview`; undefined when there is none. */
  previewShown(place: HarnessPlace): Promise<string | undefined>

  /** The next `send` meets a platform that makes it end in this error. `rate_limited` asks for seven seconds. */
  failNextSend(kind: PlatformErrorKind): Promise<void>

  /** After the adapter was stopped: lets everything else go. */
  close(): Promise<void>
}

export interface HarnessDeclaration {
  /** A new harness, with nothing said in it yet. */
  start(): Promise<AdapterHarness>
  /** Cases that do not apply to this platform, with the reason, which is printed. */
  readonly exceptions?: Partial<Record<ContractCase, string>>
}

type Run = (harness: AdapterHarness) => Promise<void>

const failureKinds: readonly PlatformErrorKind[] = ['rate_limited', 'unreachable', 'rejected', 'transient', 'unknown']

const contractCases = {
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

  'a reply sent to the address of a direct message arrives there': async (harness) => {
    const { events } = await listen(harness)
    await harness.say({ text: 'Hello' })
    const { place } = await arrived(events, 'message')
    const id = await harness.adapter.sender.send(place.address, { text: 'Hello to you' }, key())
    expect(await harness.shown('direct')).toEqual([expect.objectContaining({ id, text: 'Hello to you' })])
  },

  'a reply sent to the address of a shared message arrives there and nowhere else': async (harness) => {
    const { events } = await listen(harness)
    await harness.say({ place: 'shared', mention: true, text: 'Hello' })
    const { place } = await arrived(events, 'message')
    expect(place.kind).toBe('shared')
    const id = await harness.adapter.sender.send(place.address, { text: 'Hello all' }, key())
    expect(await harness.shown('shared')).toEqual([expect.objectContaining({ id, text: 'Hello all' })])
    expect(await harness.shown('direct')).toEqual([])
  },

  'a person can be written to alone from their id': async (harness) => {
    const { events } = await listen(harness)
    await harness.say({ text: 'Hello' })
    const { author } = await arrived(events, 'message')
    const address = harness.adapter.sender.directAddress?.(author.id)
    expect(address).toBeDefined()
    if (address) await harness.adapter.sender.send(address, { text: 'Only for you' }, key())
    expect(await harness.shown('direct')).toEqual([expect.objectContaining({ text: 'Only for you' })])
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

  "the bot's own messages and those of other bots are ignored": async (harness) => {
    const { events } = await listen(harness)
    await harness.say({ place: 'shared', by: 'this-bot', text: 'I said this' })
    await harness.say({ place: 'shared', by: 'other-bot', mention: true, text: 'Answer me' })
    await harness.say({ place: 'shared', text: 'A person says this' })
    await arrived(events, 'message')
    expect(messages(events).map(({ text }) => text)).toEqual(['A person says this'])
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

  'text as long as the limit is taken whole': async (harness) => {
    const { maxLength } = harness.adapter.sender
    const text = `${'word '.repeat(maxLength).slice(0, maxLength - 1)}.`
    await sendDirect(harness, { text })
    const [shown] = await harness.shown('direct')
    expect(shown?.text).toBe(text)
  },

  'Markdown is rendered': async (harness) => {
    const text = [
      '## Plan',
      '',
      'Some **bold**, *italic* and `code`, and [a link](https://example.org/page).',
      '',
      '```ts',
      'const a = 1 < 2',
      '```',
    ].join('\n')
    await sendDirect(harness, { text })
    const [shown] = await harness.shown('direct')
    expect(shown?.markup).toContain(
      'Some <b>bold</b>, <i>italic</i> and <code>code</code>, and <a href="https://example.org/page">a link</a>.',
    )
    expect(shown?.markup).toMatch(/<pre>const a = 1 < 2\n?<\/pre>/)
    expect(shown?.text).toContain('Plan')
    expect(shown?.text).not.toMatch(/\*|`|#/)
  },

  'markup that would do harm is shown as text': async (harness) => {
    const text = 'Press [here](javascript:alert(1)) <script>alert(2)</script> @everyone'
    await sendDirect(harness, { text })
    const [shown] = await harness.shown('direct')
    expect(shown?.markup).not.toContain('<a ')
    expect(shown?.text).toContain('<script>alert(2)</script> @everyone')
  },

  'a part can be shown as a reply': async (harness) => {
    const { events } = await listen(harness)
    const replyTo = await harness.say({ text: 'Which one?' })
    const { place } = await arrived(events, 'message')
    await harness.adapter.sender.send(place.address, { text: 'This one', replyTo }, key())
    expect(await harness.shown('direct')).toEqual([expect.objectContaining({ text: 'This one', replyTo })])
  },

  'a collapsed part keeps all its text': async (harness) => {
    await sendDirect(harness, { text: '## Summary\n\nAll went well.', collapsed: true })
    const [shown] = await harness.shown('direct')
    expect(shown?.text).toContain('Summary')
    expect(shown?.text).toContain('All went well.')
  },

  'a message can be edited, and an edit that changes nothing succeeds': async (harness) => {
    const { address, id } = await sendDirect(harness, { text: 'Half' })
    const { edit } = harness.adapter.sender
    expect(edit).toBeDefined()
    await edit?.(address, id, { text: 'Half and half' })
    await edit?.(address, id, { text: 'Half and half' })
    expect(await harness.shown('direct')).toEqual([expect.objectContaining({ id, text: 'Half and half' })])
  },

  'typing is shown': async (harness) => {
    const { events } = await listen(harness)
    await harness.say({ text: 'Hello' })
    const { place } = await arrived(events, 'message')
    await harness.adapter.sender.showTyping?.(place.address)
    await vi.waitFor(async () => expect(await harness.typingShown('direct')).toBe(1), patience)
    expect(await harness.shown('direct')).toEqual([])
  },

  'a reply can be followed while it is written': async (harness) => {
    const { sender } = harness.adapter
    const { events } = await listen(harness)
    await harness.say({ text: 'Hello' })
    const { place } = await arrived(events, 'message')
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

  'a button brings its action back, from the place it was shown in': async (harness) => {
    const buttons = [
      { label: 'Turn off', action: '/digest off' },
      { label: 'Keep', action: '/digest on' },
    ]
    const { events, id, address } = await sendDirect(harness, { text: 'A summary a day?', buttons })
    expect((await harness.shown('direct'))[0]?.buttons).toEqual(['Turn off', 'Keep'])
    await harness.press(id, 'Turn off')
    const action = await arrived(events, 'action')
    expect(action).toMatchObject({ action: '/digest off', author: { isBot: false }, place: { address, kind: 'direct' } })
    expect(action.author.id).toBe(messages(events)[0]?.author.id)
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

export type ContractCase = keyof typeof contractCases

/** What every adapter must do, run against one: `name` says which, and how it is connected. */
export function platformAdapterContract(name: string, declaration: HarnessDeclaration): void {
  describe(`${name} keeps the contract of a platform adapter`, () => {
    let harness: AdapterHarness

    beforeEach(async () => {
      harness = await declaration.start()
    })

    afterEach(async () => {
      await harness.adapter.receiver.stop()
      await harness.close()
    })

    const exceptions: Readonly<Record<string, string | undefined>> = declaration.exceptions ?? {}
    for (const [title, run] of Object.entries(contractCases)) {
      const reason = exceptions[title]
      if (reason === undefined) it(title, () => run(harness))
      else it.skip(`${title} (not here: ${reason})`, () => {})
    }
  })
}

/** How long the suite waits for what comes over the network. */
const patience = { timeout: 10_000, interval: 10 }

let keys = 0
function key(): DeliveryKey {
  keys += 1
  return `contract:${keys}` as DeliveryKey
}

async function listen(harness: AdapterHarness): Promise<{ readonly events: InboundEvent[] }> {
  const events: InboundEvent[] = []
  await harness.adapter.receiver.start(async (event) => void events.push(event))
  return { events }
}

/** Somebody says hello, and the bot sends this part to where it was said. */
async function sendDirect(harness: AdapterHarness, part: ReplyPart) {
  const { events } = await listen(harness)
  await harness.say({ text: 'Hello' })
  const { address } = (await arrived(events, 'message')).place
  const id = await harness.adapter.sender.send(address, part, key())
  return { events, address, id }
}

function messages(events: readonly InboundEvent[]): InboundMessage[] {
  return events.filter((event) => event.type === 'message')
}

type Arriving = { message: InboundMessage; edit: InboundEdit; action: InboundAction }

/** The first event of a type, when it has come. */
function arrived<Type extends keyof Arriving>(events: readonly InboundEvent[], type: Type): Promise<Arriving[Type]> {
  return vi.waitFor(() => {
    const event = events.find((candidate): candidate is Arriving[Type] & InboundEvent => candidate.type === type)
    expect(event, `no ${type} has arrived`).toBeDefined()
    return event as Arriving[Type]
  }, patience)
}
