// npm run eval -- <folder of benchmark JSON> <runs.jsonl> [builtin]: measures search without a language model; with "builtin", with the built-in embedding model.
// Imports each conversation for a separate user and asks its questions with the search that the model uses.
// Writes one line per question: its id and the ids of the messages found, in rank order. Prints how often the first result, and one of the
// first six, is evidence, and the share of the evidence among the first six. People look at these, and the recall before a reply quotes six.
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { MessageId, ThreadId, UserId } from '../../src/core/domain/ids.ts'
import { systemClock } from '../../src/core/ports/clock.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import { createBuiltInEmbedder } from '../../src/model/embeddings/builtin-embedder.ts'
import type { SearchDeps } from '../../src/search/deps.ts'
import { updateIndex } from '../../src/search/index/update-index.ts'
import { searchConversation } from '../../src/search/search.ts'
import { embedPending } from '../../src/search/vectors/embed-pending.ts'
import { addVectorColumns } from '../../src/search/vectors/embedding-table.ts'
import { fixedEmbeddings } from '../../src/search/vectors/semantic-scores.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { importMessages } from '../../src/threads/messages/import-messages.ts'
import { findContinuousThread } from '../../src/threads/thread.ts'
import { readArguments } from '../support/arguments.ts'

const conversation = z.object({
  id: z.string(),
  messages: z.array(
    z.object({
      id: z.string(),
      sentAt: z.coerce.date(),
      speaker: z.string(),
      role: z.enum(['user', 'assistant']),
      text: z.string(),
    }),
  ),
  questions: z.array(
    z.object({
      id: z.string(),
      category: z.string(),
      question: z.string(),
      /** The ids of the messages that answer the question. */
      evidence: z.array(z.string()),
      askedAt: z.coerce.date().optional(),
    }),
  ),
})
type Conversation = z.infer<typeof conversation>

/** Enough results to fill a few thousand tokens. */
const wanted = 100
const pageSize = 50
/** The number of results that the recall before a reply quotes. */
const quoted = 6

const [folder = '', output = '', embeddings] = readArguments('eval')

const dataDir = await mkdtemp(join(tmpdir(), 'throughline-eval-'))
const store = await openStore({ dataDir })
const embedder = embeddings === 'builtin' ? createBuiltInEmbedder({ clock: systemClock }) : undefined
const shared = { store, clock: systemClock, log: silentLog, embeddings: fixedEmbeddings(embedder) }
const runs = createWriteStream(output)
/** What is measured, by the source of the conversation: the part of its id before the first digit or hyphen. */
const measures = new Map<string, HeadMeasure[]>()
try {
  if (embedder && !(await addVectorColumns(store.db))) throw new Error('The database keeps no vectors.')
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.json')).sort()) {
    const read = conversation.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))
    const began = performance.now()
    await askAll(read)
    console.log(
      `${name}: ${read.messages.length} messages, ${read.questions.length} questions, ${Math.round(performance.now() - began)} ms`,
    )
  }
  for (const [source, ofSource] of measures) console.log(describeHead(source, ofSource))
} finally {
  await new Promise((resolve) => runs.end(resolve))
  await embedder?.close?.()
  await store.close()
  await rm(dataDir, { recursive: true, force: true })
}

async function askAll({ id, messages, questions }: Conversation): Promise<void> {
  const person = await personWith(store, id, messages)
  const names = await benchmarkIds(person.threadId)
  const newest = new Date(Math.max(...messages.map(({ sentAt }) => sentAt.getTime())))
  const source = id.split(/[\d-]/)[0] ?? id
  for (const { id: questionId, category, question, evidence, askedAt = newest } of questions) {
    const found = (await ask(person, question, askedAt)).map((message) => names.get(message) ?? '')
    runs.write(`${JSON.stringify({ questionId, results: found.map((message) => ({ messageIds: [message] })) })}\n`)
    // Nothing answers the others: their right result is none.
    if (evidence.length > 0 && category !== 'adversarial')
      measures.set(source, [...(measures.get(source) ?? []), measureHead(found, evidence)])
  }
}

interface HeadMeasure {
  readonly isFirst: boolean
  readonly isQuoted: boolean
  readonly shareQuoted: number
}

function measureHead(found: readonly string[], evidence: readonly string[]): HeadMeasure {
  const ids = new Set(evidence)
  const quotedIds = new Set(found.slice(0, quoted).filter((id) => ids.has(id)))
  return { isFirst: ids.has(found[0] ?? ''), isQuoted: quotedIds.size > 0, shareQuoted: quotedIds.size / ids.size }
}

function describeHead(source: string, of: readonly HeadMeasure[]): string {
  const percent = (value: (one: HeadMeasure) => number) => ((100 * of.reduce((sum, one) => sum + value(one), 0)) / of.length).toFixed(1)
  const [first, six, share] = [percent((one) => +one.isFirst), percent((one) => +one.isQuoted), percent((one) => one.shareQuoted)]
  return `${source}: ${of.length} questions, hit@1 ${first}, hit@6 ${six}, R@6 ${share}`
}

interface Person {
  readonly userId: UserId
  readonly threadId: ThreadId
}

async function personWith(on: Store, name: string, messages: Conversation['messages']): Promise<Person> {
  const user = await on.db.user.create({ data: { name, isLocal: false, language: 'en', createdAt: new Date() } })
  const userId = user.id as UserId
  const imported = messages.map(({ id, speaker, ...message }) => ({ ...message, author: speaker, externalId: id }))
  await importMessages({ store: on, clock: systemClock }, { userId, timezone: 'UTC', messages: imported })
  const threadId = await findContinuousThread(on.db, userId)
  if (threadId === undefined) throw new Error(`${name} has no thread after its import.`)
  await updateIndex(shared, threadId)
  await embedPending(shared, { signal: new AbortController().signal })
  return { userId, threadId }
}

/** Returns the benchmark ids of messages by our ids. */
async function benchmarkIds(threadId: ThreadId): Promise<Map<MessageId, string>> {
  const rows = await store.db.message.findMany({ where: { threadId }, select: { id: true, platformMessageId: true } })
  return new Map(rows.map(({ id, platformMessageId }) => [id as MessageId, platformMessageId ?? '']))
}

async function ask({ userId, threadId }: Person, query: string, at: Date): Promise<MessageId[]> {
  const deps: SearchDeps = { ...shared, clock: { ...systemClock, now: () => at } }
  const found: MessageId[] = []
  for (let cursor: string | undefined; found.length < wanted; ) {
    const page = await searchConversation(
      deps,
      { userId, threadId, audience: 'private' },
      { query, limit: pageSize, ...(cursor && { cursor }) },
    )
    found.push(...page.results.flatMap((result) => (result.kind === 'message' ? [result.message_id] : [])))
    if (page.next_cursor === undefined) break
    cursor = page.next_cursor
  }
  return found
}
