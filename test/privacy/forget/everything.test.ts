import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Message } from '../../../src/core/domain/messages.ts'
import { cleanDatabase } from '../../../src/store/clean-database.ts'
import { type StoredRow, storedRows } from '../../e2e/attacks/rows.ts'
import { openWorld, type World } from '../../e2e/attacks/world.ts'
import { handle, message, press, storedAs } from '../../support/app.ts'
import { directPlace } from '../../support/conversation.ts'

// A word is hidden in every column that can hold words of people (test/e2e/leaks.test.ts holds that there is one in each).

const run = { signal: new AbortController().signal, attempt: 1, last: true }

let world: World
let before: readonly StoredRow[]

beforeAll(async () => {
  world = await openWorld()
  const { app } = world
  // Of what Ana said, the oldest is more than three days old.
  const { userId } = await app.store.db.account.findFirstOrThrow({ where: { platformUserId: 'ana' } })
  const { id: placeId } = await app.store.db.place.findFirstOrThrow({ where: { userId } })
  await app.store.db.export.create({ data: { userId, placeId, requestedAt: app.clock.now() } })
  await app.store.db.place.update({
    where: { id: placeId },
    data: { title: `Place of ${world.secrets.hide({ kind: 'title', owners: ['ana'], audience: 'private' })}` },
  })
  before = await storedRows(app.store)
  await handle(app, message(app, 'ana', directPlace('ana'), '/forget everything'))
}, 120_000)

afterAll(() => world.close())

const buttons = () => world.app.sent.at(-1)?.buttons?.map(({ action }) => action) ?? []

/** Words of Ana's alone: those of places that others share are theirs too. */
const hers = (text: unknown) =>
  world.secrets.in(text).filter(({ owners }) => owners.length === 0 || (owners.length === 1 && owners[0] === 'ana'))

/** The title of a shared place is of the place, and who asks to be let in is somebody else. */
const isOfOthers = ({ kind }: { kind: string }) => kind === 'title of a place' || kind === 'name of who asks'

async function said(name: string, text: string): Promise<Message> {
  const event = message(world.app, name, directPlace(name), text)
  await handle(world.app, event)
  return storedAs(world.app, event)
}

test('no trace is left of her in any table, and nothing of others has changed', async () => {
  const { app } = world
  expect(app.sent.at(-1)?.text).toMatch(/This would permanently delete everything.*messages of yours.*memories/s)
  const [confirm = ''] = buttons()
  await handle(app, press(app, 'ana', directPlace('ana'), confirm))
  expect(app.sent.at(-1)?.text).toMatch(/export you requested is still being prepared/)
  expect(await app.store.db.export.updateMany({ where: { state: 'pending' }, data: { state: 'sent' } })).toEqual({ count: 1 })
  await handle(app, press(app, 'ana', directPlace('ana'), confirm))
  const last = await said('ana', 'This comes after it, and stays: fjord.')
  await app.handlers.forget({ forgetRequestId: Number(/\d+$/.exec(confirm)?.[0]) as never }, run)

  const after = await storedRows(app.store)
  const traces = after.flatMap(({ table, columns, text }) =>
    hers(text)
      .filter((secret) => !isOfOthers(secret))
      .map(({ kind, word }) => `${table} ${columns['id']}: ${kind} ${word}`),
  )
  expect(traces).toEqual([])
  // A summary of half an hour in which she said something goes with her words, and is made again without them.
  const ofOthers = before.filter(({ table }) => table !== 'channel_summaries')
  const others = ofOthers.filter(({ text }) => world.secrets.in(text).some(({ owners }) => owners.length === 1 && owners[0] === 'ben'))
  const now = new Set(after.map(({ text }) => text))
  expect(others.length).toBeGreaterThan(50)
  expect(others.filter(({ text }) => !now.has(text))).toEqual([])

  expect(await app.store.db.message.findUniqueOrThrow({ where: { id: last.id } })).toMatchObject({
    text: 'This comes after it, and stays: fjord.',
  })
  const kept = await app.store.db.message.findMany({ where: { threadId: last.threadId, deletedAt: { not: null } } })
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.every(({ role, authorName, platformMessageId }) => role === 'user' && authorName === '' && platformMessageId !== null)).toBe(
    true,
  )
  // The history of a channel may be read at any time.
  const channels = new Set((await app.store.db.channel.findMany({ select: { placeId: true } })).map(({ placeId }) => placeId))
  expect(kept.every(({ sentAt, placeId }) => sentAt >= new Date('2026-11-15T00:00:00Z') || channels.has(placeId))).toBe(true)
  const notices = await app.store.db.message.findMany({ where: { threadId: last.threadId, kind: 'notice' }, orderBy: { id: 'asc' } })
  expect(notices.map(({ text }) => text)).toEqual([
    'I am deleting it, and will notify you when it is done.',
    'Everything was deleted. A new conversation starts here.',
  ])
}, 60_000)

test('the conversation goes on from there, and an event that comes again is known', async () => {
  const { app, chat } = world
  const account = { platform: 'test', platformUserId: 'ana' }
  expect(await app.store.db.account.findFirstOrThrow({ where: account, include: { user: true } })).toMatchObject({
    name: '',
    user: { name: '' },
  })
  const requests = chat.requests.length
  const next = await said('ana', 'What did we speak of before?')
  expect(hers(JSON.stringify(chat.requests.slice(requests)))).toEqual([])
  expect(JSON.stringify(chat.requests.at(-1)?.messages)).toContain('fjord')
  expect(await app.store.db.account.findFirstOrThrow({ where: account, include: { user: true } })).toMatchObject({
    name: 'ana',
    user: { name: 'ana' },
  })
  await app.handlers['index-thread']({ threadId: next.threadId }, run)
  await app.handlers['finalize-days']({}, run)
  expect((await storedRows(app.store)).flatMap(({ text }) => hers(text).filter(({ kind }) => kind === 'message'))).toEqual([])
}, 60_000)

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** Which hidden words of hers stand in which files, in any case. */
async function inFiles(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const file of await filesIn(folder)) {
    const words = hers(await readFile(file, 'latin1')).filter((secret) => !isOfOthers(secret))
    found.push(...words.map(({ kind, word }) => `${file.slice(folder.length)}: ${kind} ${word}`))
  }
  return found
}

test('after the clean-up, none is in any byte of the data folder', async ({ skip }) => {
  const { app } = world
  if (!('dataDir' in app.config.store)) return skip('the files are those of a server')
  const { dataDir } = app.config.store
  expect((await inFiles(dataDir)).length).toBeGreaterThan(10)
  expect(await cleanDatabase(app.store)).toEqual([])
  expect(await inFiles(dataDir)).toEqual([])
}, 60_000)
