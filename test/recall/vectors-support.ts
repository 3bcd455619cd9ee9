import { createHash } from 'node:crypto'
import { type Embedder, type Embeddings, fixedEmbeddings } from '../../src/core/embedder.ts'
import { silentLog } from '../../src/core/log.ts'
import type { Message } from '../../src/core/messages.ts'
import type { VectorParts } from '../../src/recall/vectors/hits.ts'
import { addVectors } from '../../src/recall/vectors/table.ts'
import type { Store } from '../../src/store/store.ts'
import { TestClock } from '../support/clock.ts'
import { ScriptedEmbedder } from '../support/scripted-embedder.ts'
import { testStore } from '../support/store.ts'

export interface VectorTestParts extends VectorParts {
  readonly clock: TestClock
  readonly embedder: ScriptedEmbedder
  /** The same embedder, as the one in use. */
  readonly embeddings: Embeddings
}

/** Undefined where the database has no pgvector. */
export async function vectorParts(embedder = new ScriptedEmbedder()): Promise<VectorTestParts | undefined> {
  const store = await testStore()
  return (await addVectors(store.db)) ? { store, clock: new TestClock(), log: silentLog, ...using(embedder) } : undefined
}

/** What parts are to have, so that another embedder is in use. */
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
