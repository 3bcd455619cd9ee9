import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { personalData } from '../../../src/app.ts'
import { InputError, messageOf } from '../../../src/core/domain/errors.ts'
import type { PlatformMessageId, UserId } from '../../../src/core/domain/ids.ts'
import type { DaySpan } from '../../../src/core/ports/personal-data.ts'
import { addUser, ensureLocalOwner } from '../../../src/people/users.ts'
import { exportJson } from '../../../src/privacy/export/export-json.ts'
import { restoreExport } from '../../../src/privacy/export/restore-export.ts'
import type { Store } from '../../../src/store/store.ts'
import { upsertPlace } from '../../../src/threads/places.ts'
import { findReferencesTo, updateReferencesTo } from '../../../src/threads/privacy/references.ts'
import { numberApart } from '../../e2e/attacks/rows.ts'
import { sharedPlace, testPerson } from '../../support/conversation.ts'
import { runs } from '../../support/runs.ts'
import { emptyStore, testStore } from '../../support/store.ts'
import { histories } from '../history.ts'
import { plant, type Said } from '../planted.ts'

const data = personalData

async function exported(store: Store, userId: UserId, span: DaySpan = {}): Promise<string> {
  const pieces: string[] = []
  for await (const piece of exportJson({ store, personalData: data }, { userId, span })) pieces.push(piece)
  return pieces.join('')
}

async function fileOf(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-restore-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'export.json')
  await writeFile(file, text)
  return file
}

const restored = async (store: Store, text: string) => restoreExport({ store, personalData: data }, await fileOf(text))

const day: Said = {
  text: 'Let us have fondue',
  answer: 'Good',
  at: new Date('2026-01-05T12:00:00.045Z'),
  place: 'direct',
  fate: 'kept',
  file: { name: 'a note.ogg', content: new Uint8Array([0, 255, 1]), transcript: 'hello' },
  remembered: { content: 'Likes fondue', theme: 'Food' },
  emoji: '👍',
  tool: '{"query":"fondue"}',
  summary: '## Summary',
}

describe('an export that is read into an empty instance', () => {
  test('gives the same export again, whatever it holds', { timeout: 120_000 }, async () => {
    const [from, into] = [await testStore(), await testStore()]
    let people = 0
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        // Beside everybody who was there before.
        const { userId } = await plant(from, `Person ${++people}`, history)
        const before = await exported(from, userId)
        await emptyStore(into)
        expect((await restored(into, before)).userId).toBe(userId)
        expect(await exported(into, userId)).toBe(before)
      }),
      { numRuns: runs(6) },
    )
  })

  test('so does one of some days', async () => {
    const store = await testStore()
    await numberApart(store)
    const days = ['2026-01-05', '2026-01-06', '2026-01-07'].map((label) => ({ ...day, at: new Date(`${label}T12:00:00Z`) }))
    const { userId } = await plant(store, 'Ines', days)
    const span = { from: '2026-01-06', to: '2026-01-06' } as DaySpan
    const before = await exported(store, userId, span)
    const parsed = JSON.parse(before)
    expect(parsed).toMatchObject({ from: '2026-01-06', to: '2026-01-06' })
    expect([parsed.days, parsed.summaries, parsed.turns, parsed.attachments].map((rows) => rows.length)).toEqual([1, 1, 1, 1])
    expect(parsed.memoryItems).toHaveLength(JSON.parse(await exported(store, userId)).memoryItems.length)
    await emptyStore(store)
    await restored(store, before)
    expect(await exported(store, userId, span)).toBe(before)
  })

  test('makes its person the owner at this machine, and gives no id twice', async () => {
    const store = await testStore()
    await numberApart(store)
    const { userId, accountId } = await plant(store, 'Ines', [day])
    // As it is known on the page, by the id of a person who was made one with her.
    await store.db.$executeRaw`UPDATE accounts SET platform_user_id = ${String(userId + 70)} WHERE id = ${accountId}`
    const text = await exported(store, userId)
    await emptyStore(store)
    await ensureLocalOwner(store, new Date())
    const { threadId } = await restored(store, text)
    expect(await ensureLocalOwner(store, new Date())).toMatchObject({ id: userId, name: 'Ines', isOwner: true })
    const messages = await store.db.message.findMany({ orderBy: { id: 'asc' } })
    expect(messages.every((message) => message.threadId === threadId)).toBe(true)
    const next = await testPerson(store, { name: 'Somebody new' })
    expect(next.userId).toBeGreaterThan(userId + 70)
    expect((await next.say('Hello', '2026-03-01T10:00:00Z')).id).toBeGreaterThan(messages.at(-1)!.id)
    const [again] = JSON.parse(text).thread
    expect((await store.db.thread.findUniqueOrThrow({ where: { id: threadId! } })).changeSeq).toBe(again.changeSeq)
  })

  test('lets go of what still opened something or was still to be done', async () => {
    const store = await testStore()
    const { userId } = await plant(store, 'Ines', [day])
    await store.db.$executeRaw`UPDATE messages SET pending = TRUE WHERE role = 'user'`
    await store.db.$executeRaw`UPDATE messages SET text_expires_at = '2027-01-01', text = 'a one-time link' WHERE role = 'tool'`
    await store.db.$executeRaw`UPDATE deliveries SET state = 'pending'`
    const text = await exported(store, userId)
    expect(text).not.toContain('a one-time link')
    await emptyStore(store)
    await restored(store, text)
    expect(await store.db.message.count({ where: { pending: true } })).toBe(0)
    expect(await store.db.delivery.count({ where: { state: { not: 'sent' } } })).toBe(0)
  })
})

describe('the first message of a thread', () => {
  const root = { place: sharedPlace('the channel'), platformMessageId: '7' as PlatformMessageId }

  /** An export of somebody who wrote only in the thread, while others wrote in their direct places. */
  async function exportOfThread(store: Store) {
    await numberApart(store)
    await plant(store, 'Omar', [day])
    const ines = await testPerson(store, { name: 'Ines' })
    const { id: messageId, placeId } = await ines.say('What does it cost?', '2026-01-05T12:00:00Z', { place: sharedPlace('the thread') })
    const { id, audience } = await upsertPlace(store.db, root.place, null)
    const reference = { messageId, kind: 'thread', authorName: 'Omar', text: 'The zebra costs 340.' }
    await store.db.messageReference.create({
      data: { ...reference, position: 0, placeId: id, audience, sourceId: root.platformMessageId },
    })
    const text = await exported(store, ines.userId)
    await emptyStore(store)
    return { text, userId: ines.userId, threadPlaceId: placeId, channel: { placeId: id, audience } }
  }

  test('is still deleted with its source in the channel, where the person never wrote', async () => {
    const store = await testStore()
    const { text, userId, threadPlaceId, channel } = await exportOfThread(store)
    expect(JSON.parse(text).places.map(({ id }: { id: number }) => id)).toEqual([threadPlaceId, channel.placeId])
    await restored(store, text)
    expect(await store.db.messageReference.findMany()).toMatchObject([channel])
    expect(await findReferencesTo(store.db, root)).toMatchObject([{ text: 'The zebra costs 340.' }])
    expect(await exported(store, userId)).toBe(text)
    expect(await updateReferencesTo(store, root, { text: '', isWithdrawn: true })).toMatchObject([{ userId }])
    expect(await store.db.messageReference.count()).toBe(0)
  })

  test('is in the place of the message that refers to it if the file does not tell its place', async () => {
    const store = await testStore()
    const { text, threadPlaceId } = await exportOfThread(store)
    await restored(store, text.replace(/"position":0,"placeId":\d+,/, '"position":0,'))
    expect(await store.db.messageReference.findMany()).toMatchObject([{ placeId: threadPlaceId, audience: `place:${threadPlaceId}` }])
  })

  test('that is stored while the file is written does not refer to a place that the file lacks', async () => {
    const store = await testStore()
    const omar = await testPerson(store, { name: 'Omar' })
    const { placeId: channelId, audience } = await omar.say('The zebra costs 340.', '2026-01-05T11:00:00Z', { place: root.place })
    const ines = await testPerson(store, { name: 'Ines' })
    const { id: messageId, placeId } = await ines.say('What does it cost?', '2026-01-05T12:00:00Z', { place: sharedPlace('the thread') })
    let text = ''
    for await (const piece of exportJson({ store, personalData: data }, { userId: ines.userId })) {
      text += piece
      if (piece.includes('"thread":['))
        await store.db.messageReference.create({ data: { messageId, position: 0, kind: 'thread', placeId: channelId, audience } })
    }
    expect(JSON.parse(text)).toMatchObject({ places: [{ id: placeId }], references: [{ messageId }] })
    await emptyStore(store)
    await restored(store, text)
    expect(await store.db.messageReference.findMany()).toMatchObject([{ placeId }])
  })
})

/** The sections that version 5 added, each with the one before which it stands. */
const addedIn5: readonly (readonly [section: string, next: string])[] = [
  ['channelMessages', 'attachments'],
  ['phoneNumbers', 'signInLinks'],
  ['drafts', 'places'],
  ['backgroundUsage', 'places'],
  ['calls', 'turns'],
  ['memoryProposals', 'summaries'],
  ...['sessions', 'keyMoments', 'sessionNames', 'openLoops', 'reminders'].map((section) => [section, 'forgetRequests'] as const),
]

const withoutSections = (text: string, sections: readonly string[]): string =>
  sections.reduce((left, section) => left.replace(new RegExp(`"${section}":\\[\\n(?:\\{.*\\n)*\\],\\n`), ''), text)

/** An export without the sections that version 5 added. */
const withoutSessions = (text: string) =>
  withoutSections(
    text,
    addedIn5.map(([section]) => section),
  )

/** An export without the sections that versions 4 and 5 added. */
const withoutReferences = (text: string) => withoutSections(withoutSessions(text), ['references', 'quotes'])

describe('an export of version 1', () => {
  const oldExport = () => readFile(new URL('../../fixtures/export-version-1.json', import.meta.url), 'utf8')

  test('is imported with its messages, summaries and memory items', async () => {
    const store = await testStore()
    const old = await oldExport()
    const { userId, threadId, counts } = await restored(store, old)
    expect(userId).toBe(1)
    expect([...counts]).toMatchObject(
      expect.arrayContaining([
        ['messages', 9],
        ['summaries', 2],
        ['memoryItems', 3],
        ['forgetRequests', 1],
      ]),
    )
    const messages = await store.db.message.findMany({ where: { threadId: threadId! }, orderBy: { id: 'asc' } })
    expect(messages).toHaveLength(9)
    expect(messages[0]).toMatchObject({ id: 1, role: 'user', text: 'Let us have fondue on day 0' })
    const summaries = await store.db.daySummary.findMany({ orderBy: { segmentId: 'asc' } })
    expect(summaries.map(({ markdown }) => markdown)).toEqual(['## Summary [#1]', '## Summary [#8]'])
    const memories = await store.db.memoryItem.findMany({ where: { userId }, orderBy: { id: 'asc' } })
    expect(memories.map(({ content, status }) => [content, status])).toEqual([
      ['Likes fondue', 'active'],
      ['Lives in Bern', 'archived'],
      ['Lives in Bern 2', 'active'],
    ])
  })

  test('is the same export under the names of today', async () => {
    const store = await testStore()
    const old = await oldExport()
    const { userId } = await restored(store, old)
    const renamed = old
      .replace('"version":1', '"version":5')
      .replace('"reactions":[', '"references":[\n],\n"quotes":[\n],\n"reactions":[')
      .replace('"language":"english","digest"', '"language":"en","languageSource":"default","digest"')
      .replaceAll('"language":"english"', '"language":"en"')
      .replace('"forgettings":[', '"forgetRequests":[')
      .replace('"forgotten":2,"listedAt":', '"forgottenCount":2,"requestedAt":')
      .replace('"askedAt":', '"requestedAt":')
      .replace(/"outputTokens":\d+,/g, '$&"cachedTokens":null,')
      .replace(/"stopRequested".*"error":(?:null|"[^"]*"),/g, '$&"cutOff":null,')
    const withSections = addedIn5.reduce((text, [section, next]) => text.replace(`"${next}":[`, `"${section}":[\n],\n"${next}":[`), renamed)
    expect(await exported(store, userId)).toBe(withSections)
  })

  test('has its kinds and states translated', async () => {
    const store = await testStore()
    const old = await oldExport()
    const line = old.split('\n').find((row) => row.includes('"listedAt"'))!
    const platformDeletion = line
      .replace('"id":1,', '"id":2,')
      .replace('"kind":"topic"', '"kind":"deletion"')
      .replace('"state":"done"', '"state":"confirmed"')
    const preview = line.replace('"id":1,', '"id":3,').replace('"state":"done"', '"state":"listed"')
    await restored(store, old.replace(line, [line, platformDeletion, preview].join(',\n')))
    const requests = await store.db.forgetRequest.findMany({ orderBy: { id: 'asc' } })
    expect(requests.map(({ kind, state }) => [kind, state])).toEqual([
      ['topic', 'done'],
      ['platform_deletion', 'confirmed'],
      ['topic', 'previewed'],
    ])
  })

  test('is refused with the names in the file if it has an error', async () => {
    const store = await testStore()
    const old = await oldExport()
    await expect(restored(store, old.replace('"forgotten":2', '"forgotten":"two"'))).rejects.toThrow(
      '"forgotten" of "forgettings" must be whole number.',
    )
    await expect(restored(store, old.replace('"forgotten":2', '"forgottenCount":2'))).rejects.toThrow(InputError)
    expect(await store.db.user.count()).toBe(0)
  })
})

describe('a file that cannot be read in', () => {
  const reasonFor = async (store: Store, text: string) => {
    const error: unknown = await restored(store, text).then(
      () => undefined,
      (failed: unknown) => failed,
    )
    expect(error).toBeInstanceOf(InputError)
    return messageOf(error)
  }

  test('is told by what is wrong in which line, and leaves nothing behind', async () => {
    const store = await testStore()
    const { userId } = await plant(store, 'Ines', [day])
    const good = await exported(store, userId)
    await emptyStore(store)
    const lineWith = (text: string) => good.split('\n').findIndex((line) => line.includes(text)) + 1
    const without = (text: string) =>
      good
        .split('\n')
        .filter((line) => !line.includes(text))
        .join('\n')
    const wrong: readonly (readonly [string, string])[] = [
      ['', 'The file is empty.'],
      ['hello', 'This is not an export'],
      ['{"format":"another"}', 'This is not an export'],
      [good.replace('"version":5', '"version":6'), 'has version 6, but this program reads versions up to 5. Update Throughline'],
      [good.replace('"version":5', '"version":0'), 'This is not an export'],
      // Version 4 had no usage of background work, version 3 no references, and version 1 other names.
      [good.replace('"version":5', '"version":4'), 'expected the section "signInLinks"'],
      [withoutSessions(good).replace('"version":5', '"version":3'), 'expected the section "reactions"'],
      [withoutReferences(good).replace('"version":5', '"version":1'), 'expected the section "forgettings"'],
      [good.slice(0, good.length / 2), 'must be unchanged'],
      [good.split('\n').slice(0, lineWith('"places":[')).join('\n'), 'before its last section'],
      [JSON.stringify(JSON.parse(good), null, 2), 'This is not an export'],
      [`${good}more`, 'nothing after the end'],
      [without('"timezone":"Europe/Paris","language"'), 'expected exactly one user'],
      [good.replace('"name":"Ines","timezone"', '"name":7,"timezone"'), 'Line 3: "name" of "person" must be text'],
      [good.replace('"name":"Ines","timezone"', '"nickname":"Ines","timezone"'), 'Line 3: "name" of "person" must be text'],
      [good.replace('"digest":"on"', '"digest":"on","admin":true'), 'Line 3: "admin" is not a field of "person"'],
      [good.replace('Let us have fondue', 'a\\u0000b'), `Line ${lineWith('Let us have fondue')}: "text" of "messages" must be text`],
      [good.replace('"role":"user"', '"role":"king"'), 'a row of "messages" cannot be imported:'],
      [good.replace(/"segmentId":\d+/, '"segmentId":99'), 'cannot be imported:'],
      [
        good.replace(/("deliveries":\[\s*\{.*?"messageId":)\d+/s, '$19999'),
        'a row of "deliveries" cannot be imported: its message_id refers to no row of "messages"',
      ],
      [
        good.replace(/("turns":\[\s*\{.*?"placeId":)\d+/s, '$19999'),
        'a row of "turns" cannot be imported: its place_id refers to no row of "places"',
      ],
      [good.replace('2026-01-05T12:00:00.045Z', '2026-02-31T12:00:00.045Z'), 'cannot be imported:'],
      [good.replace('"content":"AP8B"', '"content":"AP8"'), '"content" of "attachments" must be bytes in Base64, or null'],
    ]
    for (const [text, reason] of wrong) {
      expect(await reasonFor(store, text)).toContain(reason)
      expect([await store.db.user.count(), await store.db.message.count(), await store.db.place.count()]).toEqual([0, 0, 0])
    }
    await restored(store, good)
  })

  test('however it is broken, is refused and not half read', async () => {
    const store = await testStore()
    const { userId } = await plant(store, 'Ines', [day])
    const good = await exported(store, userId)
    await emptyStore(store)
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.nat(40), fc.string({ maxLength: 5 }), async (from, length, put) => {
        const broken = good.slice(0, from) + put + good.slice(from + length)
        const failed = await restored(store, broken).then(
          () => undefined,
          (error: unknown) => error,
        )
        if (failed) {
          expect(failed).toBeInstanceOf(InputError)
          expect(await store.db.user.count()).toBe(0)
        }
        await emptyStore(store)
      }),
      { numRuns: runs(15) },
    )
  })

  test('an instance in which there are people or messages is left alone', async () => {
    const store = await testStore()
    const { userId } = await plant(store, 'Ines', [day])
    const good = await exported(store, userId)
    expect(await reasonFor(store, good)).toContain('already has messages')
    await emptyStore(store)
    await addUser(store, { platform: 'test', tenant: '', platformUserId: 'x' }, { name: 'X', now: new Date() })
    expect(await reasonFor(store, good)).toContain('already has users')
    expect(await store.db.user.count()).toBe(1)
  })
})

test('an export of version 4 has no sessions', async () => {
  const store = await testStore()
  const { userId } = await plant(store, 'Ines', [day])
  const current = await exported(store, userId)
  await emptyStore(store)
  const { counts } = await restored(store, withoutSessions(current).replace('"version":5', '"version":4'))
  expect([counts.get('messages'), counts.get('references'), counts.get('sessions')]).toEqual([3, 1, undefined])
})

test('an export of version 3 has no references', async () => {
  const store = await testStore()
  const { userId } = await plant(store, 'Ines', [day])
  const current = await exported(store, userId)
  await emptyStore(store)
  const { counts } = await restored(store, withoutReferences(current).replace('"version":5', '"version":3'))
  expect([counts.get('messages'), counts.get('references')]).toEqual([3, undefined])
})

test('an export of version 2 has its languages translated', async () => {
  const store = await testStore()
  const { userId } = await plant(store, 'Ines', [day])
  const current = await exported(store, userId)
  const old = withoutReferences(current)
    .replace('"version":5', '"version":2')
    .replace('"language":"en","languageSource":"default","digest"', '"language":"german","digest"')
    .replaceAll('"language":"en"', '"language":"french"')
  await emptyStore(store)
  const restoredUser = await restored(store, old)
  const user = await store.db.user.findUniqueOrThrow({ where: { id: restoredUser.userId } })
  expect(user).toMatchObject({ language: 'de', languageSource: 'default' })
  expect(await store.db.daySummary.findMany({ select: { language: true }, distinct: ['language'] })).toEqual([{ language: 'fr' }])
})
