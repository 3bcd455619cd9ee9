import { randomBytes } from 'node:crypto'
import { LLMock } from '@copilotkit/aimock'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSignInLink } from '../../src/people/sign-in.ts'
import { embedNextBatch, embedPending } from '../../src/search/vectors/embed-pending.ts'
import { type Page, startPage, write } from '../adapters/web/page-harness.ts'
import { chunkOf, needVectors, never } from '../search/vectors/support.ts'
import { chromiumPath } from '../support/chromium-program.ts'
import { embeddingConfig } from '../support/embeddings.ts'
import { noChromium, sharedBrowser } from './chromium.ts'
import { openLink } from './open-link.ts'

/** More than one call embeds. */
const texts = 40

async function pageWithTexts(): Promise<Page> {
  const page = await startPage({ embeddings: embeddingConfig({ encryptionKey: randomBytes(32) }) })
  for (let n = 0; n < texts; n++)
    await chunkOf(page.store, [await write(page, { text: `text ${n}`, sentAt: new Date(Date.UTC(2026, 9, 1 + n, 9)) })])
  return page
}

async function modelServer(): Promise<LLMock> {
  const mock = new LLMock({ port: 0 })
  await mock.start()
  onTestFinished(() => mock.stop())
  return mock
}

describe.skipIf(!chromiumPath)(`the settings of embeddings in a browser${chromiumPath ? '' : noChromium}`, { timeout: 120_000 }, () => {
  const browser = sharedBrowser()

  test('a model is tried, chosen, confirmed and followed until every text has its vector', async (context) => {
    const page = await pageWithTexts()
    await needVectors(context, page.store)
    const server = await modelServer()
    const { token } = await createSignInLink(page.options, page.owner.id)
    const tab = await openLink(browser(), `${page.url}/sign-in/${token}`, { mayLog: /422|400/ })
    await tab.getByRole('link', { name: 'Settings' }).click()
    const form = tab.locator('form', { has: tab.locator('#embedding-key') })
    const [address, model, key] = ['Address', 'Model', 'API key'].map((label) => form.getByLabel(label, { exact: true }))
    const answer = tab.locator('#embedding-answer')
    expect(await address?.isVisible()).toBe(false)

    await tab.getByLabel('Another server').check()
    await address?.fill(`${server.url}/v1`)
    await model?.fill('some-model')
    await key?.fill('sk-very-secret')
    await form.getByRole('button', { name: 'Test' }).click()
    await answer.getByText(/returns vectors of 1536 numbers, but at most 1024 can be stored/).waitFor()
    await tab.locator('#embedding-choice').getByRole('button', { name: 'Save' }).click()
    await answer.getByText(/at most 1024 can be stored/).waitFor()

    await model?.fill('text-embedding-3-small')
    expect(await answer.textContent()).toBe('')
    await form.getByRole('button', { name: 'Test' }).click()
    await answer.getByText('text-embedding-3-small works. Its vectors have 1024 numbers.').waitFor()
    await tab.locator('#embedding-choice').getByRole('button', { name: 'Save' }).click()
    const question = tab.getByRole('dialog')
    await question.getByText('40 texts have to be embedded by text-embedding-3-small').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await page.store.db.embeddingChoice.count({ where: { origin: 'owner' } })).toBe(0)
    expect(page.jobs).toEqual([])

    await tab.locator('#embedding-choice').getByRole('button', { name: 'Save' }).click()
    await question.getByRole('button', { name: 'Change the model' }).click()
    await tab.getByText('0 of 40 texts embedded.').waitFor()
    await tab.getByText('The model in use is text-embedding-3-small.').waitFor()
    expect(page.jobs.map(({ name }) => name)).toEqual(['embed-pending'])
    await embedNextBatch(page.options, never.signal)
    await tab.getByText('32 of 40 texts embedded.').waitFor()
    await embedPending(page.options, never)
    await tab.getByText('All 40 texts are embedded.').waitFor()

    expect(await key?.inputValue()).toBe('')
    expect(await tab.content()).not.toContain('sk-very-secret')
    await tab.getByLabel('Off').check()
    expect(await model?.isVisible()).toBe(false)
    await tab.locator('#embedding-choice').getByRole('button', { name: 'Save' }).click()
    await tab.getByText('No model is in use. Search uses words only.').waitFor()
  })

  test('on a phone, by the keyboard alone, and without anything to encrypt a key with', async () => {
    const page = await startPage({ embeddings: embeddingConfig() })
    const server = await modelServer()
    const { token } = await createSignInLink(page.options, page.owner.id)
    const tab = await openLink(browser(), `${page.url}/sign-in/${token}`, { viewport: { width: 390, height: 844 } })
    await tab.goto(`${page.url}/settings/`)
    await tab.getByLabel('As configured').focus()
    await tab.keyboard.press('ArrowDown')
    await tab.keyboard.press('ArrowDown')
    await tab.keyboard.press('Tab')
    await tab.keyboard.type(`${server.url}/v1`)
    await tab.keyboard.press('Tab')
    await tab.keyboard.type('text-embedding-3-small')
    // The field of the key is passed over.
    await tab.keyboard.press('Tab')
    await tab.keyboard.press('Enter')
    await tab.getByText('text-embedding-3-small works').waitFor()
    expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(390)
  })
})
