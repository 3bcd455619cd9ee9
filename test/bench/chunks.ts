// The work that follows a message with its reply: their words in the index, and the chunks of their day.
import type { PlaceId, SegmentId } from '../../src/core/domain/ids.ts'
import { updateIndex } from '../../src/search/index/update-index.ts'
import type { Db, Store } from '../../src/store/store.ts'
import { ensureSegment } from '../../src/threads/days/day-segment.ts'
import { insertMessages, type NewMessage } from '../../src/threads/messages/insert-messages.ts'
import { lockThread } from '../../src/threads/thread.ts'
import { indexHistories } from './history.ts'
import { percentile, times } from './measure.ts'
import { writerOf } from './words.ts'
import { openWorld, tidied } from './world.ts'

const turns = 100
/** Before all is compiled, planned and in memory, it is slower. */
const warmUp = 10
const timezone = 'Europe/Paris'

interface BenchThread {
  readonly label: string
  readonly taken: number[]
  /** Stores a message and its reply, `count` times. */
  say(count: number): Promise<void>
  follow(): Promise<unknown>
  /** The number of statements of the latest `follow`. */
  statements(): number
}

const world = await openWorld('chunks')
const writer = writerOf(1)
console.log(`What follows a message with its reply, on ${world.engine}:`)
try {
  await compare([
    await openThread('a day of 50 messages', 1_000, 50),
    await openThread('a day of 500 messages', 1_000, 500),
    await openThread('a day of 3,000 messages', 1_000, 3_000),
  ])
  await compare([await openThread('a thread of 1,000 messages', 1_000, 50), await openThread('a thread of 200,000 messages', 200_000, 50)])
} finally {
  await world.close()
}

/** Prints the time per message, and its ratio to that of the first thread. They take turns, so that a busy machine slows all of them. */
async function compare(threads: readonly BenchThread[]): Promise<void> {
  await tidied(world.app.store)
  for (let turn = 0; turn < warmUp + turns; turn++)
    for (const { say, follow, taken } of threads) {
      await say(1)
      const [ms = Number.NaN] = await times(1, follow)
      if (turn >= warmUp) taken.push(ms / 2)
    }
  const median = ({ taken }: BenchThread) =>
    percentile(
      [...taken].sort((a, b) => a - b),
      0.5,
    )
  for (const thread of threads) {
    const ratio = threads[0] ? median(thread) / median(threads[0]) : Number.NaN
    console.log(
      `${thread.label}: ${median(thread).toFixed(1)} ms a message, ${ratio.toFixed(2)} times the first (target: 1.2), ${thread.statements()} statements`,
    )
  }
}

async function openThread(label: string, messages: number, today: number): Promise<BenchThread> {
  const { threadId } = await world.person(messages)
  await indexHistories(world.app, [threadId])
  const { store } = world.app
  const { placeId, audience } = await store.db.message.findFirstOrThrow({ where: { threadId } })
  const now = new Date()
  // Not at midnight, whenever the bench runs.
  const start = Date.parse(`${now.toISOString().slice(0, 10)}T04:00:00Z`)
  let said = 0
  const say = (count: number) =>
    store.transaction(async (tx) => {
      await lockThread(tx, threadId)
      const { segment } = await ensureSegment(tx, { threadId, sentAt: new Date(start), timezone, now })
      const message = (role: NewMessage['role'], words: number): NewMessage => ({
        segmentId: segment.id as SegmentId,
        placeId: placeId as PlaceId,
        audience: audience as NewMessage['audience'],
        role,
        kind: 'chat',
        text: writer.text(words),
        sentAt: new Date(start + ++said * 10_000),
      })
      await insertMessages(tx, threadId, Array.from({ length: count }, () => [message('user', 10), message('assistant', 35)]).flat())
    })
  await say(today / 2)
  const counted = countStatements(store)
  const follow = () => updateIndex({ ...world.app, store: counted.store }, threadId)
  await follow()
  return {
    label,
    taken: [],
    say,
    async follow() {
      counted.reset()
      return follow()
    },
    statements: counted.count,
  }
}

/** Counts the statements that go through a store. A transaction counts as two more. */
function countStatements(store: Store) {
  let count = 0
  const counting = <Client extends Db>(client: Client): Client =>
    new Proxy(client, {
      get(target, property) {
        if (property !== 'then') count++
        const value = Reflect.get(target, property)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  const counted: Store = {
    ...store,
    db: counting(store.db),
    transaction: (work, options) => {
      count += 2
      return store.transaction((tx) => work(counting(tx)), options)
    },
  }
  return {
    store: counted,
    count: () => count,
    reset() {
      count = 0
    },
  }
}
