import { describe, expect, test } from 'vitest'
import { type AnswerParts, answerThread } from '../../src/conversation/answer.ts'
import { stopTurn } from '../../src/conversation/stop.ts'
import { ModelError, PlatformError } from '../../src/core/errors.ts'
import type { AttachmentSource } from '../../src/core/ids.ts'
import type { FetchOptions, InboundAttachment, PlatformSender } from '../../src/core/platform.ts'
import type { Transcriber } from '../../src/core/transcriber.ts'
import { sharedPlace } from '../support/conversation.ts'
import { type Script, ScriptedModel } from '../support/scripted-model.ts'
import { failure, gate, type Harness, harness, rowsOf, running, settled, type Talker, turnsOf, until } from './harness.ts'

type Fetch = (source: string, options: FetchOptions, attempt: number) => Promise<Uint8Array>

interface Bench extends Harness {
  readonly ada: Talker
  readonly model: ScriptedModel
  /** What was asked of the platform, in order. */
  readonly fetched: string[]
  answer(changes?: Partial<AnswerParts>, signal?: AbortSignal): Promise<void>
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
  const parts = { ...h.parts, senders: new Map([['test', sender]]), ...(transcriber && { transcriber }) }
  const ada = await h.person()
  return {
    ...h,
    parts,
    ada,
    model,
    fetched,
    answer: (changes = {}, signal = running()) => answerThread({ ...parts, ...changes }, ada.threadId, { signal }),
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
    b.parts.broadcast.subscribe(({ type }) => news.push(type))
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
    expect(await attachments(b)).toMatchObject([{ state: 'stored', source: null, error: null }])
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
    expect(asked(b).content).toContain('[file voice.ogg, 5 bytes: it could not be transcribed, so you do not know what is said in it]')
    await b.store.db.message.update({ where: { id }, data: { owed: true } })
    await b.answer()
    expect(asked(b).content).toMatch(/\[voice message\] Now\.$/)
    expect(b.fetched).toHaveLength(1)
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
    await b.ada.edits(message, 'For Tuesday')
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
    await b.ada.edits(message, 'For Tuesday')
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
      if (source.includes('broken')) throw new TypeError('a bug')
      if (source.includes('blocked')) throw failure('unreachable')
      return bytes('x'.repeat(1_001))
    })
    const names = ['gone.zip', 'broken.zip', 'blocked.zip', 'grown.zip']
    await b.ada.writes('Look at these', {
      attachments: [...names.map((name) => file(name, 'application/zip')), file('large.zip', 'application/zip', 2_097_152)],
    })
    await b.answer()
    expect(asked(b).content.split('\n').slice(-5)).toEqual([
      '[file gone.zip: could not be fetched, gone, or larger than 1 KB]',
      '[file broken.zip: could not be fetched, its platform failed]',
      '[file blocked.zip: could not be fetched, its platform does not give it]',
      '[file grown.zip: could not be fetched, larger than 1 KB]',
      '[file large.zip, 2 MB: could not be fetched, larger than 1 KB]',
    ])
    expect(b.fetched).toHaveLength(4)
    expect((await attachments(b)).map(({ state, source }) => [state, source])).toEqual(names.concat('').map(() => ['failed', null]))
    expect(b.chat.screen(b.ada.direct.address)).toEqual(['A reply.'])
  })

  test('is tried four times, and not for ever', async () => {
    const b = await bench(async () => {
      throw failure('transient')
    })
    await b.ada.writes('Look', { attachments: [file('plan.pdf', 'application/pdf')] })
    const answered = b.answer()
    for (const ms of [1_000, 2_000, 4_000]) {
      await until(() => b.fetched.length === Math.log2(ms / 1_000) + 1)
      await slept(b, ms)
      await settled()
      b.clock.advance(ms)
    }
    await answered
    expect(b.fetched).toHaveLength(4)
    expect(asked(b).content).toMatch(/\[file plan\.pdf: could not be fetched, its platform does not give it\]$/)
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
    expect(asked(b).content).toMatch(/\[file plan\.pdf: could not be fetched, its platform took too long\]$/)
  })

  test('is so too on a platform that gives no files', async () => {
    const b = await bench(() => bytes(''))
    await b.ada.writes('Look', { attachments: [file('plan.pdf', 'application/pdf')] })
    await b.answer({ senders: new Map([['test', b.chat.sender]]) })
    expect(asked(b).content).toMatch(/\[file plan\.pdf: could not be fetched, its platform hands out no files\]$/)
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
    expect(await attachments(b)).toMatchObject([{ state: 'stored', source: null, bytes: 5 }])
    expect(b.chat.screen(b.ada.direct.address)).toEqual(['A reply.'])
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
    await stopTurn(b.parts, { threadId: b.ada.threadId })
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
    await b.answer({ settings: { ...b.parts.settings, contextTokens: 20_000 } })
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
    await b.answer()
    const inTeam = b.model.requests.find(({ messages }) => messages.some(({ content }) => content.includes('A picture for all')))!
    const pictures = inTeam.messages.flatMap((message) => (message.role === 'user' ? (message.images ?? []) : []))
    expect(pictures.map(({ content }) => Buffer.from(content).toString())).toEqual(['source of team.png'])
  })

  test('a model that refuses images says so in the usual sentence', async () => {
    const b = await bench(() => bytes('pixels'), { seesImages: true, script: [{ error: new ModelError('rejected', 'No images.') }] })
    await b.ada.writes('[photo]', { attachments: [png] })
    await b.answer()
    expect(b.chat.screen(b.ada.direct.address)[0]).toMatch(/^The language model refused the request/)
  })
})
