import { describe, expect, test } from 'vitest'
import type { ConversationDeps } from '../../../src/conversation/deps.ts'
import { receive } from '../../../src/conversation/receive/receive.ts'
import { answerThread } from '../../../src/conversation/turn/answer.ts'
import { cancelTurn } from '../../../src/conversation/turn/cancel.ts'
import { claimTurn } from '../../../src/conversation/turn/claim-turn.ts'
import { prepareAttachments } from '../../../src/conversation/turn/prepare-attachments.ts'
import { retryReply } from '../../../src/conversation/turn/retry.ts'
import { ModelError, PlatformError } from '../../../src/core/domain/errors.ts'
import type { AttachmentSource } from '../../../src/core/domain/ids.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import type { FetchOptions, InboundAttachment, InboundEdit, PlatformSender } from '../../../src/core/ports/platform.ts'
import type { Transcriber } from '../../../src/core/ports/transcriber.ts'
import { acquireLease } from '../../../src/threads/lease.ts'
import { sharedPlace } from '../../support/conversation.ts'
import { type Script, ScriptedModel } from '../../support/scripted-model.ts'
import { failure, gate, type Harness, harness, rowsOf, running, settled, type Talker, takeOver, turnsOf, until } from '../harness.ts'

type Fetch = (source: string, options: FetchOptions, attempt: number) => Promise<Uint8Array>

interface Bench extends Harness {
  readonly ada: Talker
  readonly model: ScriptedModel
  /** What was asked of the platform, in order. */
  readonly fetched: string[]
  answer(changes?: Partial<ConversationDeps>, signal?: AbortSignal): Promise<void>
}

interface BenchOptions {
  readonly script?: Script
  readonly seesImages?: boolean
  readonly transcriber?: Transcriber
}

/** A conversation on a platform that gives files as a test says. */
async function bench(fetch: Fetch, { script, seesImages = false, transcriber }: BenchOptions = {}): Promise<Bench> {
  const model = Object.assign(new ScriptedModel(script ?? [{ text: 'A reply.' }]), { seesImages })
  const h = await harness({ model, abilities: { edit: false } })
  const fetched: string[] = []
  const sender: PlatformSender = {
    ...h.chat.sender,
    fetchAttachment(source, options) {
      fetched.push(source)
      return fetch(source, options, fetched.filter((one) => one === source).length)
    },
  }
  const deps = { ...h.deps, senders: new Map([['test', sender]]), ...(transcriber && { transcriber }) }
  const ada = await h.person()
  return {
    ...h,
    deps,
    ada,
    model,
    fetched,
    answer: (changes = {}, signal = running()) => answerThread({ ...deps, ...changes }, ada.threadId, { signal }),
  }
}

const bytes = (text: string) => Promise.resolve(Buffer.from(text))

const file = (name: string, mediaType: string, size?: number): InboundAttachment => ({
  source: `source of ${name}` as AttachmentSource,
  name,
  mediaType,
  ...(size !== undefined && { bytes: size }),
})

const voice = file('voice.ogg', 'audio/ogg')

/** Hears what the recording holds as text; what it was given before. */
function hears(say: (content: string) => string | Promise<string> = (content) => content): Transcriber & { readonly given: string[] } {
  const given: string[] = []
  return {
    name: 'ears',
    given,
    async transcribe({ content }) {
      given.push(Buffer.from(content).toString())
      return say(Buffer.from(content).toString())
    },
  }
}

/** As platforms tell of an edit: with all the files that the message has after it. */
async function edits({ deps, ada, clock }: Bench, message: Message, { text, attachments }: Pick<InboundEdit, 'text' | 'attachments'>) {
  const { platformMessageId, platformOrder: order, sentAt } = message
  const author = { id: 'ada', name: 'ada', isBot: false }
  await receive(deps, {
    ...{ type: 'edit', place: ada.direct, id: platformMessageId!, order, author, text, addressed: true, sentAt, editedAt: clock.now() },
    ...(attachments && { attachments }),
  })
}

/** The last message of the person that the model was shown, from its call `call`. */
const asked = ({ model }: Bench, call = model.requests.length) =>
  model.requests[call - 1]!.messages.findLast(({ role }) => role === 'user')!

const attachments = ({ store }: Harness) => store.db.attachment.findMany({ orderBy: { id: 'asc' }, omit: { content: true } })

const slept = ({ clock }: Harness, ms: number) => until(() => clock.sleeps.includes(ms))

describe('a voice note', () => {
  test('is fetched, also when that fails twice, and answered as what is said in it, in one go', async () => {
    const b = await bench(
      async (_, { maxBytes }, attempt) => {
        if (attempt === 1) throw failure('transient')
        if (attempt === 2) throw failure('rate_limited', 7_000)
        // Nothing holds the database meanwhile.
        await b.store.transaction((tx) => tx.user.count())
        return Buffer.from(`Call Ana at nine. I may take ${maxBytes} bytes.`)
      },
      { transcriber: hears() },
    )
    const news: string[] = []
    b.deps.broadcast.subscribe(({ type }) => news.push(type))
    const message = await b.ada.writes('[voice message]', { attachments: [voice] })
    const answered = b.answer()
    await slept(b, 1_000)
    b.clock.advance(1_000)
    await slept(b, 7_000)
    b.clock.advance(7_000)
    await answered

    const text = '[voice message] Call Ana at nine. I may take 1000 bytes.'
    expect(b.fetched).toHaveLength(3)
    expect(b.model.requests).toHaveLength(1)
    expect(asked(b).content.endsWith(`[#${message.id}] ${text}`)).toBe(true)
    const [stored] = await rowsOf(b, b.ada.threadId)
    expect(stored).toMatchObject({ text, editedAt: null })
    expect(stored!.changeSeq).toBeGreaterThan(message.changeSeq)
    expect(b.chat.screen(b.ada.direct.address)).toEqual(['A reply.'])
    expect(await attachments(b)).toMatchObject([{ state: 'stored', error: null }])
    expect(b.jobs('index-thread').length).toBeGreaterThan(1)
    expect(news.filter((type) => type === 'thread-changed').length).toBeGreaterThan(2)
  })

  test('without a transcription model stays as it is, and the model knows that it cannot listen', async () => {
    const b = await bench(() => bytes('sound'))
    await b.ada.writes('[voice message]', { attachments: [voice] })
    await b.answer()
    expect(asked(b).content).toMatch(/\[voice message\]\n\[file voice\.ogg, 5 bytes: you cannot listen to it\]$/)
    expect(await attachments(b)).toMatchObject([{ state: 'stored', transcript: null }])
  })

  test('that cannot be transcribed is answered as such, and listened to again on another try', async () => {
    const transcriber = hears(() => {
      if (transcriber.given.length === 1) throw new ModelError('unavailable', 'It is away.')
      return 'Now.'
    })
    const b = await bench(() => bytes('sound'), { transcriber })
    const { id } = await b.ada.writes('[voice message]', { attachments: [voice] })
    await b.answer()
    expect(asked(b).content).toContain('[file voice.ogg, 5 bytes: it could not be transcribed, so you do not know what it says]')
    await b.store.db.message.update({ where: { id }, data: { pending: true } })
    await b.answer()
    expect(asked(b).content).toMatch(/\[voice message\] Now\.$/)
    expect(b.fetched).toHaveLength(1)
  })

  test('that takes more than a minute to be listened to is answered as such', async () => {
    const transcriber = hears(() => new Promise(() => {}))
    const b = await bench(() => bytes('sound'), { transcriber })
    await b.ada.writes('[voice message]', { attachments: [voice] })
    const answered = b.answer()
    await until(() => transcriber.given.length === 1)
    b.clock.advance(60_000)
    await answered
    expect(asked(b).content).toContain('[file voice.ogg, 5 bytes: it could not be transcribed, so you do not know what it says]')
  })

  test('that is deleted while it is fetched leaves nothing, and gets no reply', async () => {
    const door = gate()
    const b = await bench(() => door.opened.then(() => bytes('sound')), { transcriber: hears() })
    const message = await b.ada.writes('[voice message]', { attachments: [voice] })
    const answered = b.answer()
    await until(() => b.fetched.length === 1)
    await b.ada.deletes(message)
    door.open()
    await answered
    expect(await attachments(b)).toEqual([])
    expect(b.model.requests).toHaveLength(0)
    expect((await rowsOf(b, b.ada.threadId)).map(({ text }) => text)).toEqual([''])
    expect((await turnsOf(b)).map(({ state }) => state)).toEqual(['stopped'])
  })

  test('that is deleted while it is listened to stays deleted', async () => {
    const door = gate()
    const transcriber = hears((content) => door.opened.then(() => content))
    const b = await bench(() => bytes('A secret.'), { transcriber })
    const message = await b.ada.writes('[voice message]', { attachments: [voice] })
    const answered = b.answer()
    await until(() => transcriber.given.length === 1)
    await b.ada.deletes(message)
    door.open()
    await answered
    expect((await rowsOf(b, b.ada.threadId)).map(({ text }) => text)).toEqual([''])
    expect(await attachments(b)).toEqual([])
  })

  test('whose words are edited while it is listened to is answered with both', async () => {
    const door = gate()
    const transcriber = hears((content) => door.opened.then(() => content))
    const b = await bench(() => bytes('Call Ana.'), { transcriber })
    const message = await b.ada.writes('For Monday', { attachments: [voice] })
    const answered = b.answer()
    await until(() => transcriber.given.length === 1)
    await edits(b, message, { text: 'For Tuesday', attachments: [voice] })
    door.open()
    await answered
    expect(b.model.requests).toHaveLength(1)
    expect(asked(b).content).toMatch(/For Tuesday\n\[voice message\] Call Ana\.$/)
  })

  test('whose words are edited while the reply is written is answered anew, and not fetched or listened to again', async () => {
    const door = gate()
    const transcriber = hears()
    const b = await bench(() => bytes('Call Ana.'), { transcriber, script: [{ text: 'Old.', after: door.opened }, { text: 'New.' }] })
    const message = await b.ada.writes('For Monday', { attachments: [voice] })
    const answered = b.answer()
    await b.model.called()
    await edits(b, message, { text: 'For Tuesday', attachments: [voice] })
    door.open()
    await answered
    expect([asked(b, 1).content, asked(b, 2).content]).toEqual([
      expect.stringMatching(/For Monday\n\[voice message\] Call Ana\.$/),
      expect.stringMatching(/For Tuesday\n\[voice message\] Call Ana\.$/),
    ])
    expect(b.chat.screen(b.ada.direct.address)).toEqual(['New.'])
    expect([b.fetched.length, transcriber.given.length]).toEqual([1, 1])
  })
})

describe('what cannot be had', () => {
  test('is told to the model with the reason, and holds nothing up', async () => {
    const b = await bench((source) => {
      if (source.includes('gone')) throw failure('rejected')
      return bytes('x'.repeat(1_001))
    })
    const names = ['gone.zip', 'grown.zip']
    await b.ada.writes('Look at these', {
      attachments: [...names.map((name) => file(name, 'application/zip')), file('large.zip', 'application/zip', 2_097_152)],
    })
    await b.answer()
    expect(asked(b).content.split('\n').slice(-3)).toEqual([
      '[file gone.zip: could not be fetched, gone, or larger than 1 KB]',
      '[file grown.zip: could not be fetched, larger than 1 KB]',
      '[file large.zip, 2 MB: could not be fetched, larger than 1 KB]',
    ])
    expect(b.fetched).toHaveLength(2)
    expect((await attachments(b)).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
    expect(b.chat.screen(b.ada.direct.address)).toEqual(['A reply.'])
  })

  test.each(['transient', 'rate_limited'] as const)('for %s trouble is tried four times now, and again with the next try', async (kind) => {
    const b = await bench(async (_source, _options, attempt) => {
      if (attempt <= 4) throw failure(kind)
      return Buffer.from('The plan.')
    })
    const { id } = await b.ada.writes('Look', { attachments: [file('plan.txt', 'text/plain')] })
    const answered = b.answer()
    for (const ms of [1_000, 2_000, 4_000]) {
      await until(() => b.fetched.length === Math.log2(ms / 1_000) + 1)
      await slept(b, ms)
      await settled()
      b.clock.advance(ms)
    }
    await answered
    expect(b.fetched).toHaveLength(4)
    expect(asked(b).content).toMatch(/\[file plan\.txt: could not be fetched yet\]$/)
    await b.store.db.message.update({ where: { id }, data: { pending: true, turnId: null } })
    await b.answer()
    expect(asked(b).content).toContain('    The plan.')
  })

  test.each([
    { what: 'that fails in no known way', error: new TypeError('a bug') },
    { what: 'that does not let the bot in', error: failure('unreachable') },
  ])('from a platform $what is left for another try', async ({ error }) => {
    const b = await bench(async () => {
      throw error
    })
    await b.ada.writes('Look', { attachments: [file('plan.pdf', 'application/pdf')] })
    await b.answer()
    expect(b.fetched).toHaveLength(1)
    expect(asked(b).content).toMatch(/\[file plan\.pdf: could not be fetched yet\]$/)
    expect(await attachments(b)).toMatchObject([{ state: 'pending', error: null }])
  })

  test('and takes too long is given up after a minute', async () => {
    let aborted = false
    const b = await bench(
      (_, { signal }) =>
        new Promise(() => {
          signal.addEventListener('abort', () => {
            aborted = true
          })
        }),
    )
    await b.ada.writes('Look', { attachments: [file('plan.pdf', 'application/pdf')] })
    const answered = b.answer()
    await until(() => b.fetched.length === 1)
    b.clock.advance(60_000)
    await answered
    expect(aborted).toBe(true)
    expect(await attachments(b)).toMatchObject([{ state: 'pending' }])
    expect(asked(b).content).toMatch(/\[file plan\.pdf: could not be fetched yet\]$/)
  })

  test('is so too on a platform that gives no files', async () => {
    const b = await bench(() => bytes(''))
    await b.ada.writes('Look', { attachments: [file('plan.pdf', 'application/pdf')] })
    await b.answer({ senders: new Map([['test', b.chat.sender]]) })
    expect(asked(b).content).toMatch(/\[file plan\.pdf: could not be fetched, its platform does not provide files\]$/)
  })
})

test('what was answered without a file is answered anew when that is asked for, and nothing else is', async () => {
  const b = await bench((_source, _options, attempt) => (attempt === 1 ? Promise.reject(failure('unreachable')) : bytes('The plan.')))
  const { threadId, placeId } = await b.ada.writes('Look', { attachments: [file('plan.txt', 'text/plain')] })
  await b.answer()
  expect(await retryReply(b.deps, { threadId, placeId })).toEqual({ retried: 'turn' })
  await b.answer()
  expect(await attachments(b)).toMatchObject([{ state: 'stored' }])
  expect(await retryReply(b.deps, { threadId, placeId })).toEqual({ retried: 'nothing' })
})

test('files of a platform that is switched off meanwhile stay to be fetched', async () => {
  const b = await bench(() => bytes(''))
  await b.ada.writes('Look', { attachments: [file('plan.pdf', 'application/pdf')] })
  const lease = (await acquireLease(b.deps, `thread:${b.ada.threadId}`))!
  const turn = (await claimTurn(b.deps, lease, b.ada.threadId))!
  await prepareAttachments({ ...b.deps, senders: new Map() }, turn, { lease, signal: running() })
  expect(await attachments(b)).toMatchObject([{ state: 'pending', error: null }])
})

describe('an edit while the reply is written', () => {
  test('brings new files and takes others away: the reply is made anew with what there is then', async () => {
    const door = gate()
    const b = await bench((source) => bytes(source), { script: [{ text: 'Old.', after: door.opened }, { text: 'New.' }] })
    const [first, second] = [file('first.txt', 'text/plain'), file('second.txt', 'text/plain')]
    const message = await b.ada.writes('Look', { attachments: [first] })
    const answered = b.answer()
    await b.model.called()
    await edits(b, message, { text: 'Look', attachments: [second] })
    door.open()
    await answered
    expect(asked(b).content).toContain('    source of second.txt')
    expect(asked(b).content).not.toContain('first.txt')
    expect(b.chat.screen(b.ada.direct.address)).toEqual(['New.'])
  })
})

describe('fetching', () => {
  test('is done for three at a time', async () => {
    const door = gate()
    const b = await bench(() => door.opened.then(() => bytes('x')))
    await b.ada.writes('Look', { attachments: [1, 2, 3, 4, 5].map((n) => file(`${n}.zip`, 'application/zip')) })
    const answered = b.answer()
    await until(() => b.fetched.length === 3)
    await settled()
    expect(b.fetched).toHaveLength(3)
    door.open()
    await answered
    expect(b.fetched).toHaveLength(5)
  })

  test('that a process does not live to see the end of is done again by the next one', async () => {
    const stop = new AbortController()
    const b = await bench((_, { signal }, attempt) => {
      if (attempt > 1) return bytes('Once.')
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new PlatformError('transient', 'cut'))))
    })
    await b.ada.writes('Look', { attachments: [file('plan.txt', 'text/plain')] })
    const answered = b.answer({}, stop.signal)
    await until(() => b.fetched.length === 1)
    stop.abort()
    await answered
    expect(await attachments(b)).toMatchObject([{ state: 'pending', source: 'source of plan.txt' }])
    await b.answer({ workerName: 'another' })
    expect(asked(b).content).toContain('    Once.')
    expect(await attachments(b)).toMatchObject([{ state: 'stored', bytes: 5 }])
    expect(b.chat.screen(b.ada.direct.address)).toEqual(['A reply.'])
  })

  test('takes a minute and a half at most, for all files of a turn together', async () => {
    const b = await bench(() => new Promise(() => {}))
    await b.ada.writes('Look', { attachments: [1, 2, 3, 4, 5, 6, 7].map((n) => file(`${n}.zip`, 'application/zip')) })
    const answered = b.answer()
    await until(() => b.fetched.length === 3)
    b.clock.advance(60_000)
    await until(() => b.fetched.length === 6)
    b.clock.advance(30_000)
    await answered
    expect(b.fetched).toHaveLength(6)
    expect(asked(b).content.match(/could not be fetched yet/g)).toHaveLength(7)
  })

  test('is done for the twenty newest files of a turn, and the others are named', async () => {
    const b = await bench(() => bytes('x'))
    const names = Array.from({ length: 22 }, (_, n) => `${n + 1}.zip`)
    await b.ada.writes('Look', { attachments: names.map((name) => file(name, 'application/zip')) })
    await b.answer()
    expect([...b.fetched].sort()).toEqual(
      names
        .slice(2)
        .map((name) => `source of ${name}`)
        .sort(),
    )
    expect(
      asked(b)
        .content.match(/\[file .*/g)
        ?.slice(0, 3),
    ).toEqual([
      '[file 1.zip: could not be fetched yet]',
      '[file 2.zip: could not be fetched yet]',
      '[file 3.zip, 1 byte: you cannot open it]',
    ])
  })

  test('by a worker that has lost the thread writes nothing', async () => {
    const door = gate()
    const b = await bench(() => door.opened.then(() => bytes('late')))
    await b.ada.writes('Look', { attachments: [file('plan.txt', 'text/plain'), file('large.zip', 'application/zip', 2_000)] })
    const answered = b.answer()
    await until(async () => b.fetched.length === 1 && (await attachments(b)).some(({ state }) => state === 'failed'))
    await takeOver(b, `thread:${b.ada.threadId}`)
    door.open()
    await answered
    expect(await attachments(b)).toMatchObject([{ state: 'pending' }, { state: 'failed' }])
    expect(b.model.requests).toHaveLength(0)
  })

  test('ends with /stop, and so does the turn', async () => {
    const b = await bench(
      (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new PlatformError('transient', 'cut')))),
      { script: [{ stall: true }] },
    )
    await b.ada.writes('Look', { attachments: [file('plan.pdf', 'application/pdf')] })
    const answered = b.answer()
    await until(() => b.fetched.length === 1)
    await cancelTurn(b.deps, { threadId: b.ada.threadId })
    await answered
    expect((await turnsOf(b)).map(({ state }) => state)).toEqual(['stopped'])
    expect(b.fetched).toHaveLength(1)
  })
})

describe('what the model is shown', () => {
  const png = file('cat.png', 'image/png')

  test('images, where it sees any: the four newest of what it answers', async () => {
    const b = await bench((source) => bytes(source), { seesImages: true, script: (_, call) => ({ text: `Reply ${call}.` }) })
    await b.ada.writes('[photo]', { attachments: [png] })
    await b.answer()
    await b.ada.writes('Look at these', { attachments: [1, 2, 3].map((n) => file(`${n}.jpg`, 'image/jpeg')) })
    await b.ada.writes('And these', {
      attachments: [file('4.webp', 'image/webp'), file('5.gif', 'image/gif'), file('6.svg', 'image/svg+xml')],
    })
    // Room for all four, by the estimate.
    await b.answer({ settings: { ...b.deps.settings, contextTokens: 24_000 } })
    const shown = b.model.requests.map(({ messages }) =>
      messages.map((message) =>
        message.role === 'user' ? (message.images ?? []).map(({ content }) => Buffer.from(content).toString()) : [],
      ),
    )
    expect(shown[0]!.flat()).toEqual(['source of cat.png'])
    expect(shown[1]!.filter((images) => images.length > 0)).toEqual([
      ['source of 2.jpg', 'source of 3.jpg'],
      ['source of 4.webp', 'source of 5.gif'],
    ])
    expect(asked(b).content).toMatch(
      /And these\n\[file 4\.webp, 16 bytes\]\n\[file 5\.gif, 15 bytes\]\n\[file 6\.svg, 15 bytes: you cannot see it\]$/,
    )
  })

  test('no images where it sees none', async () => {
    const b = await bench(() => bytes('pixels'))
    await b.ada.writes('[photo]', { attachments: [png] })
    await b.answer()
    expect(asked(b)).toEqual({ role: 'user', content: expect.stringMatching(/\[photo\]\n\[file cat\.png, 6 bytes: you cannot see it\]$/) })
  })

  test('in front of others, only what was sent there', async () => {
    const b = await bench((source) => bytes(source), { seesImages: true, script: (_, call) => ({ text: `Reply ${call}.` }) })
    const place = sharedPlace('team')
    await b.ada.writes('A private picture', { attachments: [png] })
    await b.ada.writes('A picture for all', { place, attachments: [file('team.png', 'image/png')] })
    for (let turns = 0; turns < 2; turns++) await b.answer()
    const inTeam = b.model.requests.find(({ messages }) => messages.some(({ content }) => content.includes('A picture for all')))!
    const pictures = inTeam.messages.flatMap((message) => (message.role === 'user' ? (message.images ?? []) : []))
    expect(pictures.map(({ content }) => Buffer.from(content).toString())).toEqual(['source of team.png'])
  })

  test('a model that refuses images is asked without them, and told so', async () => {
    const refused = new ModelError('rejected', 'No images.')
    const b = await bench(() => bytes('pixels'), { seesImages: true, script: [{ error: refused }, { text: 'I cannot see it.' }] })
    await b.ada.writes('[photo]', { attachments: [png] })
    await b.answer()
    expect(asked(b)).toEqual({ role: 'user', content: expect.stringMatching(/\[picture cat\.png: the model server rejected it\]$/) })
    expect(b.chat.screen(b.ada.direct.address)).toEqual(['I cannot see it.'])
  })

  test('a model that refuses the request without images too says so in the usual sentence', async () => {
    const b = await bench(() => bytes('pixels'), { seesImages: true, script: [{ error: new ModelError('rejected', 'No.') }] })
    await b.ada.writes('[photo]', { attachments: [png] })
    await b.answer()
    expect(b.model.requests).toHaveLength(2)
    expect(b.chat.screen(b.ada.direct.address)[0]).toMatch(/^The language model rejected the request/)
  })
})
