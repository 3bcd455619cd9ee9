import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { runImportExport } from '../../../src/cli/import/import-export.ts'
import type { TerminalIo } from '../../../src/cli/import/import-jsonl.ts'
import { InputError } from '../../../src/core/domain/errors.ts'
import type { ThreadId } from '../../../src/core/domain/ids.ts'
import { systemClock } from '../../../src/core/ports/clock.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import { createLocalBroadcast } from '../../../src/jobs/embedded/open-queue.ts'
import { searchMemory } from '../../../src/memory/search/search-memory.ts'
import { exportJson } from '../../../src/privacy/export/export-json.ts'
import { updateIndex } from '../../../src/search/index/update-index.ts'
import type { Store } from '../../../src/store/store.ts'
import { plant } from '../../privacy/planted.ts'
import { TestClock } from '../../support/clock.ts'
import { privacyDeps } from '../../support/privacy.ts'
import { testStore } from '../../support/store.ts'

function paper(): TerminalIo & { read(): string } {
  const [out, err] = [new PassThrough(), new PassThrough()]
  return { out: out as never, err: err as never, read: () => String(out.read() ?? '') }
}

function partsOf(store: Store) {
  const queued: { name: string; payload: object }[] = []
  const jobs = { add: async (name: string, payload: object) => void queued.push({ name, payload }) }
  return { parts: privacyDeps({ store, clock: new TestClock(), jobs: jobs as never, broadcast: createLocalBroadcast(silentLog) }), queued }
}

test('what was exported from one instance is there in another, and found', async () => {
  const [from, into] = [await testStore(), await testStore()]
  const { userId } = await plant(from, 'Ines', [
    {
      text: 'Let us have fondue',
      answer: 'Good',
      at: new Date('2026-01-05T12:00:00Z'),
      place: 'direct',
      fate: 'kept',
      remembered: { content: 'Likes walking', theme: 'Sport' },
    },
  ])
  const folder = await mkdtemp(join(tmpdir(), 'throughline-import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'export.json')
  const pieces: string[] = []
  for await (const piece of exportJson(partsOf(from).parts, { userId })) pieces.push(piece)
  await writeFile(file, pieces.join(''))

  const { parts, queued } = partsOf(into)
  const terminal = paper()
  expect(await runImportExport(parts, file, terminal)).toBe(0)
  expect(terminal.read()).toBe('Messages: 2. Days: 1. Memories: 1. All of it belongs to you, the owner at this machine.\n')
  const { threadId } = await into.db.continuousThread.findUniqueOrThrow({ where: { userId } })
  expect(queued).toEqual([{ name: 'index-thread', payload: { threadId } }])

  await updateIndex({ store: into, clock: systemClock, log: silentLog }, threadId as ThreadId)
  expect(await into.db.transcriptChunk.count()).toBe(1)
  // A chunk and an item of memory wait to be embedded.
  expect(await into.db.embedding.count({ where: { state: 'pending' } })).toBe(2)
  const scope = { userId, threadId: threadId as ThreadId, audience: 'private' as const }
  const { results } = await searchMemory(parts, scope, { query: 'walks' })
  expect(results).toMatchObject([{ content_snippet: 'Likes walking' }])
  await expect(runImportExport(parts, file, paper())).rejects.toThrow(InputError)
})

test('a file that is not there is told', async () => {
  const { parts } = partsOf(await testStore())
  await expect(runImportExport(parts, '/nowhere/export.json', paper())).rejects.toThrow(/cannot be read/)
})
