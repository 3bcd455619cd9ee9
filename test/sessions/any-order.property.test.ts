import fc from 'fast-check'
import { expect, test } from 'vitest'
import { personalData } from '../../src/app.ts'
import type { MessageId, PlatformMessageId, SessionId } from '../../src/core/domain/ids.ts'
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
import { runs } from '../support/runs.ts'
import { takeStore } from '../support/store.ts'
import { repeatingNotes, sessionBench, unstopped } from './bench.ts'

const start = new Date('2026-11-18T08:00:00Z').getTime()
const minutes = 60_000

/** What the model does with a session that it is shown. */
type Behavior = 'good' | 'failing' | 'dying' | 'edited meanwhile' | 'deleted meanwhile'

interface Said {
  readonly minute: number
  readonly by: 'ana' | 'ben'
  readonly where: 'direct' | 'shared'
  /** Minutes until the answer; none if undefined. */
  readonly answered: number | undefined
}

type Step =
  | { readonly kind: 'say' }
  | { readonly kind: 'edit' | 'delete' | 'forget'; readonly which: number }
  | { readonly kind: 'pass'; readonly minutes: number; readonly behaviors: readonly Behavior[] }
  | { readonly kind: 'merge' }

const saidArb: fc.Arbitrary<Said> = fc.record({
  minute: fc.integer({ min: 0, max: 120 }),
  by: fc.constantFrom('ana', 'ben'),
  where: fc.constantFrom('direct', 'direct', 'shared'),
  answered: fc.option(fc.constantFrom(0, 1, 14, 15, 20), { nil: undefined }),
})

const behaviorArb = fc.constantFrom<Behavior>('good', 'good', 'failing', 'dying', 'edited meanwhile', 'deleted meanwhile')

const stepArb: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: 'say' } as const) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('edit', 'delete', 'forget'), which: fc.nat(20) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('pass'),
      minutes: fc.constantFrom(1, 5, 16, 40),
      behaviors: fc.array(behaviorArb, { maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'merge' } as const) },
)

interface Word {
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

/** One conversation of two users, who may become one, with two workers that process its sessions. */
async function openWorld(store: Store, script: readonly Said[]) {
  const clock = new TestClock(new Date(start + 121 * minutes))
  const [ana, ben] = [await testPerson(store, { name: 'ana' }), await testPerson(store, { name: 'ben' })]
  const words: Word[] = []
  const behaviors: Behavior[] = []
  const processed: string[] = []
  const lastSaved = new Map<SessionId, number>()
  let edits = 0
  let isMerged = false
  const deps = { store, clock }
  const placeOf = (person: TestPerson, where: Said['where']) =>
    where === 'shared' ? sharedPlace('office') : directPlace(person === ana ? 'ana' : 'ben')

  async function change(word: Word | undefined, kind: 'edit' | 'delete' | 'forget'): Promise<void> {
    if (!word || word.isGone) return
    const threadId = (await store.db.message.findUniqueOrThrow({ where: { id: word.id } })).threadId as TestPerson['threadId']
    const where = word.audience === 'private' ? 'direct' : 'shared'
    const place = placeOf(word.person, where)
    if (kind === 'forget') {
      await store.transaction(async (tx) => {
        await lockThread(tx, threadId)
        const now = clock.now()
        const segmentIds = await tombstoneMessages(tx, { threadId, messageIds: [word.id], now, dropNames: false })
        const batch = { userId: word.person.userId, threadId, messageIds: [word.id], segmentIds, summaryIds: [], memoryIds: [], now }
        await sessionsPersonalData.forget?.(tx, batch)
      })
      await expectNoTrace(word.text)
      word.isGone = true
    } else if (word.platformId !== undefined && kind === 'edit') {
      word.text = `${word.text.split('v')[0]}v${++edits}e`
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

  const deaths = [() => {}, () => {}]
  const workers = deaths.map((_, number) =>
    sessionBench(store, {
      clock,
      async readSession(input) {
        const behavior = behaviors.shift() ?? 'good'
        if (behavior === 'failing') throw new Error('The model failed.')
        if (behavior === 'dying') {
          deaths[number]?.()
          return new Promise(() => {})
        }
        const word = words.find(({ id }) => id === input.lines[0]?.id)
        if (behavior !== 'good') await change(word, behavior === 'edited meanwhile' ? 'edit' : 'delete')
        return repeatingNotes(input)
      },
      async saveLoops(_, { id, revision }) {
        lastSaved.set(id, revision)
      },
    }),
  )

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

  const waiting = [...script]
  return {
    processed,
    async take(step: Step): Promise<void> {
      if (step.kind === 'edit' || step.kind === 'delete' || step.kind === 'forget')
        return change(words[step.which % words.length], step.kind)
      if (step.kind === 'pass') {
        behaviors.push(...step.behaviors)
        await pass(step.minutes * minutes)
        behaviors.length = 0
      }
      if (step.kind === 'merge' && !isMerged) {
        isMerged = true
        await store.transaction(async (tx) => {
          await lockThread(tx, ana.threadId)
          await lockThread(tx, ben.threadId)
          for (const { merge } of personalData) await merge?.(tx, { from: ben, into: ana, now: clock.now() })
        })
      }
      const next = step.kind === 'say' ? waiting.shift() : undefined
      if (next) await this.say(next)
    },
    async say({ minute, by, where, answered }: Said): Promise<void> {
      const person = by === 'ben' ? ben : ana
      const sayer = isMerged ? ana : person
      const [sentAt, order] = [new Date(start + minute * minutes), words.length]
      const platformId = `m${order}`
      const message = await sayer.say(`u${order}x`, sentAt, { place: placeOf(person, where), id: platformId, order: BigInt(order) })
      const { id, audience, text } = message
      words.push({ id, person, audience, sentAt, order, role: 'user', platformId, text, isGone: false })
      if (answered === undefined) return
      const at = new Date(sentAt.getTime() + answered * minutes)
      const reply = await (isMerged ? ana : person).answer(message, `a${order}x`, { at })
      words.push({
        id: reply.id,
        person,
        audience,
        sentAt: at,
        order,
        role: 'assistant',
        platformId: undefined,
        text: reply.text,
        isGone: false,
      })
    },
    async settle(): Promise<void> {
      for (const said of waiting.splice(0)) await this.say(said)
      for (let i = 0; i < 12; i++) await pass(31 * minutes)
      for (const { id, threadId, audience } of await store.db.session.findMany({ where: { state: 'failed' } })) {
        const scope = { userId: ana.userId, threadId: threadId as TestPerson['threadId'], audience: audience as 'private' }
        expect(await retrySession(workers[0]!, scope, id as SessionId)).toBe(true)
      }
      await pass(minutes)
    },
    /** The sessions that the words make in order, with what is to be made of each. */
    expected(): object[] {
      const groups = new Map<string, Word[]>()
      const threadOf = (word: Word) => (isMerged ? 'ana' : word.person === ana ? 'ana' : 'ben')
      for (const word of words.filter(({ isGone }) => !isGone)) {
        const key = `${threadOf(word)} ${word.audience}`
        groups.set(key, [...(groups.get(key) ?? []), word])
      }
      const sessions = [...groups.values()].flatMap((group) => {
        const ordered = group.sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime() || a.order - b.order || a.id - b.id)
        return ordered.reduce<Word[][]>((bursts, word) => {
          const last = bursts.at(-1)?.at(-1)
          if (last && word.sentAt.getTime() - last.sentAt.getTime() < 15 * minutes) bursts.at(-1)?.push(word)
          else bursts.push([word])
          return bursts
        }, [])
      })
      return sessions.map((session) => {
        const [first] = session
        const isRead = session.some(({ role }) => role === 'user')
        return {
          messages: session.map(({ id }) => id),
          audience: first?.audience,
          state: 'processed',
          summary: isRead ? session.map(({ text }) => text).join(' ') : null,
          moments: isRead ? [`Moment of ${first?.text}`] : [],
          names: isRead ? [`Name of ${first?.text}`] : [],
        }
      })
    },
    async stored(): Promise<object[]> {
      const sessions = await store.db.session.findMany({
        include: {
          members: { include: { message: true } },
          moments: true,
          names: true,
        },
      })
      return sessions.map(({ members, audience, state, summary, moments, names }) => ({
        messages: members
          .map(({ message }) => message)
          .sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime() || Number(a.platformOrder - b.platformOrder) || a.id - b.id)
          .map(({ id }) => id),
        ...{ audience, state, summary, moments: moments.map(({ text }) => text), names: names.map(({ name }) => name) },
      }))
    },
  }
}

const inOrder = (sessions: object[]) => sessions.map((session) => JSON.stringify(session)).sort()

test('any order of messages, changes, merges, failures and crashes gives the same sessions as in order, each revision processed once', {
  timeout: 400_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(saidArb, { minLength: 1, maxLength: 14 }),
      fc.array(stepArb, { minLength: 5, maxLength: 40 }),
      async (script, steps) => {
        const { store, giveBack } = await takeStore()
        try {
          const world = await openWorld(store, script)
          for (const step of steps) await world.take(step)
          await world.settle()
          expect(inOrder(await world.stored())).toEqual(inOrder(world.expected()))
          expect(world.processed).toEqual([...new Set(world.processed)])
        } finally {
          await giveBack()
        }
      },
    ),
    { numRuns: runs(80), seed: 21 },
  )
})
