import { expect, test } from 'vitest'
import type { WebOptions } from '../../../adapters/web/options.ts'
import { toStoredReport } from '../../../src/conversation/context/report.ts'
import type { Prisma } from '../../../src/store/generated/client.ts'
import { addPerson, answeredByTurn, reply, signIn, startPage, write } from './page-harness.ts'

const report = toStoredReport(
  {
    total: 1_650,
    limit: 16_000,
    model: 'counted-for',
    parts: [
      { name: '1 system prompt', tokens: 650, limit: 1_000, items: 1, omitted: [] },
      { name: '4 day summaries', tokens: 0, limit: 1_500, items: 0, omitted: [] },
      { name: '9 raw window', tokens: 1_000, limit: 6_000, items: 12, omitted: [{ what: '3 <b>older</b> messages', why: 'no room' }] },
    ],
  },
  'writer',
  [
    { call: { id: '1', name: 'conversation_search', arguments: '{"query":"<oak>"}' }, output: '', failed: false, ms: 12.4 },
    { call: { id: '2', name: 'conversation_get', arguments: '{}' }, output: '', failed: true, ms: 1_234 },
  ],
) as unknown as Prisma.InputJsonObject

async function answered(options: Partial<WebOptions> = {}) {
  const page = await startPage({ options })
  const asked = await write(page, { text: 'Which wood?', sentAt: '2026-11-18T08:00:00Z' })
  const answer = await reply(page, asked, { text: 'Oak.', sentAt: '2026-11-18T08:00:02Z' })
  const turn = { context: report, model: 'writer', inputTokens: 1_700, outputTokens: 12 }
  await answeredByTurn(page, answer, turn)
  return { page, asked, answer, path: `/continuous/messages/${answer.id}/context/` }
}

test('a reply of a turn has a panel, closed; what was imported and what a person wrote has none', async () => {
  const { page, asked, path } = await answered()
  await reply(page, asked, { text: 'Imported.', sentAt: '2026-11-18T08:00:03Z' })
  const shown = await (await (await signIn(page)).get('/continuous/', { accept: 'text/html' })).text()
  expect(shown.match(/What this reply is based on/g)).toHaveLength(1)
  expect(shown).toContain(`<details class="reply-context" data-reply-context="${path}">`)
})

test('the panel shows the parts and what they may take, what was omitted and why, what was looked up, the model and its tokens', async () => {
  const { page, path } = await answered()
  const response = await (await signIn(page)).get(path)
  const { html } = (await response.json()) as { html: string }
  expect(html).toContain('writer was shown 1,650 of at most 16,000 tokens; in all, it read 1,700 and wrote 12.')
  expect(html).toContain('<meter min="0" max="6000" value="1000" aria-label="9 raw window: 1,000 of 6,000 tokens">')
  expect(html).toContain('Left out: 3 &lt;b>older&lt;/b> messages (no room)')
  expect(html).not.toContain('4 day summaries')
  expect(html).toMatch(
    /conversation_search<\/b> <span class="count">12 ms<\/span> <code>\{&quot;query&quot;:&quot;&lt;oak>&quot;\}<\/code>/,
  )
  expect(html).toMatch(/conversation_get<\/b> <span class="count">1,234 ms<\/span> <span class="problem">failed<\/span>/)
  expect(html).not.toContain('style=')
})

test('it says what the reply cost where the price is known', async () => {
  const { page, path } = await answered({ price: { input: 0.4, output: 1.6, currency: 'USD' } })
  const { html } = (await (await (await signIn(page)).get(path)).json()) as { html: string }
  expect(html).toContain('in all, it read 1,700 and wrote 12, for 0.0007 USD.')
})

test('it is not found by others, for what is no reply, and for nothing at all', async () => {
  const { page, asked, path } = await answered()
  const other = await addPerson(page, 'Bo')
  await write(page, { text: 'Mine', sentAt: '2026-11-18T08:00:00Z', user: other })
  const [owner, stranger] = [await signIn(page), await signIn(page, other.id)]
  const refused = [
    await stranger.get(path),
    await owner.get(`/continuous/messages/${asked.id}/context/`),
    await owner.get('/continuous/messages/999999/context/'),
    await owner.get('/continuous/messages/nine/context/'),
  ]
  for (const response of refused) {
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ error: 'This page does not exist, or you do not have access to it.' })
  }
  expect((await fetch(page.url + path)).status).toBe(401)
})

test('a reply whose report is gone says so in one sentence', async () => {
  const { page, path } = await answered()
  await page.store.db.$executeRaw`UPDATE turns SET context = NULL`
  const response = await (await signIn(page)).get(path)
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ error: 'This information is kept only for recent replies.' })
})
