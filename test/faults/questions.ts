import { setTimeout as wait } from 'node:timers/promises'
import type { Store } from '../../src/store/store.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import type { Stage, StageMessage, StagePerson, StageRoom } from '../support/stages/stage.ts'

/** A question with a number of its own. */
export interface Asked {
  readonly number: number
  readonly by: StagePerson
  /** Alone with the bot where absent. */
  readonly room?: StageRoom
  readonly message: StageMessage
}

/** How questions ended, by what is stored and by what people see. */
export interface Counts {
  asked: number
  lost: number
  storedTwice: number
  answered: number
  /** Their whole reply is seen more than once. */
  doubled: number
  /** Nobody knows whether the reply arrived. */
  unknown: number
  /** The platform refused their reply for good, which was tried once. */
  refused: number
  unanswered: number
  outOfOrder: number
}

/** Longer than anything here may take on a busy machine, in ms. */
export const patienceMs = 120_000

/**
 * A model that answers "Answer to 7 and 8, in full." to the questions that its turn answers, in two pieces, with a while between them that
 * what was asked decides.
 */
export function answeringModel(betweenMs: (asked: { numbers: readonly number[]; text: string }) => number): Promise<ModelServer> {
  return startModelServer(({ texts }) => {
    const numbers = questionsToAnswer(texts)
    return {
      deltas: [`Answer to ${numbers.join(' and ')}`, ', in full.'],
      between: wait(betweenMs({ numbers, text: texts.at(-1) ?? '' })),
    }
  })
}

/**
 * The questions of the messages that a request is to answer. The first of these says what time it is. All before it was said earlier, also by
 * others in a room, whom their own turns answer. A notice that a reply may not have arrived quotes its question, but does not ask it.
 */
export function questionsToAnswer(texts: readonly string[]): number[] {
  const first = texts.findLastIndex((text) => /^\[now: /m.test(text))
  if (first < 0) return []
  return texts.slice(first).flatMap((text) => [...text.matchAll(/(?<!“)question (\d+)/g)].map(([, number]) => Number(number)))
}

/** What is seen of the answer to a question. */
export function answersTo(stage: Stage, { number, by, room }: Asked): readonly string[] {
  const texts = stage.shown(room ?? by).map(({ text }) => text)
  return texts.filter((text) => new RegExp(`Answer to [\\d and]*\\b${number}\\b`).test(text))
}

export const isWhole = (stage: Stage, asked: Asked): boolean => answersTo(stage, asked).some((text) => text.includes('in full'))

/** Waits for a condition; says whether it came true in time. */
export async function until(condition: () => boolean, timeoutMs = patienceMs): Promise<boolean> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await wait(20)) if (condition()) return true
  return condition()
}

/** Everything that can still come has come: nothing new is seen for two seconds. */
export async function untilQuiet(stage: Stage, asked: readonly Asked[]): Promise<void> {
  const places = [...new Set(asked.map(({ room, by }) => room ?? by))]
  const seen = () => JSON.stringify(places.map((place) => stage.shown(place)))
  for (let before = ''; before !== seen(); await wait(2_000)) before = seen()
}

interface Row {
  readonly id: number
  readonly text: string
  readonly turn: string | null
  readonly reply: string | null
  readonly deliveries: string | null
  readonly attempts: number | null
}

/** Counts when all is over. Numbers of questions are looked for in what is stored, wherever that is. */
export async function count(store: Store, stage: Stage, asked: readonly Asked[]): Promise<Counts> {
  const rows = await store.db.$queryRaw<Row[]>`
    SELECT m.id, m.text, t.state AS turn, r.text AS reply,
      (SELECT string_agg(DISTINCT d.state, ',') FROM deliveries d WHERE d.message_id = t.reply_id) AS deliveries,
      (SELECT max(d.attempts) FROM deliveries d WHERE d.message_id = t.reply_id) AS attempts
    FROM messages m LEFT JOIN turns t ON t.id = m.turn_id LEFT JOIN messages r ON r.id = t.reply_id
    WHERE m.role = 'user'`
  const counts = { asked: asked.length, lost: 0, storedTwice: 0, answered: 0, doubled: 0, unknown: 0, refused: 0, unanswered: 0 }
  for (const question of asked) {
    const stored = rows.filter((row) => new RegExp(`question ${question.number}\\b`).test(row.text))
    const [row] = stored
    if (!row) counts.lost++
    if (stored.length > 1) counts.storedTwice++
    // What is seen of the reply of its turn, which may answer several questions together.
    const reply = row?.reply || undefined
    const seen = reply === undefined ? [] : stage.shown(question.room ?? question.by).filter(({ text }) => text.includes(reply))
    if (seen.length > 1) counts.doubled++
    if (row?.deliveries?.includes('unknown')) counts.unknown++
    else if (row?.deliveries === 'failed' && row.attempts === 0 && seen.length === 0) counts.refused++
    else if (row?.turn === 'done' && row.deliveries === 'sent' && seen.length > 0) counts.answered++
    else counts.unanswered++
  }
  return { ...counts, outOfOrder: outOfOrder(stage, asked) }
}

/** As people see it: the answers to one person in a place in the order of what they answer. */
function outOfOrder(stage: Stage, asked: readonly Asked[]): number {
  const asking = new Map<string, Asked[]>()
  for (const one of asked) {
    const key = `${one.by.id} ${one.room?.id}`
    asking.set(key, [...(asking.get(key) ?? []), one])
  }
  return [...asking.values()].reduce((sum, theirs) => {
    const [{ room, by }] = theirs as [Asked]
    const first = stage
      .shown(room ?? by)
      .map(({ text }) => Number(/Answer to (\d+)/.exec(text)?.[1]))
      .filter((number) => theirs.some((one) => one.number === number))
    return sum + first.filter((number, index) => index > 0 && number < (first[index - 1] ?? 0)).length
  }, 0)
}
