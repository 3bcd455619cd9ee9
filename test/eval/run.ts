// npm run eval -- <folder of benchmark JSON> <runs.jsonl> [builtin]: measures search without a language model; with "builtin", with the built-in embedding model.
// Imports each conversation for a separate user and asks its questions with the search that the model uses.
// Writes one line per question: its id and the ids of the messages found, in rank order.
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { readArguments } from '../../src/cli/arguments.ts'
import type { MessageId, ThreadId, UserId } from '../../src/core/domain/ids.ts'
import { systemClock } from '../../src/core/ports/clock.ts'
import { fixedEmbeddings } from '../../src/core/ports/embedder.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import { createBuiltInEmbedder } from '../../src/model/embeddings/builtin-embedder.ts'
import type { SearchDeps } from '../../src/search/deps.ts'
import { updateIndex } from '../../src/search/index/update-index.ts'
import { searchConversation } from '../../src/search/search.ts'
import { embedPending } from '../../src/search/vectors/embed-pending.ts'
import { addVectorColumns } from '../../src/search/vectors/embedding-table.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { importMessages } from '../../src/threads/messages/import-messages.ts'
import { findContinuousThread } from '../../src/threads/thread.ts'

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
  questions: z.array(z.object({ id: z.string(), question: z.string(), requestedAt: z.coerce.date().optional() })),
})
type Conversation = z.infer<typeof conversation>

/** Enough results to fill a few thousand tokens. */
const wanted = 100
const pageSize = 50

const [folder = '', output = '', embeddings] = readArguments('eval').texts

const dataDir = await mkdtemp(join(tmpdir(), 'throughline-eval-'))
const store = await openStore({ dataDir })
const embedder = embeddings === 'builtin' ? createBuiltInEmbedder({ clock: systemClock }) : undefined
const shared = { store, clock: systemClock, log: silentLog, embeddings: fixedEmbeddings(embedder) }
const runs = createWriteStream(output)
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
  for (const { id: questionId, question, requestedAt = newest } of questions) {
    const found = await ask(person, question, requestedAt)
    runs.write(`${JSON.stringify({ questionId, results: found.map((message) => ({ messageIds: [names.get(message)] })) })}\n`)
  }
}

interface Person {
  readonly userId: UserId
  readonly threadId: ThreadId
}

async function personWith(on: Store, name: string, messages: Conversation['messages']): Promise<Person> {
  const user = await on.db.user.create({ data: { name, isLocal: false, language: 'english', createdAt: new Date() } })
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
