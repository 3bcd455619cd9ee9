import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { runEmbeddings } from '../../src/cli/embeddings.ts'
import { ModelError } from '../../src/core/domain/errors.ts'
import { fixedEmbeddings } from '../../src/search/vectors/semantic-scores.ts'
import { chunkOf, using, type VectorTestDeps, vectorDeps } from '../search/vectors/support.ts'
import { testPerson } from '../support/conversation.ts'
import { ScriptedEmbedder } from '../support/scripted-embedder.ts'

/** What a person types, and what they read. */
async function run(parts: VectorTestDeps, command: string | undefined, typed = ''): Promise<{ code: number; read: string }> {
  const [input, out, err] = [new PassThrough(), new PassThrough(), new PassThrough()]
  input.end(typed)
  const terminal = { in: input, out: out as unknown as NodeJS.WriteStream, err: err as unknown as NodeJS.WriteStream }
  const code = await runEmbeddings(parts, command, terminal)
  return { code, read: `${out.read() ?? ''}${err.read() ?? ''}` }
}

async function withChunk(context: { skip(note: string): never }): Promise<VectorTestDeps> {
  const parts = await vectorDeps(context)
  const person = await testPerson(parts.store)
  await chunkOf(parts.store, [await person.say('the car', '2026-11-01T09:00:00Z')])
  return parts
}

const states = ({ store }: VectorTestDeps) => store.db.embedding.findMany({ select: { state: true, model: true } })

test('a rebuild says how many texts it touches, and does nothing unless it is told to go on', async (context) => {
  const parts = await withChunk(context)
  await run(parts, 'rebuild', 'yes\n')
  const another = { ...parts, ...using(new ScriptedEmbedder('another')) }
  for (const typed of ['no\n', '\n', 'yesterday\n'])
    expect(await run(another, 'rebuild', typed)).toEqual({
      code: 0,
      read: expect.stringMatching(/^1 texts will be embedded again by the model another.*Nothing was changed/s),
    })
  expect(await states(parts)).toEqual([{ state: 'ready', model: 'meanings' }])
  expect(await run(another, 'rebuild', 'yes\n')).toEqual({
    code: 0,
    read: expect.stringContaining('Embedded by the model another: 1 texts; 0 pending'),
  })
  expect(await states(parts)).toEqual([{ state: 'ready', model: 'another' }])
})

test('what could not be embedded is said with the reason, and tried again when that is asked for', async (context) => {
  const parts = await withChunk(context)
  parts.embedder.vectors.set('the car', [0])
  await run(parts, 'rebuild', 'y\n')
  expect(await run(parts, undefined)).toEqual({
    code: 0,
    read: expect.stringMatching(/0 texts; 0 pending, 1 failed.\n1 have failed, the latest because: .*all zeros.*embeddings retry/s),
  })
  parts.embedder.vectors.clear()
  expect((await run(parts, 'retry', 'y\n')).read).toMatch(/1 texts; 0 pending, 0 failed\.\n$/)
})

test('a server that is away is said with the reason, and what becomes of the texts', async (context) => {
  const parts = await withChunk(context)
  parts.embedder.during = () => {
    throw new ModelError('unavailable', 'The server is away.')
  }
  const said = {
    code: 1,
    read: expect.stringContaining('1 pending, 0 failed.\nTexts cannot be embedded at the moment: The server is away. Pending texts'),
  }
  expect(await run(parts, 'rebuild', 'y\n')).toEqual(said)
  expect(await run(parts, undefined)).toEqual(said)
})

test('without an embedder it says where to look', async (context) => {
  const parts = { ...(await withChunk(context)), embeddings: fixedEmbeddings(undefined) }
  await expect(run(parts, undefined)).rejects.toThrow('npx throughline doctor')
})
