import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MessageId, PlatformMessageId, SegmentId } from '../../../src/core/domain/ids.ts'
import { blocksOf, outdent } from '../../../src/core/domain/text.ts'
import type { ChatModel } from '../../../src/core/ports/chat-model.ts'
import type { SummaryMode } from '../../../src/core/ports/jobs.ts'
import type { Store } from '../../../src/store/store.ts'
import { summarizeDay } from '../../../src/summaries/run/summarize-day.ts'
import { deleteMessage, editMessage } from '../../../src/threads/messages/edit-message.ts'
import { directPlace, sharedPlace, type TestPerson, testPerson } from '../../support/conversation.ts'
import { runs } from '../../support/runs.ts'
import { testStore } from '../../support/store.ts'
import { type SummaryBench, shownLines, summaryBench, summaryText, unstopped } from '../../support/summaries.ts'

// A model that keeps, in the summary itself, which text of which message it has seen, in this call or in what it builds on.
const seenIn = (markdown: string) => [...markdown.matchAll(/<(\d+)=([^>]*)>/g)].map(([, id, text]) => `${id}=${text}`)

function witness(events: { next: () => Promise<void> | undefined }): ChatModel {
  return {
    name: 'witness',
    contextWindow: 32_000,
    countTokens: (text) => Math.ceil(text.length / 4),
    async *stream(request) {
      const before = blocksOf(request.messages[1]!.content, 'summary-so-far').flatMap((summary) => seenIn(outdent(summary)))
      // Whatever happens meanwhile happens here: between the two steps of the run.
      await events.next()
      const seen = new Set([...before, ...shownLines(request).map(({ id, text }) => `${id}=${text}`)])
      yield { type: 'text', delta: summaryText({ narrative: `Seen: ${[...seen].map((one) => `<${one}>`).join(' ')}` }) }
      yield { type: 'end', reason: 'stop' }
    },
  }
}

type Step =
  | { readonly type: 'say' | 'late' | 'group' | 'reply' }
  | { readonly type: 'import'; readonly count: number }
  | { readonly type: 'edit' | 'delete'; readonly which: number }
  /** `during`: what happens while the model writes, one list a call. */
  | {
      readonly type: 'summarize'
      readonly yesterday: boolean
      readonly mode: SummaryMode
      readonly during: readonly Step[]
      readonly times: 'once' | 'twice' | 'at once'
    }

const message = fc.oneof(
  fc.record({ type: fc.constantFrom('say' as const, 'late' as const, 'group' as const, 'reply' as const) }),
  fc.record({ type: fc.constant('import' as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ type: fc.constantFrom('edit' as const, 'delete' as const), which: fc.nat(20) }),
)
const summarize = fc.record({
  type: fc.constant('summarize' as const),
  yesterday: fc.boolean(),
  mode: fc.constantFrom<SummaryMode>('rollover', 'nightly', 'heuristic', 'manual'),
  during: fc.array(message, { maxLength: 3 }),
  times: fc.constantFrom('once' as const, 'twice' as const, 'at once' as const),
})
const steps: fc.Arbitrary<Step[]> = fc.array(fc.oneof({ weight: 3, arbitrary: message }, { weight: 2, arbitrary: summarize }), {
  minLength: 3,
  maxLength: 14,
})

const TODAY = '2026-11-18T09:00:00Z'
const YESTERDAY = '2026-11-17T09:00:00Z'

/** One conversation over two days, and what is done to it. */
class World {
  readonly parts: SummaryBench
  readonly pending: Step[] = []
  #said = 0
  #version = 0
  readonly #own: MessageId[] = []
  readonly #covered = new Map<SegmentId, number>()

  constructor(
    readonly store: Store,
    readonly person: TestPerson,
    readonly name: string,
  ) {
    const model = witness({
      next: () => {
        const step = this.pending.shift()
        return step && this.do(step)
      },
    })
    this.parts = summaryBench(store, { model })
  }

  async do(step: Step): Promise<void> {
    switch (step.type) {
      case 'say':
        return this.#say(TODAY)
      case 'late':
        return this.#say(YESTERDAY)
      case 'import':
        for (let count = 0; count < step.count; count++) await this.#say(YESTERDAY, -3_600_000)
        return
      case 'group':
        return this.#say(TODAY, 0, true)
      case 'reply':
        return this.#reply()
      case 'edit':
      case 'delete':
        return this.#change(step.type, step.which)
      case 'summarize':
        return this.#summarize(step)
    }
  }

  async #say(from: string, offset = 0, group = false): Promise<void> {
    this.#said++
    const at = new Date(new Date(from).getTime() + offset + this.#said * 1_000)
    const { id } = await this.person.say(`t${++this.#version}`, at, group ? { place: sharedPlace(`g-${this.name}`) } : {})
    if (!group) this.#own.push(id)
  }

  async #reply(): Promise<void> {
    const id = this.#own.at(-1)
    if (id === undefined) return
    const [row] = await this.store.db.message.findMany({ where: { id } })
    await this.person.answer(row as never, `t${++this.#version}`)
  }

  async #change(type: 'edit' | 'delete', which: number): Promise<void> {
    const id = this.#own[which % Math.max(1, this.#own.length)]
    if (id === undefined) return
    const row = await this.store.db.message.findUniqueOrThrow({ where: { id } })
    const platformMessageId = row.platformMessageId as PlatformMessageId
    const place = directPlace(this.name)
    this.parts.clock.advance(1_000)
    if (type === 'delete') await deleteMessage(this.parts, place, platformMessageId)
    else await editMessage(this.parts, { place, platformMessageId, text: `t${++this.#version}`, editedAt: this.parts.clock.now() })
  }

  async #summarize({ yesterday, mode, during, times }: Extract<Step, { type: 'summarize' }>): Promise<void> {
    const dayLabel = yesterday ? '2026-11-17' : '2026-11-18'
    const segment = await this.store.db.daySegment.findFirst({ where: { threadId: this.person.threadId, dayLabel } })
    if (!segment) return
    this.pending.push(...during)
    const run = () => summarizeDay(this.parts, { segmentId: segment.id as SegmentId, mode }, unstopped)
    if (times === 'at once') await Promise.all([run(), run()])
    else await run()
    if (times === 'twice') await run()
    this.pending.length = 0
  }

  /** Nothing counts as covered that the summary has not seen as it is now; and coverage never goes back. */
  async check(): Promise<void> {
    const segments = await this.store.db.daySegment.findMany({
      where: { threadId: this.person.threadId },
      include: { summary: true, messages: true },
    })
    for (const { id, coveredSeq, summary, messages } of segments) {
      const seen = new Set(seenIn(summary?.markdown ?? ''))
      const counted = messages.filter((one) => one.kind === 'chat' && one.audience === 'private' && one.changeSeq <= coveredSeq)
      const unseen = counted.filter((one) => !one.deletedAt && !seen.has(`${one.id}=${one.text}`))
      expect(unseen.map((one) => `${one.id}=${one.text}`)).toEqual([])
      expect(coveredSeq).toBeGreaterThanOrEqual(this.#covered.get(id as SegmentId) ?? 0)
      this.#covered.set(id as SegmentId, coveredSeq)
    }
  }

  /** When all is quiet, one run a day leaves a summary of exactly what is there. */
  async settle(): Promise<void> {
    for (const dayLabel of ['2026-11-17', '2026-11-18']) {
      await this.do({ type: 'summarize', yesterday: dayLabel === '2026-11-17', mode: 'nightly', during: [], times: 'once' })
      const segment = await this.store.db.daySegment.findFirst({
        where: { threadId: this.person.threadId, dayLabel },
        include: { summary: true, messages: { where: { kind: 'chat', audience: 'private', deletedAt: null } } },
      })
      const present = segment?.messages.map(({ id, text }) => `${id}=${text}`) ?? []
      expect(seenIn(segment?.summary?.markdown ?? '').sort()).toEqual(present.sort())
    }
  }
}

test('any interleaving of new, late, imported, edited and deleted messages with summaries never counts as covered what no summary has seen', {
  timeout: 120_000,
}, async () => {
  const store = await testStore()
  let worlds = 0
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const name = `world-${++worlds}`
      const world = new World(store, await testPerson(store, { name, timezone: 'UTC' }), name)
      for (const step of list) {
        await world.do(step)
        await world.check()
      }
      await world.settle()
      await world.check()
    }),
    { numRuns: runs(20), seed: 2026 },
  )
})
