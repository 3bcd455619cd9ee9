import { expect, test } from 'vitest'
import { PlatformError, type PlatformErrorKind } from '../../../src/core/domain/errors.ts'
import type { ExportId, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import type { OutgoingFile, PlatformSender } from '../../../src/core/ports/platform.ts'
import { createLocalBroadcast } from '../../../src/jobs/embedded/open-queue.ts'
import { findPendingExports } from '../../../src/privacy/export/request-export.ts'
import { sendExport } from '../../../src/privacy/export/send-export.ts'
import type { Store } from '../../../src/store/store.ts'
import { TestClock } from '../../support/clock.ts'
import { type TestPerson, testPerson } from '../../support/conversation.ts'
import { privacyDeps } from '../../support/privacy.ts'
import { testStore } from '../../support/store.ts'

interface Options {
  readonly maxFileBytes?: number
  /** What becomes of each file, in order; sent where absent. */
  readonly failures?: readonly (PlatformErrorKind | undefined)[]
}

const { signal } = new AbortController()

async function bench({ maxFileBytes = 1_000_000, failures = [] }: Options = {}) {
  const store = await testStore()
  const clock = new TestClock()
  const sent: { to: string; file: OutgoingFile }[] = []
  let tried = 0
  const sender: PlatformSender = {
    maxLength: 4_000,
    maxFileBytes,
    send: async () => 'sent' as PlatformMessageId,
    async sendFile(to, file) {
      const failure = failures[tried++]
      if (failure) throw new PlatformError(failure, 'no')
      sent.push({ to, file })
      return 'file' as PlatformMessageId
    },
  }
  const senders = new Map([['test', sender]])
  const jobs = { add: async () => {} }
  const parts = privacyDeps({
    store,
    clock,
    jobs,
    broadcast: createLocalBroadcast(silentLog),
    senders,
    webUrl: new URL('https://bot.example.org'),
  })
  const person = await testPerson(store, { name: 'Ines' })
  await person.say('Remember the fondue', '2026-11-17T10:00:00Z')
  const told = async () => (await store.db.message.findMany({ where: { kind: 'notice' } })).map(({ text }) => text)
  return { store, clock, sent, parts, person, told, senders }
}

async function ask(store: Store, { userId }: TestPerson, more: { fromDay?: string; placeId?: number } = {}): Promise<ExportId> {
  const { id: placeId } = await store.db.place.findFirstOrThrow({ where: { userId } })
  const asked = await store.db.export.create({ data: { userId, placeId, requestedAt: new Date('2026-11-18T09:00:00Z'), ...more } })
  return asked.id as ExportId
}

const stateOf = ({ db }: Store, id: ExportId) => db.export.findUniqueOrThrow({ where: { id }, select: { state: true, filesSent: true } })

test('both files go to the place of the person, once', async () => {
  const { store, parts, person, sent } = await bench()
  const id = await ask(store, person)
  await sendExport(parts, id, { signal })
  await sendExport(parts, id, { signal })
  expect(sent.map(({ to, file }) => [to, file.name, file.mediaType])).toEqual([
    ['direct:Ines', 'throughline-2026-11-18.md', 'text/markdown'],
    ['direct:Ines', 'throughline-2026-11-18.json', 'application/json'],
  ])
  for (const { file } of sent) expect(Buffer.from(file.content).toString()).toContain('Remember the fondue')
  expect(await stateOf(store, id)).toEqual({ state: 'sent', filesSent: 2 })
})

test('after a crash or a platform that is away, only what is left is sent', async () => {
  const { store, parts, person, sent, told } = await bench({ failures: [undefined, 'transient', 'rate_limited'] })
  const id = await ask(store, person)
  await expect(sendExport(parts, id, { signal })).rejects.toThrow(PlatformError)
  expect(await stateOf(store, id)).toEqual({ state: 'pending', filesSent: 1 })
  await expect(sendExport(parts, id, { signal })).rejects.toThrow(PlatformError)
  await sendExport(parts, id, { signal })
  expect(sent.map(({ file }) => file.name)).toEqual(['throughline-2026-11-18.md', 'throughline-2026-11-18.json'])
  expect(await told()).toEqual([])
})

test('what may have been sent is not sent again', async () => {
  const { store, parts, person, sent } = await bench({ failures: ['unknown'] })
  const id = await ask(store, person)
  await sendExport(parts, id, { signal })
  expect(sent.map(({ file }) => file.name)).toEqual(['throughline-2026-11-18.json'])
  expect(await stateOf(store, id)).toEqual({ state: 'sent', filesSent: 2 })
})

test.each([
  ['too large', { maxFileBytes: 100 }, 'is too large to send here'],
  ['refused', { failures: ['rejected'] }, 'could not be sent here'],
  ['refused for an hour', { failures: ['transient'] }, 'could not be sent here'],
] as const)('of a file that is %s the person is told, and where it is', async (what, options, reason) => {
  const { store, parts, person, told, sent, clock } = await bench(options)
  if (what === 'refused for an hour') clock.advance(3_600_001)
  const id = await ask(store, person, { fromDay: '2026-11-01' })
  await sendExport(parts, id, { signal })
  expect(sent).toEqual([])
  const [text, ...more] = await told()
  expect(more).toEqual([])
  expect(text).toContain(reason)
  expect(text).toContain('https://bot.example.org/export/?format=json&from=2026-11-01')
  expect((await stateOf(store, id)).state).toBe('failed')
})

test('nothing goes to a place that is not, or no longer, the own one of the person', async () => {
  const { store, parts, person, sent } = await bench()
  const other = await testPerson(store, { name: 'Omar' })
  await other.say('Hello', '2026-11-17T10:00:00Z')
  const { id: placeId } = await store.db.place.findFirstOrThrow({ where: { userId: other.userId } })
  await sendExport(parts, await ask(store, person, { placeId }), { signal })
  expect(sent).toEqual([])
})

test('what is pending is found, unless somebody is at it or nobody here can send it', async () => {
  const { store, parts, person, senders, clock } = await bench()
  const id = await ask(store, person)
  expect(await findPendingExports(store.db, senders, clock.now())).toEqual([id])
  expect(await findPendingExports(store.db, new Map(), clock.now())).toEqual([])
  await store.db.$executeRaw`INSERT INTO leases (name, owner, until, epoch) VALUES (${`export:${id}`}, 'another', '2027-01-01', 1)`
  expect(await findPendingExports(store.db, senders, clock.now())).toEqual([])
  await store.db.$executeRaw`DELETE FROM leases`
  await sendExport(parts, id, { signal })
  expect(await findPendingExports(store.db, senders, clock.now())).toEqual([])
})
