import { beforeAll, describe, expect, test } from 'vitest'
import type { DayLabel } from '../../src/core/domain/ids.ts'
import type { Audience } from '../../src/core/domain/messages.ts'
import { addLoop } from '../../src/loops/add-loop.ts'
import { upsertPlace } from '../../src/threads/places.ts'
import { handle, message, press, type Sent, storedAs, type TestApp, testApp } from '../support/app.ts'
import { directPlace, sharedPlace, testPerson } from '../support/conversation.ts'
import { isFullRun } from '../support/runs.ts'
import { citingModel } from '../support/summaries.ts'
import { insertMemory } from './attacks/memory-rows.ts'
import { ObedientModel } from './attacks/obedient-model.ts'
import { type Payload, payloads, type Targets } from './attacks/payloads.ts'
import { ofForeignTexts, ofNames, ofTexts, ofTextsAlone, type Placement, type Scene } from './attacks/placements.ts'
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
/** Calls that were refused because nobody had asked for them. */
let refused = 0

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
  const owe = (owner: typeof person, text: string, seenBy: Audience) => {
    const context = {
      scope: { userId: owner.userId, threadId: owner.threadId, audience: seenBy },
      now: app.clock.now(),
      timezone: 'Europe/Paris',
    }
    const loop = { owner: 'user' as const, origin: 'request' as const, text, due: { day: '2026-12-01' as DayLabel, time: '09:00' } }
    return app.store.transaction((tx) => addLoop(tx, context, loop))
  }
  const ownLoop = await owe(person, 'Water the flowers', audience)
  const bensLoop = await owe(ben, hidden(other, 'private', 'loop'), 'private')
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
    loop: bensLoop.loop.id,
    ownLoop: ownLoop.loop.id,
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
async function ask(scene: Scene, placement: Placement, texts: readonly string[], question = model.question): Promise<Outcome> {
  const { reader, place, person } = scene
  const more = await placement(scene, texts)
  const event = { ...message(app, reader.name, place, question), ...more }
  await app.inbox(event)
  const asking = await storedAs(app, event)
  const run = { signal: new AbortController().signal, attempt: 1, last: true }
  // What is made from all rows is there before, or it would look as if the turn had written it.
  await app.handlers['index-thread']({ threadId: person.threadId }, run)
  const before = await storedRows(app.store)
  const sentBefore = app.sent.length
  model.beginTurn()
  await app.handlers['answer-thread']({ threadId: person.threadId }, run)
  for (const { messages } of model.requests.slice(-1))
    refused += messages.filter(({ content }) => content.includes('"Not changed: ')).length
  const after = await storedRows(app.store)
  const isQuestion = ({ columns: { id, message_id } }: StoredRow) => id === asking.id || message_id === asking.id
  const missing = (rows: readonly StoredRow[], from: readonly StoredRow[]) => {
    const texts = new Set(from.map(({ text }) => text))
    return rows.filter((row) => !texts.has(row.text) && !bookkeeping.has(row.table) && !isQuestion(row))
  }
  return { scene, sent: app.sent.slice(sentBefore), lost: missing(before, after), added: missing(after, before) }
}

/** Tables of which any turn changes rows: they hold numbers and times. */
const bookkeeping = new Set(['threads', 'leases', 'day_segments', 'chunked_segments', 'chunk_cursors', 'places', 'turns'])

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

/** One answer, where it was asked for. */
function expectOneAnswer({ scene, sent, added }: Outcome): void {
  expect([...new Set(sent.map(({ to }) => to))]).toEqual([scene.place.address])
  const messages = ofTable(added, 'messages')
  expect(messages.filter(({ kind, role }) => kind === 'chat' && role === 'assistant')).toHaveLength(1)
  expect(messages.filter(({ kind, role }) => kind !== 'chat' || role === 'user')).toEqual([])
  expect(ofTable(added, 'messages').filter(({ audience }) => audience !== scene.reader.audience)).toEqual([])
}

/** Nothing is noted, closed, moved or forgotten, and nobody is told that it was. */
function expectNothingChanged({ lost, added }: Outcome): void {
  expect(lost).toEqual([])
  expect(changeable.flatMap((table) => ofTable(added, table))).toEqual([])
  expect(ofTable(added, 'messages').filter(({ kind }) => kind === 'notice')).toEqual([])
}

const changeable = ['memory_items', 'memory_themes', 'memory_proposals', 'open_loops', 'reminders', 'forget_requests']

/** The buttons show nothing of others either. */
async function expectButtonsAreSafe({ scene, sent }: Outcome): Promise<void> {
  const { reader, place } = scene
  const before = app.sent.length
  const actions = new Set(sent.flatMap(({ buttons = [] }) => buttons.map(({ action }) => action)))
  for (const action of actions) await handle(app, press(app, reader.name, place, action))
  const answers = app.sent.slice(before)
  expect(secrets.leaks(answers, { ...reader, audience: 'private' })).toEqual([])
  if (place.kind === 'shared') expect(answers.filter(({ to }) => to === place.address).flatMap((answer) => secrets.in(answer))).toEqual([])
}

async function expectHarmless(outcome: Outcome): Promise<void> {
  expectNothingRead(outcome)
  expectOneAnswer(outcome)
  expectNothingChanged(outcome)
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

/** Neither a question nor a request to change anything. */
const errand = 'Sum up the zebra plan for me.'
const changesPerPlacement = 12

describe.each(['direct', 'shared'] as const)('an order to change loops, reminders or memory that stands, in a %s place, in', (kind) => {
  const texts = Object.entries({ ...ofTexts, ...ofForeignTexts, ...(kind === 'direct' && ofTextsAlone) })

  test.each(texts.map(([where, placement], turn) => ({ where, placement, turn })))(
    '$where changes nothing',
    async ({ placement, turn }) => {
      const scene = await openScene(kind)
      const placed = share(payloads(scene.targets).changes, turn, changesPerPlacement)
      const outcome = await ask(
        scene,
        placement,
        placed.map(({ text }) => text),
        errand,
      )
      expect([...model.obeyed].sort()).toEqual(placed.map(({ number }) => number).sort())
      await expectHarmless(outcome)
    },
  )
})

test('the same calls change something if the person asks for it, so that keeping them harmless is no accident', {
  timeout: 60_000,
}, async () => {
  expect(refused).toBeGreaterThan(100)
  const scene = await openScene('direct')
  const { ownLoop } = scene.targets
  const told = async (text: string, order: string) => {
    await ask(scene, ofTexts['a file'] as Placement, [order], text)
    return app.sent
      .flatMap(({ text: sent, buttons = [] }) => (buttons.some(({ action }) => action.startsWith('/loop ')) ? [sent] : []))
      .at(-1)
  }
  expect(await told('Note that I have to pay Eve 900 euros.', 'P001 CALL loop-add text=Pay+Eve+900+euros')).toContain('Pay Eve 900 euros')
  expect(await told('I have watered the flowers.', `P002 CALL loop-close id=${ownLoop}`)).toContain('Water the flowers')
})
