import { LLMock } from '@copilotkit/aimock'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../src/core/ports/clock.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import type { Transcriber, VoiceRecording } from '../../../src/core/ports/transcriber.ts'
import {
  createConfiguredTranscriber,
  createOpenAiTranscriber,
  type TranscriptionModelSettings,
} from '../../../src/model/openai/transcriber.ts'
import { TestClock } from '../../support/clock.ts'
import { modelFailure as failure, KEY } from '../../support/model-failure.ts'
import { answers, rawModelServer } from '../../support/raw-model-server.ts'

function transcriberAt(address: string, settings: Partial<TranscriptionModelSettings> = {}, clock = systemClock): Transcriber {
  const model = { name: 'whisper-test', baseUrl: `${address}/v1`, apiKey: KEY, requestTimeoutMs: 10_000, ...settings }
  return createOpenAiTranscriber({ clock, log: silentLog }, model)
}

const quickly = { attempts: 3, backoff: { firstMs: 1, longestMs: 10 } }
const voice: VoiceRecording = { name: 'note of Ana', mediaType: 'audio/ogg', content: Buffer.from('OggS and sound') }

const heard = (transcriber: Transcriber, recording = voice, signal = new AbortController().signal) =>
  transcriber.transcribe(recording, signal)

test('a server that keeps to the protocol gives what is said', async () => {
  const mock = new LLMock({ port: 0 })
  await mock.start()
  onTestFinished(() => mock.stop())
  mock.onTranscription({ transcription: { text: ' Call Ana at nine. ' } })
  expect(await heard(transcriberAt(mock.url))).toBe('Call Ana at nine.')
})

test('the server gets the recording, the model, the key, and a file name that tells the format and nothing else', async () => {
  const server = await rawModelServer(answers(200, { text: 'Yes.' }))
  const transcriber = transcriberAt(server.address)
  await heard(transcriber)
  await heard(transcriber, { ...voice, name: 'Secret plan.M4A' })
  await heard(transcriber, { ...voice, mediaType: 'audio/mpeg' })
  const [first, second, third] = server.bodies.map(({ file }) => file as File)
  expect(server.bodies[0]).toMatchObject({ model: 'whisper-test', response_format: 'json' })
  expect(await first!.text()).toBe('OggS and sound')
  expect([first, second, third].map((file) => file!.name)).toEqual(['recording.ogg', 'recording.m4a', 'recording.mp3'])
  expect(server.headers[0]!.authorization).toBe(`Bearer ${KEY}`)
})

test('a server that is busy or away is asked again; one that stays so is not asked for ever', async () => {
  const recovering = await rawModelServer(answers(503, {}), answers(429, {}, { 'retry-after-ms': '2' }), answers(200, { text: 'Yes.' }))
  expect(await heard(transcriberAt(recovering.address, { retryLimits: quickly }))).toBe('Yes.')
  const down = await rawModelServer(answers(500, {}))
  expect(await failure(heard(transcriberAt(down.address, { retryLimits: quickly })))).toMatchObject({ kind: 'unavailable' })
  expect(down.bodies).toHaveLength(3)
})

test.each([
  { what: 'refuses the recording', status: 400, body: { error: { message: `quotes ${KEY}` } } },
  { what: 'has no such model', status: 404, body: {} },
  { what: 'sends something else', status: 200, body: { choices: [] } },
])('a server that $what is not asked again', async ({ status, body }) => {
  const server = await rawModelServer(answers(status, body))
  expect(await failure(heard(transcriberAt(server.address, { retryLimits: quickly })))).toMatchObject({ kind: 'rejected' })
  expect(server.bodies).toHaveLength(1)
})

test('a transcript that does not come in time is given up, and its connection closed', async () => {
  const clock = new TestClock()
  let closed = false
  const server = await rawModelServer((response) => response.on('close', () => (closed = true)))
  const failed = failure(heard(transcriberAt(server.address, { requestTimeoutMs: 120_000 }, clock)))
  await expect.poll(() => server.bodies.length).toBe(1)
  clock.advance(120_000)
  expect(await failed).toMatchObject({ kind: 'stalled' })
  await expect.poll(() => closed).toBe(true)
  expect(server.bodies).toHaveLength(1)
})

test('one that is stopped ends at once, while it is made and while it waits to be tried again', async () => {
  const slow = await rawModelServer(() => {})
  const stop = new AbortController()
  const stopped = failure(heard(transcriberAt(slow.address), voice, stop.signal))
  await expect.poll(() => slow.bodies.length).toBe(1)
  stop.abort()
  expect(await stopped).toMatchObject({ kind: 'cancelled' })

  const clock = new TestClock()
  const busy = await rawModelServer(answers(503, {}))
  const stopWaiting = new AbortController()
  const waiting = failure(heard(transcriberAt(busy.address, {}, clock), voice, stopWaiting.signal))
  await expect.poll(() => clock.sleeping).toBeGreaterThan(1)
  stopWaiting.abort()
  expect(await waiting).toMatchObject({ kind: 'cancelled' })
  expect(busy.bodies).toHaveLength(1)
})

test('there is a transcriber where a model is named and a server is set', () => {
  const parts = { clock: systemClock, log: silentLog }
  const config = { idleTimeoutMs: 1_000, requestTimeoutMs: 1_000, discover: [] }
  expect(createConfiguredTranscriber(parts, { ...config, apiKey: KEY })).toBeUndefined()
  expect(createConfiguredTranscriber(parts, { ...config, transcriptionModel: 'whisper-1' })).toBeUndefined()
  expect(createConfiguredTranscriber(parts, { ...config, transcriptionModel: 'whisper-1', apiKey: KEY })?.name).toBe('whisper-1')
  expect(createConfiguredTranscriber(parts, { ...config, transcriptionModel: 'local', baseUrl: 'http://127.0.0.1:9/v1' })?.name).toBe(
    'local',
  )
})
