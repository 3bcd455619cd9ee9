import type { Store } from '../../src/store/store.ts'
import { storedRows } from '../e2e/attacks/rows.ts'
import type { SimulatedWorld } from './world.ts'

interface QuestionRow {
  readonly id: number
  readonly platformId: string
  readonly place: string
  readonly text: string
  readonly pending: boolean
  readonly isGone: boolean
  readonly turnId: number | null
  readonly turnState: string | null
  readonly replyId: number | null
}

interface PartRow {
  readonly messageId: number
  readonly part: number
  readonly state: string
  readonly text: string
  readonly platformId: string | null
  readonly kind: string
}

interface DayRow {
  readonly id: number
  readonly covered: number
  readonly markdown: string | null
  readonly isStale: boolean
}

interface DayMessageRow {
  readonly id: number
  readonly text: string
  readonly changeSeq: number
}

/** Returns what does not hold after everything has come to its end. */
export async function findViolations(store: Store, world: SimulatedWorld): Promise<string[]> {
  const found = await Promise.all([
    findLostMessages(store, world),
    findUnanswered(store, world),
    findWrongDeliveries(store, world),
    findTraces(store, world),
    findWrongSummaries(store),
    findOrphans(store),
  ])
  return [...new Set([...world.scheduler.violations, ...found.flat()])]
}

const loadQuestions = ({ db }: Store) => db.$queryRaw<QuestionRow[]>`
  SELECT m.id, m.platform_message_id AS "platformId", p.address AS place, m.text, m.pending, m.deleted_at IS NOT NULL AS "isGone",
    m.turn_id AS "turnId", t.state AS "turnState", t.reply_id AS "replyId"
  FROM messages m JOIN places p ON p.id = m.place_id LEFT JOIN turns t ON t.id = m.turn_id
  WHERE m.role = 'user' AND m.kind = 'chat' ORDER BY m.sent_at, m.platform_order, m.id`

async function findLostMessages(store: Store, { said }: SimulatedWorld): Promise<string[]> {
  const rows = await loadQuestions(store)
  return said.flatMap(({ number, id, animal, earlier, isGone, acknowledged }) => {
    const stored = rows.filter(({ platformId }) => platformId === id)
    if (stored.length > 1) return [`Message ${number} is stored ${stored.length} times.`]
    if (acknowledged === 0) return [`Message ${number} was never acknowledged.`]
    if (isGone) return stored.some((row) => !row.isGone) ? [`Message ${number} was deleted and is there.`] : []
    if (stored.length === 0) return [`Message ${number} is lost.`]
    return stored.flatMap((row) => {
      if (row.isGone) return [`Message ${number} is gone, but nobody deleted it.`]
      return row.text.includes(`my ${animal}.`) ? [] : [`Message ${number} is "${row.text}", and was edited from ${earlier} to ${animal}.`]
    })
  })
}

/** Every question is answered once, by one reply of one turn. */
async function findUnanswered(store: Store, { said }: SimulatedWorld): Promise<string[]> {
  const rows = await loadQuestions(store)
  const replies = await store.db.$queryRaw<{ id: number; turnId: number; text: string }[]>`
    SELECT id, turn_id AS "turnId", text FROM messages
    WHERE role IN ('assistant', 'system') AND turn_id IS NOT NULL AND kind IN ('chat', 'notice', 'draft') AND deleted_at IS NULL`
  const running = await store.db.turn.count({ where: { state: 'running' } })
  return [
    ...(running > 0 ? [`${running} turns are running.`] : []),
    ...rows.flatMap((row) => {
      const number = said.findIndex(({ id }) => id === row.platformId)
      if (row.pending) return [`Message ${number} is pending.`]
      if (row.isGone) return []
      const own = replies.filter(({ turnId }) => turnId === row.turnId)
      // The reply to several messages is forgotten with one of them.
      const isReplyForgotten = rows.some(({ turnId, isGone }) => turnId === row.turnId && isGone)
      if (own.length === 0 && isReplyForgotten) return []
      if (own.length !== 1) return [`Message ${number} has ${own.length} replies.`]
      if (own[0]?.id !== row.replyId) return [`The reply to message ${number} is not that of its turn.`]
      return []
    }),
  ]
}

async function findWrongDeliveries(store: Store, { platform, scheduler }: SimulatedWorld): Promise<string[]> {
  const parts = await store.db.$queryRaw<PartRow[]>`
    SELECT d.message_id AS "messageId", d.part, d.state, d.text, d.platform_message_id AS "platformId", m.kind
    FROM deliveries d JOIN messages m ON m.id = d.message_id ORDER BY d.message_id, d.part`
  const mayBeUnknown = scheduler.crashes > 0 || scheduler.lapses > 0
  const wrong = parts.flatMap(({ messageId, part, state, text, platformId }) => {
    const key = `${messageId}.${part}`
    if (state === 'pending' || state === 'sending') return [`Part ${key} is ${state}.`]
    if (state === 'unknown') return mayBeUnknown || platform.inDoubt.has(key as never) ? [] : [`Part ${key} is unknown for no reason.`]
    if (state === 'failed') return [`Part ${key} has failed.`]
    const shown = platform.shown.filter((one) => one.id === platformId)
    if (shown.length !== 1 || shown[0]?.isRemoved) return [`Part ${key} is sent, but is not shown.`]
    if (shown[0]?.text !== text && text !== '') return [`Part ${key} is shown as "${shown[0]?.text}".`]
    return shown[0]?.unfinished ? [`Part ${key} is shown as unfinished.`] : []
  })
  const keys = platform.shown.map(({ key }) => key)
  const repeated = keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `Part ${key} is shown twice.`)
  return [...wrong, ...repeated, ...findDisorder(keys)]
}

/** The parts of a message come in order. */
function findDisorder(keys: readonly string[]): string[] {
  const last = new Map<string, number>()
  return keys.flatMap((key) => {
    const [message = '', part = '0'] = key.split('.')
    const before = last.get(message) ?? -1
    last.set(message, Number(part))
    return Number(part) < before ? [`Part ${key} came after part ${before}.`] : []
  })
}

/** Nothing that was deleted is anywhere. */
async function findTraces(store: Store, { said }: SimulatedWorld): Promise<string[]> {
  const gone = said.filter(({ isGone }) => isGone).flatMap(({ animal, earlier }) => [animal, ...earlier])
  if (gone.length === 0) return []
  const rows = await storedRows(store)
  return gone.flatMap((word) => rows.filter(({ text }) => text.includes(word)).map(({ text }) => `"${word}" is in ${text.slice(0, 400)}`))
}

/** Each day that has ended has a summary of all its messages. */
async function findWrongSummaries({ db }: Store): Promise<string[]> {
  const days = await db.$queryRaw<DayRow[]>`
    SELECT s.id, s.covered_seq AS covered, d.markdown, d.revision IS DISTINCT FROM s.revision AS "isStale"
    FROM day_segments s LEFT JOIN day_summaries d ON d.segment_id = s.id WHERE s.finalized_at IS NOT NULL`
  const wrong = await Promise.all(
    days.map(async ({ id, covered, markdown, isStale }) => {
      const messages = await db.$queryRaw<DayMessageRow[]>`
        SELECT id, text, change_seq AS "changeSeq" FROM messages
        WHERE segment_id = ${id} AND kind = 'chat' AND audience = 'private' AND deleted_at IS NULL AND text <> ''`
      if (messages.length === 0) return markdown === null ? [] : [`Day ${id} is empty, and has a summary.`]
      if (markdown === null) return [`Day ${id} has no summary.`]
      if (isStale) return [`The summary of day ${id} is stale.`]
      return messages.flatMap((one) => {
        if (one.changeSeq > covered) return [`Message #${one.id} is not covered by the summary of its day.`]
        const line = one.text.split('\n')[0]?.slice(0, 40) ?? ''
        return markdown.includes(`[#${one.id}]`) && markdown.includes(line) ? [] : [`No summary has seen message #${one.id}: ${line}`]
      })
    }),
  )
  return wrong.flat()
}

/** No row refers to another that is gone, where no foreign key sees to that. Each indexed language is one of its thread. */
export async function findOrphans({ db }: Store): Promise<string[]> {
  const orphans = await db.$queryRaw<{ what: string; id: number }[]>`
    SELECT * FROM (SELECT 'the message of an index entry' AS what, message_id AS id FROM message_index
      WHERE message_id NOT IN (SELECT id FROM messages)
    UNION ALL SELECT 'the thread with the language of an index entry', message_id FROM message_index i WHERE language <> ''
      AND NOT EXISTS (SELECT 1 FROM thread_languages l WHERE l.thread_id = i.thread_id AND l.language = i.language)
    UNION ALL SELECT 'the message of a part', message_id FROM deliveries WHERE message_id NOT IN (SELECT id FROM messages)
    UNION ALL SELECT 'the message of a session member', message_id FROM session_members WHERE message_id NOT IN (SELECT id FROM messages)
    UNION ALL SELECT 'the session of a message', session_id FROM session_members WHERE session_id NOT IN (SELECT id FROM sessions)
    UNION ALL SELECT 'the reply of a turn', reply_id FROM turns WHERE reply_id NOT IN (SELECT id FROM messages)
    UNION ALL SELECT 'the message that another replies to', reply_to_id FROM messages WHERE reply_to_id NOT IN (SELECT id FROM messages)
    UNION ALL SELECT 'the turn of a message', turn_id FROM messages WHERE turn_id NOT IN (SELECT id FROM turns)
    UNION ALL SELECT 'the place of a turn', place_id FROM turns WHERE place_id NOT IN (SELECT id FROM places)) orphans WHERE id IS NOT NULL`
  return orphans.map(({ what, id }) => `There is no ${id}, ${what}.`)
}
