import { createHash } from 'node:crypto'
import type { Message } from '../../../src/core/domain/messages.ts'
import type { Embedder, Embeddings } from '../../../src/core/ports/embedder.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import type { EmbedderDeps } from '../../../src/search/deps.ts'
import { addVectorColumns } from '../../../src/search/vectors/embedding-table.ts'
import { fixedEmbeddings } from '../../../src/search/vectors/semantic-scores.ts'
import type { Store } from '../../../src/store/store.ts'
import { TestClock } from '../../support/clock.ts'
import { ScriptedEmbedder } from '../../support/scripted-embedder.ts'
import { testStore } from '../../support/store.ts'

export interface VectorTestDeps extends EmbedderDeps {
  readonly clock: TestClock
  readonly embedder: ScriptedEmbedder
  /** The same embedder, as the one in use. */
  readonly embeddings: Embeddings
}

/** Of a test's context. */
export interface Skipping {
  skip(reason: string): never
}

/** For a test that is skipped where the database has no pgvector. */
export async function vectorDeps(context: Skipping, { embedder = new ScriptedEmbedder(), store }: Own = {}): Promise<VectorTestDeps> {
  return (await vectorDepsIfAny({ embedder, ...(store && { store }) })) ?? context.skip('no pgvector')
}

/** Undefined where the database has no pgvector. */
export async function vectorDepsIfAny({ embedder = new ScriptedEmbedder(), store }: Own = {}): Promise<VectorTestDeps | undefined> {
  const there = store ?? (await testStore())
  return (await keepsVectors(there)) ? { store: there, clock: new TestClock(), log: silentLog, ...using(embedder) } : undefined
}

interface Own {
  readonly embedder?: ScriptedEmbedder
  readonly store?: Store
}

/** Skips a test where the database has no pgvector. */
export async function needVectors(context: Skipping, store: Store): Promise<void> {
  if (!(await keepsVectors(store))) context.skip('no pgvector')
}

/** Whether a database keeps vectors. The embedded one does, unless a test took that away from those after it, which would be skipped. */
async function keepsVectors(store: Store): Promise<boolean> {
  const there = await addVectorColumns(store.db)
  if (!there && store.engine === 'pglite')
    throw new Error('This database has lost its vectors: a test that takes them away needs an ownStore().')
  return there
}

/** What deps are to have, so that another embedder is in use. */
export function using<Used extends Embedder>(embedder: Used): { readonly embedder: Used; readonly embeddings: Embeddings } {
  return { embedder, embeddings: fixedEmbeddings(embedder) }
}

/** Makes a chunk of messages of one day and audience. */
export async function chunkOf(
  store: Store,
  messages: readonly Message[],
  text = messages.map((message) => message.text).join('\n'),
): Promise<number> {
  const { threadId, segmentId, audience } = messages[0]!
  const ids = messages.map(({ id }) => id)
  const { id } = await store.db.transcriptChunk.create({
    data: {
      threadId,
      segmentId,
      audience,
      position: 0,
      firstMessageId: ids[0]!,
      lastMessageId: ids.at(-1)!,
      messageIds: ids,
      changeSeq: Math.max(...messages.map(({ changeSeq }) => changeSeq)),
      hash: createHash('sha256').update(`${ids} ${text}`).digest('hex'),
      text,
      tokens: 1,
    },
  })
  return id
}

export const never = { signal: new AbortController().signal }
