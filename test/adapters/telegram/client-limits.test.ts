import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createRateLimits } from '../../../src/jobs/rate-limits.ts'
import { type FakeTelegram, startFakeTelegram } from '../../fakes/telegram/index.ts'
import { adapterOn, key } from './harness.ts'

let telegram: FakeTelegram

beforeEach(async () => {
  telegram = await startFakeTelegram()
  onTestFinished(() => telegram.close())
})

const sent = () => telegram.calls.filter(({ method }) => method === 'sendMessage').length

test('a group gets 20 messages per minute, and the next one waits without a call', async () => {
  const rateLimits = createRateLimits()
  const { adapter } = adapterOn(telegram, { rateLimits })
  const group = telegram.group('Roses')
  const to = String(group.id) as never
  for (let count = 0; count < 20; count++) await adapter.sender.send(to, { text: `Message ${count}` }, key)
  await expect(adapter.sender.send(to, { text: 'One too many' }, key)).rejects.toMatchObject({ kind: 'deferred' })
  expect(sent()).toBe(20)
  // Edits have a budget of their own, and so has another process with the same limits for another chat.
  await adapter.sender.edit?.(to, '1' as never, { text: 'Edited' })
  const person = telegram.person({ name: 'Ada' })
  await adapterOn(telegram, { rateLimits }).adapter.sender.send(String(person.id) as never, { text: 'Hello' }, key)
  expect(sent()).toBe(21)
})

test('a wait that Telegram asks for delays the following calls to the chat, in every process', async () => {
  const rateLimits = createRateLimits()
  const [one, other] = [adapterOn(telegram, { rateLimits }).adapter, adapterOn(telegram, { rateLimits }).adapter]
  const to = String(telegram.person({ name: 'Ada' }).id) as never
  telegram.failNext('sendMessage', { status: 429, retryAfter: 30 })
  await expect(one.sender.send(to, { text: 'Hello' }, key)).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 30_000 })
  const before = sent()
  await expect(other.sender.send(to, { text: 'Hello again' }, key)).rejects.toMatchObject({ kind: 'deferred' })
  expect(sent()).toBe(before)
})
