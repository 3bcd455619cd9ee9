import { expect, test } from 'vitest'
import { receive } from '../../src/conversation/receive/receive.ts'
import type { PlatformMessageId } from '../../src/core/domain/ids.ts'
import { harness } from './harness.ts'

async function limited(bytesPerDay: number) {
  const b = await harness()
  const deps = { ...b.deps, settings: { ...b.deps.settings, bytesPerDay, attachmentMaxBytes: 2 ** 21 } }
  const ada = await b.person('ada')
  await ada.writes('Hello')
  let events = 0
  const send = async (by: typeof ada, name: string, text: string, bytes?: number) => {
    const number = ++events
    const attachments =
      bytes === undefined ? [] : [{ source: `file ${number}` as never, name: 'a.bin', mediaType: 'application/octet-stream', bytes }]
    await receive(deps, {
      type: 'message',
      place: by.direct,
      id: `sized-${number}` as PlatformMessageId,
      order: BigInt(1_000 + number),
      author: { id: name, name, isBot: false },
      text,
      addressed: true,
      sentAt: b.clock.now(),
      attachments,
    })
  }
  const stored = () => b.store.db.message.count({ where: { role: 'user', platformMessageId: { startsWith: 'sized-' } } })
  const notices = () => b.store.db.message.findMany({ where: { kind: 'notice' }, select: { text: true } })
  return { b, ada, send, stored, notices }
}

test('messages over the daily size are not stored, and the user is told once', async () => {
  const { b, ada, send, stored, notices } = await limited(2 ** 20)
  const ben = await b.person('ben')
  await ben.writes('Hello')
  for (let count = 0; count < 8; count++) await send(ada, 'ada', 'x'.repeat(200_000))
  expect(await stored()).toBe(5)
  expect(await notices()).toEqual([{ text: expect.stringMatching(/^You have sent more than 1 MB within a day, which is the limit\./) }])
  // Somebody else is not affected.
  await send(ben, 'ben', 'x'.repeat(200_000))
  expect(await stored()).toBe(6)
})

test('files count with the size that is kept of them', async () => {
  const { ada, send, stored } = await limited(2 ** 20)
  await send(ada, 'ada', 'A file', 900_000)
  await send(ada, 'ada', 'Another', 900_000)
  expect(await stored()).toBe(1)
})

test('without a limit, everything is stored', async () => {
  const { ada, send, stored } = await limited(0)
  for (let count = 0; count < 3; count++) await send(ada, 'ada', 'x'.repeat(900_000))
  expect(await stored()).toBe(3)
})
