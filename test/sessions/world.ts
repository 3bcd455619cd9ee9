import fc from 'fast-check'
import { expect } from 'vitest'
import { personalData } from '../../src/app.ts'
import type { MessageId, PlatformMessageId, SessionId } from '../../src/core/domain/ids.ts'
import { loopsPersonalData } from '../../src/loops/privacy/personal-data.ts'
import type { SessionDeps } from '../../src/sessions/deps.ts'
import { sessionsPersonalData } from '../../src/sessions/privacy/personal-data.ts'
import { processSession } from '../../src/sessions/process/process-session.ts'
import { processSessions } from '../../src/sessions/process/process-sessions.ts'
import { retrySession } from '../../src/sessions/process/retry-session.ts'
import type { Store } from '../../src/store/store.ts'
import { deleteMessage, editMessage } from '../../src/threads/messages/edit-message.ts'
import { tombstoneMessages } from '../../src/threads/privacy/tombstones.ts'
import { lockThread } from '../../src/threads/thread.ts'
import { TestClock } from '../support/clock.ts'
import { directPlace, sharedPlace, type TestPerson, testPerson } from '../support/conversation.ts'
import { sessionBench, unstopped } from './bench.ts'

const start = new Date('2026-11-18T08:00:00Z').getTime()
const minutes = 60_000

/** What the model does with a session that it is shown. */
type Behavior = 'good' | 'failing' | 'dying' | 'edited meanwhile' | 'deleted meanwhile' | 'merged meanwhile'

interface Said {
  readonly minute: number
  readonly by: 'ana' | 'ben'
  readonly where: 'direct' | 'shared'
  /** Minutes until the answer; none if undefined. */
  readonly answered: number | undefined
  /** Chooses among the sentences of the world. */
  readonly what: number
}

type Step =
  | { readonly kind: 'say' }
  | { readonly kind: 'edit' | 'delete' | 'forget'; readonly which: number; readonly what: number }
  | { readonly kind: 'pass'; readonly minutes: number; readonly behaviors: readonly Behavior[] }
  | { readonly kind: 'merge' }
  | { readonly kind: 'act'; readonly which: number }

export const saidArb: fc.Arbitrary<Said> = fc.record({
  minute: fc.integer({ min: 0, max: 120 }),
  by: fc.constantFrom('ana', 'ben'),
  where: fc.constantFrom('direct', 'direct', 'shared'),
  answered: fc.option(fc.constantFrom(0, 1, 14, 15, 20), { nil: undefined }),
  what: fc.nat(100),
})

const behaviorArb = fc.constantFrom<Behavior>(
  ...(['good', 'good', 'failing', 'dying', 'edited meanwhile', 'deleted meanwhile', 'merged meanwhile'] as const),
)

export const stepArb: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: 'say' } as const) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('edit', 'delete', 'forget'), which: fc.nat(20), what: fc.nat(100) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('pass'),
      minutes: fc.constantFrom(1, 5, 16, 40),
      behaviors: fc.array(behaviorArb, { maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'merge' } as const) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('act'), which: fc.nat(20) }) },
)

/** A message of the world, as it was last written. */
export interface Word {
  readonly id: MessageId
  readonly person: TestPerson
  readonly audience: string
  readonly sentAt: Date
  readonly order: number
  readonly role: 'user' | 'assistant'
  readonly platformId: string | undefined
  text: string
  isGone: boolean
}

interface WorldOptions extends Pick<SessionDeps, 'readSession'> {
  readonly script: readonly Said[]
  /** Writes what the user says. The tag must be in it. */
  readonly write: (what: number, tag: string) => string
  /** The loops of the sessions. */
  readonly loops?: (clock: TestClock) => Pick<SessionDeps, 'listOpenLoops' | 'saveLoops' | 'undoLoops'>
  /** What the user does besides writing, on the page for example. */
  readonly act?: (user: TestPerson, which: number, clock: TestClock) => Promise<void>
  /** Whether the user may have a message forgotten. */
  readonly mayForget?: (word: Word) => boolean
}

/** One conversation of two users, who may become one, with two workers that process its sessions. */
export async function openWorld(store: Store, { script, write, readSession, loops, act, mayForget = () => true }: WorldOptions) {
  const clock = new TestClock(new Date(start + 121 * minutes))
  const [ana, ben] = [await testPerson(store, { name: 'ana' }), await testPerson(store, { name: 'ben' })]
  const words: Word[] = []
  const behaviors: Behavior[] = []
  const processed: string[] = []
  let edits = 0
  let isMerged = false
  const deps = { store, clock }
  const placeOf = (person: TestPerson, where: Said['where']) =>
    where === 'shared' ? sharedPlace('office') : directPlace(person === ana ? 'ana' : 'ben')
  const owner = (person: TestPerson) => (isMerged ? ana : person)

  async function change(word: Word | undefined, kind: 'edit' | 'delete' | 'forget', what: number): Promise<void> {
    if (!word || word.isGone) return
    const { threadId, userId } = owner(word.person)
    const place = placeOf(word.person, word.audience === 'private' ? 'direct' : 'shared')
    if (kind === 'forget') {
      if (!mayForget(word)) return
      await store.transaction(async (tx) => {
        await lockThread(tx, threadId)
        const now = clock.now()
        const segmentIds = await tombstoneMessages(tx, { threadId, messageIds: [word.id], now, dropNames: false })
        const batch = { userId, threadId, messageIds: [word.id], segmentIds, summaryIds: [], memoryIds: [], now }
        for (const { forget } of [loopsPersonalData, sessionsPersonalData]) await forget?.(tx, batch)
      })
      await expectNoTrace(word.text)
      word.isGone = true
    } else if (word.platformId !== undefined && kind === 'edit') {
      word.text = write(what, `u${word.order}v${++edits}e`)
      const platformMessageId = word.platformId as PlatformMessageId
      await editMessage(deps, { place, platformMessageId, text: word.text, editedAt: new Date(start + edits) })
    } else if (word.platformId !== undefined && kind === 'delete') {
      await deleteMessage(deps, place, word.platformId as PlatformMessageId)
      word.isGone = true
    }
  }

  async function expectNoTrace(text: string): Promise<void> {
    const derived = await Promise.all([store.db.session.findMany(), store.db.keyMoment.findMany(), store.db.sessionName.findMany()])
    expect(JSON.stringify(derived.flat())).not.toContain(text)
  }

  async function merge(): Promise<void> {
    if (isMerged) return
    isMerged = true
    await store.transaction(async (tx) => {
      await lockThread(tx, ana.threadId)
      await lockThread(tx, ben.threadId)
      for (const { merge } of personalData) await merge?.(tx, { from: ben, into: ana, now: clock.now() })
    })
  }

  const deaths = [() => {}, () => {}]
  const lastSaved = new Map<SessionId, number>()
  const workers = deaths.map((_, number) => {
    const { saveLoops, ...others } = loops?.(clock) ?? {}
    return sessionBench(store, {
      clock,
      ...others,
      async readSession(input, run) {
        const behavior = behaviors.shift() ?? 'good'
        if (behavior === 'failing') throw new Error('The model failed.')
        if (behavior === 'dying') {
          deaths[number]?.()
          return new Promise(() => {})
        }
        const word = words.find(({ id }) => id === input.lines[0]?.id)
        if (behavior === 'edited meanwhile') await change(word, 'edit', edits)
        if (behavior === 'deleted meanwhile') await change(word, 'delete', 0)
        if (behavior === 'merged meanwhile') await merge()
        return readSession(input, run)
      },
      async saveLoops(tx, session, notes) {
        lastSaved.set(session.id, session.revision)
        return (await saveLoops?.(tx, session, notes)) ?? false
      },
    })
  })

  /** Processes a session, unless the worker dies of it. What it had claimed stays as it is. */
  async function work(number: number, id: SessionId): Promise<void> {
    const dead = new Promise<'dead'>((resolve) => {
      deaths[number] = () => resolve('dead')
    })
    if ((await Promise.race([processSession(workers[number]!, id, { signal: unstopped }), dead])) === 'processed')
      processed.push(`${id}:${lastSaved.get(id)}`)
  }

  async function pass(ms: number): Promise<void> {
    clock.advance(ms)
    await Promise.all(workers.map(processSessions))
    const queued = new Set(workers.flatMap((worker) => worker.takeQueued()))
    for (const id of queued) await Promise.all(workers.map((_, number) => work(number, id)))
  }

  /** Lets time pass until nothing is left to be processed. */
  async function finish(): Promise<void> {
    for (let i = 0; i < 60 && (i < 2 || (await store.db.session.count({ where: { dueAt: { not: null } } })) > 0); i++)
      await pass(31 * minutes)
  }

  const waiting = [...script]
  async function say({ minute, by, where, answered, what }: Said): Promise<void> {
    const person = by === 'ben' ? ben : ana
    const [sentAt, order] = [new Date(start + minute * minutes), words.length]
    const platformId = `m${order}`
    const place = placeOf(person, where)
    const message = await owner(person).say(write(what, `u${order}x`), sentAt, { place, id: platformId, order: BigInt(order) })
    const { id, audience, text } = message
    words.push({ id, person, audience, sentAt, order, role: 'user', platformId, text, isGone: false })
    if (answered === undefined) return
    const at = new Date(sentAt.getTime() + answered * minutes)
    const reply = await owner(person).answer(message, `a${order}x`, { at })
    const answer = { role: 'assistant', platformId: undefined, text: reply.text, isGone: false } as const
    words.push({ id: reply.id, person, audience, sentAt: at, order, ...answer })
  }

  return {
    /** Each time that a revision of a session was processed. */
    processed,
    words,
    owner,
    async take(step: Step): Promise<void> {
      if (step.kind === 'edit' || step.kind === 'delete' || step.kind === 'forget')
        return change(words[step.which % words.length], step.kind, step.what)
      if (step.kind === 'merge') return merge()
      if (step.kind === 'act') return act?.(owner(step.which % 2 === 0 ? ana : ben), step.which, clock)
      if (step.kind === 'pass') {
        behaviors.push(...step.behaviors)
        await pass(step.minutes * minutes)
        behaviors.length = 0
      }
      const next = step.kind === 'say' ? waiting.shift() : undefined
      if (next) await say(next)
    },
    async settle(): Promise<void> {
      for (const said of waiting.splice(0)) await say(said)
      await finish()
      for (const { id, threadId, audience } of await store.db.session.findMany({ where: { state: 'failed' } })) {
        const scope = { userId: ana.userId, threadId: threadId as TestPerson['threadId'], audience: audience as 'private' }
        expect(await retrySession(workers[0]!, scope, id as SessionId)).toBe(true)
      }
      await finish()
    },
    /** The sessions that the words make in order, each with its words in order. */
    sessions(): Word[][] {
      const groups = new Map<string, Word[]>()
      for (const word of words.filter(({ isGone }) => !isGone)) {
        const key = `${owner(word.person).userId} ${word.audience}`
        groups.set(key, [...(groups.get(key) ?? []), word])
      }
      return [...groups.values()].flatMap((group) => {
        const ordered = group.sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime() || a.order - b.order || a.id - b.id)
        return ordered.reduce<Word[][]>((bursts, word) => {
          const last = bursts.at(-1)?.at(-1)
          if (last && word.sentAt.getTime() - last.sentAt.getTime() < 15 * minutes) bursts.at(-1)?.push(word)
          else bursts.push([word])
          return bursts
        }, [])
      })
    },
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** Rows in an order that does not depend on their ids. */
export const inOrder = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row)).sort()
