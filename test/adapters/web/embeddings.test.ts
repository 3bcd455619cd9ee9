import { randomBytes } from 'node:crypto'
import { expect, type TestContext, test } from 'vitest'
import type { EmbeddingConfig } from '../../../src/model/embeddings/config.ts'
import { embedPending } from '../../../src/search/vectors/embed-pending.ts'
import { needVectors } from '../../search/vectors/support.ts'
import { embeddingServer } from '../../support/embedding-server.ts'
import { embeddingConfig } from '../../support/embeddings.ts'
import { addPerson, type Page, signIn, startPage, write } from './page-harness.ts'

/** The page with embeddings that can be chosen, and a summary that waits for its vector. */
async function pageWith(context: TestContext, settings: Partial<EmbeddingConfig> = { encryptionKey: randomBytes(32) }): Promise<Page> {
  const page = await startPage({ embeddings: embeddingConfig(settings) })
  await needVectors(context, page.store)
  const { segmentId } = await write(page, { text: 'the car', sentAt: '2026-11-17T08:00:00Z' })
  await page.store.db.daySummary.create({
    data: { segmentId, markdown: 'A car.', mode: 'nightly', model: 'm', language: 'en', updatedAt: new Date(), revision: 1 },
  })
  return page
}

const paths = ['/settings/embeddings/test/', '/settings/embeddings/', '/settings/embeddings/retry/'] as const
const html = async (page: Page) => (await (await signIn(page)).get('/settings/', { accept: 'text/html' })).text()

test('an owner tries a model, is asked before texts are embedded anew, and then sees how far they are', async (context) => {
  const page = await pageWith(context)
  const owner = await signIn(page)
  const server = await embeddingServer()
  const wish = { use: 'server', address: `${server.baseUrl}/`, model: 'mine', key: 'sk-secret' }
  const tried = await owner.post(paths[0], wish)
  expect([tried.status, await tried.json()]).toEqual([200, { says: 'mine works. Its vectors have 3 numbers.' }])
  expect(await (await owner.post(paths[1], wish)).json()).toEqual({
    texts: 1,
    model: 'mine',
    isMade: false,
    question: expect.stringMatching(/^One text has to be embedded by mine,/),
  })
  expect(page.jobs).toEqual([])
  expect(await (await owner.post(paths[1], { ...wish, isConfirmed: true })).json()).toEqual({ texts: 1, model: 'mine', isMade: true })
  expect(page.jobs.map(({ name }) => name)).toEqual(['embed-pending'])
  expect(await html(page)).toMatch(/data-at-work.*The model in use is mine\..*0 of one text embedded/s)
  await embedPending(page.options, { signal: new AbortController().signal })
  const progress = (await (await owner.get('/settings/embeddings/')).json()) as { html: string }
  expect(progress.html).toContain('The only text is embedded.')
  expect(progress.html).not.toContain('data-at-work')
  const shown = await html(page)
  expect(shown).toContain(`value="${server.baseUrl}"`)
  expect(shown).toContain(`A key is stored for ${server.baseUrl}`)
  expect(shown).not.toContain('sk-secret')
  expect(server.keys()).toEqual(Array(4).fill('sk-secret'))
  await owner.post(paths[1], { ...wish, key: '', forget: 'key', isConfirmed: true })
  expect(server.keys().at(-1)).not.toBe('sk-secret')
  expect(await html(page)).not.toContain('A key is stored')
})

test('nobody but an owner sees or changes the model: for others there is nothing', async (context) => {
  const page = await pageWith(context)
  const other = await signIn(page, (await addPerson(page, 'Ben')).id)
  const server = await embeddingServer()
  const wish = { use: 'server', address: server.baseUrl, model: 'mine', isConfirmed: true }
  for (const path of paths) expect((await other.post(path, wish)).status).toBe(404)
  expect((await other.get('/settings/embeddings/')).status).toBe(404)
  expect(await (await other.get('/settings/', { accept: 'text/html' })).text()).not.toContain('embedding')
  expect(server.texts()).toEqual([])
  expect(await page.store.db.embeddingChoice.count({ where: { origin: 'owner' } })).toBe(0)
  expect(page.jobs).toEqual([])
})

test('wrong input, and servers that do not do, are told of in one sentence, and change nothing', async (context) => {
  const page = await pageWith(context)
  const owner = await signIn(page)
  const server = await embeddingServer(1_536)
  const address = server.baseUrl
  const wrong: readonly [object, number, RegExp][] = [
    [{}, 400, /expected one of what can be chosen/],
    [{ use: 'magic' }, 400, /expected one of what can be chosen/],
    [{ use: 'server', model: 'm', key: '' }, 400, /address: expected an address/],
    [{ use: 'server', address: 'file:///etc/passwd', model: 'm', key: '' }, 400, /address: expected an address with its version/],
    [{ use: 'server', address: 'http://ana:pass@127.0.0.1/v1', model: 'm', key: '' }, 400, /without a password/],
    [{ use: 'server', address, model: ' ', key: '' }, 400, /model: expected the name of a model/],
    [{ use: 'server', address, model: 'm', key: 'two words\n' }, 400, /key: expected a key of letters/],
    [{ use: 'server', address, model: 'm', key: 'x'.repeat(501) }, 400, /key: expected at most 500/],
    [{ use: 'server', address, model: 'm', key: '' }, 422, /vectors of 1536 numbers, but at most 1024/],
    [{ use: 'server', address: 'http://127.0.0.1:9/v1', model: 'm', key: '' }, 422, /./],
  ]
  for (const [body, status, says] of wrong)
    for (const path of paths.slice(0, 2)) {
      const answer = await owner.post(path, { ...body, isConfirmed: true })
      expect([answer.status, await answer.json()]).toEqual([status, { error: expect.stringMatching(says) }])
    }
  expect(await page.store.db.embeddingChoice.count({ where: { origin: 'owner' } })).toBe(0)
})

test('without a key to encrypt with, the page says what to set and takes none', async (context) => {
  const page = await pageWith(context, {})
  expect(await html(page)).toMatch(/name="key"[^>]*disabled.*set <code>ENCRYPTION_KEY<\/code>/s)
  const { baseUrl: address } = await embeddingServer()
  // As the form sends it, where the field of the key is disabled.
  const keyless = await (await signIn(page)).post(paths[0], { use: 'server', address, model: 'm' })
  expect(keyless.status).toBe(200)
  const answer = await (await signIn(page)).post(paths[0], { use: 'server', address, model: 'm', key: 'sk-secret' })
  expect([answer.status, await answer.json()]).toEqual([400, { error: expect.stringMatching(/Set ENCRYPTION_KEY/) }])
})

test('what could not be embedded is said with its reason, and tried again by a button', async (context) => {
  const page = await pageWith(context)
  const server = await embeddingServer()
  const owner = await signIn(page)
  await owner.post(paths[1], { use: 'server', address: server.baseUrl, model: 'mine', key: '', isConfirmed: true })
  await page.store.db.embedding.updateMany({ data: { state: 'error', error: 'It is <too> long.' } })
  expect(await html(page)).toMatch(/One text could not be embedded.*It is &lt;too> long\./s)
  const answer = await owner.post(paths[2], '', { 'content-type': 'application/x-www-form-urlencoded' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/settings/'])
  expect(await page.store.db.embedding.findMany()).toMatchObject([{ state: 'pending', error: null }])
})

test('where there can be none, the page says why, and everything else works', async () => {
  const page = await startPage()
  const shown = await html(page)
  expect(shown).toMatch(/No model is in use.*EMBEDDINGS=off/s)
  expect(shown).not.toContain('<form id="embedding-choice"')
  const answer = await (await signIn(page)).post(paths[1], { use: 'builtin' })
  expect([answer.status, await answer.json()]).toEqual([400, { error: expect.stringMatching(/EMBEDDINGS=off/) }])
})
