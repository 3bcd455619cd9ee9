import { beforeEach, describe, expect, it } from 'vitest'
import type { AttachmentSource } from '../../../../src/core/domain/ids.ts'
import type { InboundAttachment } from '../../../../src/core/ports/platform.ts'
import { type FakePerson, type FakeTelegram, type MessageFile, startFakeTelegram } from '../../../fakes/telegram/index.ts'
import { adapterOn, failureOf, startAndCollect } from '../harness.ts'

let telegram: FakeTelegram
let ada: FakePerson

beforeEach(async () => {
  telegram = await startFakeTelegram()
  ada = telegram.person({ name: 'Ada' })
  return () => telegram.close()
})

const content = Uint8Array.from({ length: 5000 }, (_, index) => index % 251)

/** The attachment as it arrives, and the way to fetch it. */
async function receiveFile(file: Partial<MessageFile> & Pick<MessageFile, 'kind'>) {
  const { adapter } = adapterOn(telegram)
  const events = await startAndCollect(adapter)
  telegram.message({ from: ada, file: { content, ...file } })
  const message = await telegram.waitFor(() => events.find((event) => event.type === 'message'), 'the message')
  const [attachment] = message.attachments ?? []
  const fetchIt = (maxBytes = 20_000, signal = new AbortController().signal) =>
    attachment && adapter.sender.fetchAttachment?.(attachment.source, { maxBytes, signal })
  return { text: message.text, attachment, fetchIt }
}

describe('a file that comes with a message', () => {
  it.each<[MessageFile['kind'], string, Partial<InboundAttachment>]>([
    ['photo', '[photo]', { name: 'photo.jpg', mediaType: 'image/jpeg' }],
    ['document', '[file]', { name: 'file', mediaType: 'application/octet-stream' }],
    ['voice', '[voice message]', { name: 'voice-message.ogg', mediaType: 'audio/ogg' }],
    ['audio', '[audio]', { name: 'audio.mp3', mediaType: 'audio/mpeg' }],
    ['video', '[video]', { name: 'video.mp4', mediaType: 'video/mp4' }],
    ['video_note', '[video message]', { name: 'video-message.mp4', mediaType: 'video/mp4' }],
    ['animation', '[animation]', { name: 'animation.mp4', mediaType: 'video/mp4' }],
  ])('as %s is told with its kind, size and type, and fetched whole', async (kind, word, expected) => {
    const { text, attachment, fetchIt } = await receiveFile({ kind })
    expect(text).toBe(word)
    expect(attachment).toMatchObject({ ...expected, bytes: content.length })
    expect(Uint8Array.from((await fetchIt()) ?? [])).toEqual(content)
  })

  it('keeps the name and the type that its author gave it', async () => {
    const { attachment } = await receiveFile({ kind: 'document', name: 'plan.pdf', mediaType: 'application/pdf' })
    expect(attachment).toMatchObject({ name: 'plan.pdf', mediaType: 'application/pdf' })
  })

  it('is refused when it is longer than wanted, before it is fetched', async () => {
    const { fetchIt } = await receiveFile({ kind: 'document' })
    expect(await failureOf(fetchIt(content.length - 1))).toMatchObject({ name: 'PlatformError', kind: 'rejected' })
    expect(telegram.calls.map(({ method }) => method)).not.toContain('download')
  })

  it('is read no further than wanted when Telegram does not say its size', async () => {
    const { fetchIt } = await receiveFile({ kind: 'document' })
    telegram.forgetSizes()
    expect(await failureOf(fetchIt(100))).toMatchObject({ kind: 'rejected' })
    expect(await fetchIt()).toHaveLength(content.length)
  })

  it('is refused when it is longer than Telegram gives to bots', async () => {
    const { fetchIt } = await receiveFile({ kind: 'document', content: new Uint8Array(20 * 1024 * 1024 + 1) })
    expect(String(await failureOf(fetchIt()))).toContain('over 20 MB')
  })

  it.each([
    ['gone', 'download', { status: 404 }, 'rejected'],
    ['held back', 'download', { status: 429, retryAfter: 3 }, 'rate_limited'],
    ['away', 'download', { status: 502 }, 'transient'],
    ['cut', 'download', 'cut-after' as const, 'transient'],
    ['unknown', 'getFile', { status: 400, description: 'Bad Request: wrong file_id' }, 'rejected'],
    ['not asked', 'getFile', 'cut-before' as const, 'transient'],
    ['not yet to be asked', 'getFile', { status: 429, retryAfter: 3 }, 'rate_limited'],
  ])('that is %s says so, without the token', async (_, method, failure, kind) => {
    const { fetchIt } = await receiveFile({ kind: 'document' })
    telegram.failNext(method, failure)
    const error = await failureOf(fetchIt())
    expect(error).toMatchObject({ name: 'PlatformError', kind })
    const told = `${String(error)} ${JSON.stringify(error, Object.getOwnPropertyNames(error))} ${String((error as Error).cause)}`
    expect(told).not.toContain(telegram.token.split(':')[1])
    expect(await fetchIt()).toHaveLength(content.length)
  })

  it('is let go when nobody waits for it any more', async () => {
    const { fetchIt } = await receiveFile({ kind: 'document' })
    expect(await failureOf(fetchIt(20_000, AbortSignal.abort()))).toMatchObject({ name: 'PlatformError', kind: 'transient' })
  })

  it('cannot be fetched by an id that Telegram does not know', async () => {
    const { sender } = adapterOn(telegram).adapter
    const never = sender.fetchAttachment?.('never' as AttachmentSource, { maxBytes: 9, signal: new AbortController().signal })
    expect(await failureOf(never)).toMatchObject({ kind: 'rejected' })
  })
})
