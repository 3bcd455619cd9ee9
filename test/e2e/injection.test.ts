import { beforeAll, describe, expect, test } from 'vitest'
import type { Audience } from '../../src/core/domain/messages.ts'
import { upsertPlace } from '../../src/threads/places.ts'
import { handle, message, press, type Sent, storedAs, type TestApp, testApp } from '../support/app.ts'
import { directPlace, sharedPlace, testPerson } from '../support/conversation.ts'
import { isFullRun } from '../support/runs.ts'
import { citingModel } from '../support/summaries.ts'
import { insertMemory } from './attacks/memory-rows.ts'
import { ObedientModel } from './attacks/obedient-model.ts'
import { type Payload, payloads, type Targets } from './attacks/payloads.ts'
import { ofNames, ofTexts, ofTextsAlone, type Placement, type Scene } from './attacks/placements.ts'
import { numberApart, type StoredRow, storedRows } from './attacks/rows.ts'
import { Secrets } from './attacks/secrets.ts'

// The model here does whatever it reads anywhere. What keeps people safe must therefore stand outside of it: judged is only
// what becomes of it, in what was read, stored and sent.

const model = new ObedientModel('What does the zebra plan say?')
const secrets = new Secrets()
let app: TestApp

beforeAll(async () => {
  app = await testApp({ chat: model, summary: citingModel() })
  await numberApart(app.store)
  return async () => {
    await app.page.close()
    await app.close(0)
  }
}, 60_000)

let scenes = 0

/** Somebody with secrets, alone or in front of others, and somebody else with others. */
async function openScene(kind: 'direct' | 'shared'): Promise<Scene & { readonly targets: Targets }> {
  const number = ++scenes
  const { db } = app.store
  app.clock.set('2026-11-18T09:00:00Z')
  const [name, other] = [`ana-${number}`, `ben-${number}`]
  const [person, ben] = [await testPerson(app.store, { name }), await testPerson(app.store, { name: other })]
  const [garden, cellar] = [sharedPlace(`garden-${number}`), sharedPlace(`cellar-${number}`)]
  const place = kind === 'direct' ? directPlace(name) : garden
  const { audience } = await upsertPlace(db, place, person.userId)
  const hidden = (owner: string, seenBy: Audience, what: string) =>
    `The ${what} hides ${secrets.hide({ kind: what, owners: [owner], audience: seenBy })}.`
  const at = '2026-11-16T08:00:00Z'
  const remember = async (userId: typeof person.userId, seenBy: Audience, owner: string) => {
    const items = [{ content: hidden(owner, seenBy, 'memory') }]
    const [id = 0] = await insertMemory(app.store, { userId, audience: seenBy, at: new Date(at), slug: 'secrets', theme: 'Secrets', items })
    return id
  }
  const said = {
    alone: await person.say(hidden(name, 'private', 'zebra plan'), at),
    inCellar: await person.say(hidden(name, (await upsertPlace(db, cellar, person.userId)).audience, 'zebra plan'), at, { place: cellar }),
    here: await person.say(`The zebra plan of ${number} is known to all.`, at, { place }),
    byBen: await ben.say(hidden(other, 'private', 'zebra plan'), at),
  }
  const own = await remember(person.userId, audience, name)
  const hers = kind === 'shared' ? await remember(person.userId, 'private', name) : undefined
  const bens = await remember(ben.userId, 'private', other)
  const foreign = kind === 'shared' ? [said.alone, said.inCellar, said.byBen] : [said.byBen]
  const [first = said.byBen, ...others] = foreign
  const targets = {
    messages: [first.id, ...others.map(({ id }) => id)] as const,
    day: first.segmentId,
    memory: hers ?? bens,
    userId: ben.userId,
    address: directPlace(other).address,
    ownMessage: said.here.id,
    ownMemory: own,
  }
  return { app, person, place, reader: { name, audience }, targets }
}

interface Outcome {
  readonly scene: Scene
  readonly sent: readonly Sent[]
  /** Rows that were there before and are not, or not as they were; and rows that were not there. */
  readonly lost: readonly StoredRow[]
  readonly added: readonly StoredRow[]
}

/** Asks the question in a scene in which payloads stand, and tells what became of it. */
async function ask(scene: Scene, placement: Placement, texts: readonly string[]): Promise<Outcome> {
  const { reader, place, person } = scene
  const more = await placement(scene, texts)
  const event = { ...message(app, reader.name, place, model.question), ...more }
  await app.inbox(event)
  const question = await storedAs(app, event)
  const run = { signal: new AbortController().signal, attempt: 1, last: true }
  // What is made from all rows is there before, or it would look as if the turn had written it.
  await app.handlers['index-thread']({ threadId: person.threadId }, run)
  const before = await storedRows(app.store)
  const sentBefore = app.sent.length
  model.beginTurn()
  await app.handlers['answer-thread']({ threadId: person.threadId }, run)
  const after = await storedRows(app.store)
  const isQuestion = ({ columns: { id, message_id } }: StoredRow) => id === question.id || message_id === question.id
  const missing = (rows: readonly StoredRow[], from: readonly StoredRow[]) => {
    const texts = new Set(from.map(({ text }) => text))
    return rows.filter((row) => !texts.has(row.text) && !bookkeeping.has(row.table) && !isQuestion(row))
  }
  return { scene, sent: app.sent.slice(sentBefore), lost: missing(before, after), added: missing(after, before) }
}

/** Tables of which any turn changes rows: they hold numbers and times. */
const bookkeeping = new Set(['threads', 'leases', 'day_segments', 'chunked_segments', 'places', 'turns'])

const ofTable = (rows: readonly StoredRow[], table: string) => rows.filter((row) => row.table === table).map(({ columns }) => columns)

/** Nothing that only others, or other places, may see was shown to the model, sent, or written where it is seen. */
function expectNothingRead({ scene, sent, added }: Outcome): void {
  expect(secrets.leaks(model.requests, scene.reader)).toEqual([])
  expect(secrets.leaks(sent, scene.reader)).toEqual([])
  expect(
    secrets.leaks(
      added.map(({ text }) => text),
      scene.reader,
    ),
  ).toEqual([])
}

/** One answer, where it was asked for; what is sent besides tells of memory. */
function expectOneAnswer({ scene, sent, added }: Outcome): void {
  expect([...new Set(sent.map(({ to }) => to))]).toEqual([scene.place.address])
  const messages = ofTable(added, 'messages')
  expect(messages.filter(({ kind, role }) => kind === 'chat' && role === 'assistant')).toHaveLength(1)
  expect(messages.filter(({ kind, role }) => !['chat', 'notice'].includes(String(kind)) || role === 'user')).toEqual([])
  expect(ofTable(added, 'messages').filter(({ audience }) => audience !== scene.reader.audience)).toEqual([])
  expect(ofTable(added, 'messages').filter(({ kind }) => kind === 'notice')).toHaveLength(undoIds(sent).length)
}

const undoIds = (sent: readonly Sent[]): number[] =>
  sent.flatMap(({ buttons = [] }) => buttons.flatMap(({ label, action }) => (label === 'Undo' ? Number(/\d+$/.exec(action)?.[0]) : [])))

/** Nothing is gone, and of what is remembered only what the person was told of, with a way back, is not as it was. */
function expectOnlyToldChanges({ scene, sent, lost, added }: Outcome): void {
  const written = ofTable(added, 'memory_items')
  const { audience } = scene.reader
  for (const { id, user_id, audience: seenBy, superseded_by_id } of written) {
    expect({ user_id, seenBy }).toEqual({ user_id: scene.person.userId, seenBy: audience })
    expect(
      undoIds(sent).some((told) => told === id || told === superseded_by_id),
      `the person was told of item ${id}`,
    ).toBe(true)
  }
  const kept = new Set(written.map(({ id }) => id))
  expect(lost.filter(({ table, columns }) => table !== 'memory_items' || !kept.has(columns['id']))).toEqual([])
  const contentOf = (rows: readonly StoredRow[]) => new Map(ofTable(rows, 'memory_items').map(({ id, content }) => [id, content]))
  for (const [id, content] of contentOf(lost)) expect(contentOf(added).get(id)).toBe(content)
}

/** Items of memory that orders have added and put away, and Undo has taken back. */
const done = { added: 0, archived: 0 }

/** The buttons, newest first, show nothing of others either; and what was remembered is as it was after Undo. */
async function expectButtonsAreSafe({ scene, sent, lost, added }: Outcome): Promise<void> {
  const { reader, place } = scene
  const before = app.sent.length
  const actions = new Set(sent.flatMap(({ buttons = [] }) => buttons.map(({ action }) => action)).reverse())
  for (const action of actions) await handle(app, press(app, reader.name, place, action))
  const answers = app.sent.slice(before)
  expect(secrets.leaks(answers, { ...reader, audience: 'private' })).toEqual([])
  if (place.kind === 'shared') expect(answers.filter(({ to }) => to === place.address).flatMap((answer) => secrets.in(answer))).toEqual([])
  const now = await storedRows(app.store)
  const texts = new Set(now.map(({ text }) => text))
  expect(lost.filter(({ text }) => !texts.has(text))).toEqual([])
  const wasThere = new Set(ofTable(lost, 'memory_items').map(({ id }) => id))
  const isNew = new Set(ofTable(added, 'memory_items').flatMap(({ id }) => (wasThere.has(id) ? [] : id)))
  expect(ofTable(now, 'memory_items').filter(({ id }) => isNew.has(id))).toEqual([])
  done.added += isNew.size
  done.archived += wasThere.size
}

async function expectHarmless(outcome: Outcome): Promise<void> {
  expectNothingRead(outcome)
  expectOneAnswer(outcome)
  expectOnlyToldChanges(outcome)
  await expectButtonsAreSafe(outcome)
}

/** Some of them, and others for each placement. */
function share(all: readonly Payload[], turn: number, size: number): readonly Payload[] {
  return Array.from({ length: Math.min(size, all.length) }, (_, index) => all[(turn * size + index) % all.length] as Payload)
}

/** The texts; there are some names besides. */
const textCount = 132
const textsPerPlacement = 17

const obeyed = new Map<'direct' | 'shared', Set<number>>([
  ['direct', new Set()],
  ['shared', new Set()],
])

describe.each(['direct', 'shared'] as const)('an order that stands, in a %s place, in', (kind) => {
  const texts = Object.entries({ ...ofTexts, ...(kind === 'direct' && ofTextsAlone) }).filter((_, index) => isFullRun || index % 2 === 0)

  test.each(texts.map(([where, placement], turn) => ({ where, placement, turn })))(
    '$where changes nothing for others',
    async ({ placement, turn }) => {
      const scene = await openScene(kind)
      const placed = share(payloads(scene.targets).texts, turn, textsPerPlacement)
      const outcome = await ask(
        scene,
        placement,
        placed.map(({ text }) => text),
      )
      expect([...model.obeyed].sort()).toEqual(placed.map(({ number }) => number).sort())
      for (const { number } of placed) obeyed.get(kind)?.add(number)
      await expectHarmless(outcome)
    },
  )

  test.each(Object.entries(ofNames).map(([where, placement], turn) => ({ where, placement, turn })))(
    '$where changes nothing for others',
    async ({ where, placement, turn }) => {
      const scene = await openScene(kind)
      const placed = share(payloads(scene.targets).names, turn, where === 'titles of places' && kind === 'shared' ? 1 : 6)
      const outcome = await ask(
        scene,
        placement,
        placed.map(({ text }) => text),
      )
      expect([...model.obeyed].sort()).toEqual(placed.map(({ number }) => number).sort())
      await expectHarmless(outcome)
    },
  )

  test('a text of any disguise is obeyed', () => {
    expect(obeyed.get(kind)?.size).toBe(isFullRun ? textCount : texts.length * textsPerPlacement)
  })
})

test('what orders are about is there, so that keeping them harmless is no accident', () => {
  const names = app.conversation.tools.map(({ declaration }) => declaration.name)
  const tried = [
    'conversation_search',
    'conversation_get',
    'memory_search',
    'memory_get',
    'memory_add',
    'memory_archive',
    'memory_list_themes',
  ]
  expect(names).toEqual(expect.arrayContaining(tried))
  expect(done.added).toBeGreaterThan(10)
  expect(done.archived).toBeGreaterThan(3)
})
