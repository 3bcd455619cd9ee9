import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { PlaceAddress } from '../../../src/core/domain/ids.ts'
import type { DeliveryKey, ReplyPart } from '../../../src/core/ports/platform.ts'
import type { RateLimits } from '../../../src/core/ports/rate-limits.ts'
import { createRateLimits } from '../../../src/jobs/rate-limits.ts'
import { type FakeSlack, startFakeSlack } from '../../fakes/slack/index.ts'
import { adapterOn } from './harness.ts'

const key = 'message 1, part 1' as DeliveryKey
const growing: ReplyPart = { text: 'So far', unfinished: true }

let slack: FakeSlack

beforeEach(async () => {
  slack = await startFakeSlack()
  onTestFinished(() => slack.close())
})

const count = (method: string) => slack.calls.filter((call) => call.method === method).length
const channelNamed = (name: string) => slack.channel(name).id as PlaceAddress

test('a channel gets five messages in five seconds, and the next one waits without a call', async () => {
  const rateLimits = createRateLimits()
  const { sender } = adapterOn(slack, { rateLimits }).adapter
  const [garden, kitchen] = [channelNamed('garden'), channelNamed('kitchen')]
  for (let sent = 0; sent < 5; sent++) await sender.send(garden, { text: `Message ${sent}` }, key)
  await expect(sender.send(garden, { text: 'One too many' }, key)).rejects.toMatchObject({ kind: 'deferred' })
  expect(count('chat.postMessage')).toBe(5)
  // Another process with the same limits may still send to another channel.
  await adapterOn(slack, { rateLimits }).adapter.sender.send(kitchen, { text: 'Hello' }, key)
  expect(count('chat.postMessage')).toBe(6)
})

test('growing replies leave room for the edit that finishes one', async () => {
  const { sender } = adapterOn(slack, { rateLimits: createRateLimits() }).adapter
  const garden = channelNamed('garden')
  const id = await sender.send(garden, growing, key)
  for (let edits = 0; edits < 7; edits++) await sender.edit?.(garden, id, growing)
  await expect(sender.edit?.(garden, id, growing)).rejects.toMatchObject({ kind: 'deferred' })
  expect(count('chat.update')).toBe(7)
  await sender.edit?.(garden, id, { text: 'The whole reply.' })
  expect(count('chat.update')).toBe(8)
})

test('a wait that Slack asks for delays the method in every process, and no other method', async () => {
  const rateLimits = createRateLimits()
  const [one, other] = [adapterOn(slack, { rateLimits }).adapter, adapterOn(slack, { rateLimits }).adapter]
  const garden = channelNamed('garden')
  const id = await one.sender.send(garden, { text: 'Hello' }, key)
  slack.failNext('chat.update', { status: 429, retryAfter: 30 })
  await expect(one.sender.edit?.(garden, id, { text: 'Hello!' })).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 30_000 })
  await expect(other.sender.edit?.(garden, id, { text: 'Hello!' })).rejects.toMatchObject({ kind: 'deferred' })
  expect(count('chat.update')).toBe(1)
  await other.sender.send(garden, { text: 'Hello again' }, key)
})

test('a wait of no seconds is one second, and does not last forever', async () => {
  const delays: number[] = []
  const rateLimits: RateLimits = { spend: async () => 0, refund: async () => {}, block: async (_budget, _key, ms) => void delays.push(ms) }
  const { sender } = adapterOn(slack, { rateLimits }).adapter
  slack.failNext('chat.postMessage', { status: 429, retryAfter: 0 })
  const sending = sender.send(channelNamed('garden'), { text: 'Hello' }, key)
  await expect(sending).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 1_000 })
  expect(delays).toEqual([1_000])
})

test('a stream that our own limits hold back goes on where it was', async () => {
  const rateLimits = createRateLimits()
  const { adapter } = adapterOn(slack, { rateLimits })
  const ada = slack.person({ name: 'Ada' })
  const events: unknown[] = []
  await adapter.receiver.start(async (event) => void events.push(event))
  onTestFinished(() => adapter.receiver.stop())
  slack.message({ from: ada, text: 'Hello' })
  await expect.poll(() => events.length, { timeout: 5_000 }).toBe(1)
  const place = `@${ada.id}` as PlaceAddress
  const id = await adapter.sender.send(place, { text: 'one', unfinished: true }, key)
  const append = (length: number) => adapter.sender.edit?.(place, id, { text: `one${' two'.repeat(length)}`, unfinished: true })
  for (let length = 1; length <= 20; length++) await append(length)
  await expect(append(21)).rejects.toMatchObject({ kind: 'deferred' })
  await adapter.sender.edit?.(place, id, { text: `one${' two'.repeat(22)}.` })
  expect(slack.pieces(ada, id).join('')).toBe(`one${' two'.repeat(22)}.`)
  expect(count('chat.update')).toBe(0)
})
