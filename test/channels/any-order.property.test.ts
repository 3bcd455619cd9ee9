import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queueCascades, runCascade } from '../../src/channels/cascade/run-cascade.ts'
import type { WrittenChannelSummary } from '../../src/channels/deps.ts'
import { forgetInChannels } from '../../src/channels/privacy/forget.ts'
import { startOfWindow } from '../../src/channels/pyramid.ts'
import type { MessageId, PlaceId, PlatformMessageId } from '../../src/core/domain/ids.ts'
import type { Store } from '../../src/store/store.ts'
import { deleteMessage, editMessage } from '../../src/threads/messages/edit-message.ts'
import { tombstoneMessages } from '../../src/threads/privacy/tombstones.ts'
import { lockThread } from '../../src/threads/thread.ts'
import { TestClock } from '../support/clock.ts'
import { sharedPlace, type TestPerson, testPerson } from '../support/conversation.ts'
import { runs } from '../support/runs.ts'
import { takeStore } from '../support/store.ts'
import { channelBench, openChannel, readPyramid, repeatMaterial, unstopped } from './bench.ts'

const start = new Date('2026-11-18T08:00:00Z').getTime()
const minutes = 60_000

/** What the model does when it is asked for a summary. */
type Behavior = 'good' | 'good' | 'failing' | 'dying' | 'out of tokens' | 'edited meanwhile' | 'forgotten meanwhile'

type Step =
  /** A minute in the past is a late message. */
  | { readonly kind: 'say'; readonly by: 0 | 1; readonly minute: number }
  | { readonly kind: 'edit' | 'delete' | 'forget'; readonly which: number }
  | { readonly kind: 'pass'; readonly minutes: number; readonly behaviors: readonly Behavior[] }

const stepArb: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('say'), by: fc.constantFrom(0, 1), minute: fc.integer({ min: 0, max: 600 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('edit', 'delete', 'forget'), which: fc.nat(30) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('pass'),
      minutes: fc.constantFrom(1, 6, 31, 120),
      behaviors: fc.array(
        fc.constantFrom<Behavior>('good', 'good', 'good', 'failing', 'dying', 'out of tokens', 'edited meanwhile', 'forgotten meanwhile'),
        { maxLength: 8 },
      ),
    }),
  },
)

interface Word {
  readonly id: MessageId
  readonly person: TestPerson
  readonly platformId: PlatformMessageId
  readonly sentAt: Date
  readonly order: number
  text: string
  isGone: boolean
}

/** Runs a script with two workers, and returns the final log and the pyramid that is left. */
async function play(store: Store, script: readonly Step[]) {
  const clock = new TestClock(new Date(start))
  const place = sharedPlace('team')
  const members = [await testPerson(store), await testPerson(store)] as const
  const words: Word[] = []
  const behaviors: Behavior[] = []
  const forgotten: string[] = []
  let edits = 0
  const deaths = [() => {}, () => {}]

  async function change(word: Word | undefined, kind: 'edit' | 'delete' | 'forget'): Promise<void> {
    if (!word || word.isGone) return
    if (kind === 'edit') {
      word.text = `${word.text.split('v')[0]}v${++edits}e`
      await editMessage(deps, { place, platformMessageId: word.platformId, text: word.text, editedAt: clock.now() })
    } else if (kind === 'delete') {
      await deleteMessage(deps, place, word.platformId)
      word.isGone = true
    } else {
      const { threadId } = word.person
      await store.transaction(async (tx) => {
        await lockThread(tx, threadId)
        await tombstoneMessages(tx, { threadId, messageIds: [word.id], now: clock.now(), dropNames: false })
        await forgetInChannels(tx, { messageIds: [word.id] })
      })
      word.isGone = true
      forgotten.push(word.text)
      await expectNoTrace()
    }
  }

  async function expectNoTrace(): Promise<void> {
    const left = await store.db.channelSummary.findMany()
    expect(left.filter(({ text }) => text.split(/[() ]/).some((word) => forgotten.includes(word)))).toEqual([])
  }

  const workers = deaths.map((_, number) =>
    channelBench(store, {
      clock,
      settings: { maxCascadeTokens: 5_000 },
      async writeSummary(material, { maxTokens }): Promise<WrittenChannelSummary | undefined> {
        const behavior = behaviors.shift() ?? 'good'
        if (behavior === 'failing') throw new Error('The model failed.')
        if (behavior === 'out of tokens' || maxTokens < 1_000) return undefined
        if (behavior === 'dying') {
          deaths[number]?.()
          return new Promise(() => {})
        }
        const written = { ...repeatMaterial(material), tokens: 1_000 }
        const word = 'lines' in material ? words.find(({ id }) => id === material.lines[0]?.id) : words[0]
        if (behavior !== 'good') await change(word, behavior === 'edited meanwhile' ? 'edit' : 'forget')
        return written
      },
    }),
  )
  const deps = workers[0]!
  const placeId = await openChannel(deps, place, members[0])

  async function work(number: number, id: PlaceId): Promise<void> {
    const dead = new Promise<'dead'>((resolve) => {
      deaths[number] = () => resolve('dead')
    })
    await Promise.race([runCascade(workers[number]!, id, unstopped), dead])
  }

  async function pass(ms: number): Promise<void> {
    clock.advance(ms)
    await Promise.all(workers.map(queueCascades))
    const queued = new Set(workers.flatMap((worker) => worker.takeQueued()))
    for (const id of queued) await Promise.all(workers.map((_, number) => work(number, id)))
    await expectNoTrace()
  }

  for (const step of script) {
    if (step.kind === 'pass') {
      behaviors.push(...step.behaviors)
      await pass(step.minutes * minutes)
      behaviors.length = 0
    } else if (step.kind === 'say') {
      const order = words.length
      const sentAt = new Date(Math.min(start + step.minute * minutes, clock.now().getTime()))
      const person = members[step.by]
      const { id, text } = await person.say(`u${order}x`, sentAt, { place, id: `m${order}`, order: BigInt(order) })
      words.push({ id, person, platformId: `m${order}` as PlatformMessageId, sentAt, order, text, isGone: false })
    } else await change(words[step.which % words.length], step.kind)
  }
  for (let calm = 0; calm < 60; calm++) await pass(60 * minutes)
  return { words, pyramid: await readPyramid(deps, placeId), staged: await store.db.channelSummary.count({ where: { isUsed: false } }) }
}

/** The pyramid of a log, built once. */
function buildOnce(words: readonly Word[]): ReadonlyMap<string, string> {
  const inOrder = words.filter(({ isGone }) => !isGone).sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime() || a.order - b.order)
  const windows = new Map<number, string[]>()
  for (const { sentAt, text } of inOrder) {
    const window = startOfWindow(sentAt).getTime()
    windows.set(window, [...(windows.get(window) ?? []), text])
  }
  const pyramid = new Map<string, string>()
  let texts = [...windows.values()].map((said) => `(${said.join(' ')})`)
  for (let level = 1; texts.length > 0; level++) {
    for (const [ordinal, text] of texts.entries()) pyramid.set(`${level}/${ordinal}`, text)
    texts = texts.flatMap((text, index) => (index % 2 === 1 ? [`${texts[index - 1]}${text}`] : []))
  }
  return pyramid
}

test('however messages arrive, change and disappear, and cascades fail and die, the pyramid is the one built once from the final log', {
  timeout: 400_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArb, { minLength: 4, maxLength: 40 }), async (script) => {
      const { store, giveBack } = await takeStore()
      try {
        const { words, pyramid, staged } = await play(store, script)
        expect(pyramid).toEqual(buildOnce(words))
        expect(staged).toBe(0)
      } finally {
        await giveBack()
      }
    }),
    { numRuns: runs(100), seed: 22 },
  )
})
