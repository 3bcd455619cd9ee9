import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { runIndex } from '../../src/cli/index-history.ts'
import { systemClock } from '../../src/core/ports/clock.ts'
import type { Embedder } from '../../src/core/ports/embedder.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import type { SearchDeps } from '../../src/search/deps.ts'
import { fixedEmbeddings } from '../../src/search/vectors/semantic-scores.ts'
import { testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'

test('throughline index brings all threads up to date, splits days only for a model, says what it did, and does nothing twice', async () => {
  const store = await testStore()
  const [ines, tom] = [await testPerson(store), await testPerson(store)]
  await ines.say('the first day', '2026-11-17T08:00:00Z')
  const second = await ines.say('the second day', '2026-11-18T08:00:00Z')
  await tom.say('hello', '2026-11-18T08:00:00Z')
  const deps = { store, clock: systemClock, log: silentLog }
  const withModel = { ...deps, embeddings: fixedEmbeddings({ provider: 'test', model: 'words' } as unknown as Embedder) }
  const run = async (parts: SearchDeps = withModel) => {
    const [out, err] = [new PassThrough(), new PassThrough()]
    expect(await runIndex(parts, { out: out as never, err: err as never })).toBe(0)
    expect(err.read()).toBeNull()
    return String(out.read())
  }
  expect(await run(deps)).toBe('3 messages indexed.\n')
  expect(await store.db.transcriptChunk.count()).toBe(0)
  expect(await run(deps)).toBe('The index is already up to date.\n')
  expect(await run()).toBe('0 messages indexed, 3 chunks written, 0 removed.\n')
  expect(await store.db.messageIndex.count()).toBe(3)
  expect(await store.db.transcriptChunk.count()).toBe(3)
  expect(await run()).toBe('The index is already up to date.\n')

  await ines.answer(second, 'so it is')
  expect(await run()).toBe('1 message indexed, 1 chunk written, 1 removed.\n')
})
