import { expect, test } from 'vitest'
import { addPerson, signIn, startPage } from './page-harness.ts'

test('the settings tell an owner, and nobody else, that a context window is assumed', async () => {
  const assumedWindows = () => [{ model: 'some-model', contextWindow: 32_000 }]
  const page = await startPage({ options: { assumedWindows } })
  const read = async (userId = page.owner.id) => (await (await signIn(page, userId)).get('/settings/', { accept: 'text/html' })).text()
  expect(await read()).toMatch(/how many tokens some-model can read at once, so 32,000 are assumed\..*<code>MODEL_CONTEXT_WINDOW<\/code>/)
  expect(await read((await addPerson(page, 'Ben')).id)).not.toContain('MODEL_CONTEXT_WINDOW')
})
