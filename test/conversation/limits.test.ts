import { expect, test } from 'vitest'
import { receive } from '../../src/conversation/receive/receive.ts'
import { answerThread } from '../../src/conversation/turn/answer.ts'
import type { AttachmentSource, PlatformMessageId } from '../../src/core/domain/ids.ts'
import { directPlace } from '../support/conversation.ts'
import { harness, running } from './harness.ts'

async function limited(bytesPerDay: number) {
  const b = await harness()
  const deps = { ...b.deps, settings: { ...b.deps.settings, bytesPerDay, attachmentMaxBytes: 2 ** 21 } }
  const ada = await b.person('ada')
  await ada.writes('Hello')
  let events = 0
  const send = async (by: typeof ada, name: string, text: string, { bytes, again = false }: { bytes?: number; again?: boolean } = {}) => {
    const number = again ? events : ++events
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
  return { b, deps, ada, send, stored, notices }
}

test('messages over the daily size are not stored, and the user is told once', async () => {
  const { b, ada, send, stored, notices } = await limited(2 ** 20)
  const ben = await b.person('ben')
  await ben.writes('Hello')
  for (let count = 0; count < 8; count++) await send(ada, 'ada', 'x'.repeat(200_000))
  expect(await stored()).toBe(5)
  expect(await notices()).toEqual([
    {
      text: 'Your last message was not stored, because with it you would have sent more than 1 MB within a day, which is the limit. The limit resets in about 24 hours.',
    },
  ])
  // Somebody else is not affected.
  await send(ben, 'ben', 'x'.repeat(200_000))
  expect(await stored()).toBe(6)
})

test('files count with the size that is kept of them', async () => {
  const { ada, send, stored } = await limited(2 ** 20)
  await send(ada, 'ada', 'A file', { bytes: 900_000 })
  await send(ada, 'ada', 'Another', { bytes: 900_000 })
  expect(await stored()).toBe(1)
})

test('all accounts and places of a user count together', async () => {
  const { b, ada, send, stored } = await limited(2 ** 20)
  const { userId } = await b.store.db.account.findFirstOrThrow({ where: { platformUserId: 'ada' } })
  await b.store.db.account.create({
    data: { userId, platform: 'test', tenant: '', platformUserId: 'ada-2', name: 'Ada', createdAt: b.clock.now() },
  })
  await send(ada, 'ada', 'x'.repeat(900_000))
  await send({ ...ada, direct: directPlace('ada-2') }, 'ada-2', 'x'.repeat(200_000))
  expect(await stored()).toBe(1)
})

test('what was not stored does not count: after a file that is too large, there is room for other messages', async () => {
  const { ada, send, stored } = await limited(2 ** 20)
  await send(ada, 'ada', 'Too large', { bytes: 2_000_000 })
  expect(await stored()).toBe(0)
  await send(ada, 'ada', 'x'.repeat(900_000))
  expect(await stored()).toBe(1)
})

test('an event that comes again counts once, and one that could not be stored does not count', async () => {
  const { b, ada, send, stored, notices } = await limited(2 ** 20)
  await send(ada, 'ada', 'x'.repeat(600_000))
  for (let times = 0; times < 5; times++) await send(ada, 'ada', 'x'.repeat(600_000), { again: true })
  const { transaction } = b.store
  Object.assign(b.store, { transaction: () => Promise.reject(new Error('The database is away.')) })
  for (let times = 0; times < 3; times++) await expect(send(ada, 'ada', 'x'.repeat(400_000))).rejects.toThrow('away')
  Object.assign(b.store, { transaction })
  await send(ada, 'ada', 'x'.repeat(400_000))
  expect(await stored()).toBe(2)
  expect(await notices()).toEqual([])
})

test.each([-5_000_000, Number.NaN, Number.POSITIVE_INFINITY])(
  'a file with the impossible size %s does not lift the limit',
  async (bytes) => {
    const { ada, send, stored } = await limited(2 ** 20)
    await send(ada, 'ada', 'x'.repeat(900_000))
    await send(ada, 'ada', 'x'.repeat(200_000), { bytes })
    expect(await stored()).toBe(1)
  },
)

test('a file without a size counts once it is fetched', async () => {
  const { b, deps, ada, send, stored } = await limited(2 ** 20)
  await ada.writes('A file', {
    attachments: [{ source: 'file' as AttachmentSource, name: 'a.bin', mediaType: 'application/octet-stream' }],
  })
  const sender = { ...b.chat.sender, fetchAttachment: async () => new Uint8Array(900_000) }
  await answerThread({ ...deps, senders: new Map([['test', sender]]) }, ada.threadId, { signal: running() })
  await send(ada, 'ada', 'x'.repeat(200_000))
  expect(await stored()).toBe(0)
})

test('without a limit, everything is stored', async () => {
  const { ada, send, stored } = await limited(0)
  for (let count = 0; count < 3; count++) await send(ada, 'ada', 'x'.repeat(900_000))
  expect(await stored()).toBe(3)
})
