import { expect, test } from 'vitest'
import { PlatformError } from '../../../src/core/domain/errors.ts'
import { listRoots } from '../../channels/roots.ts'
import { type ChannelPage, htmlOfPage, startChannelPage } from './channel-harness.ts'
import type { Visitor } from './page-harness.ts'

const form = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
const noticeIn = (shown: string) => /id="notice"[^>]*>([^<]*)</.exec(shown)?.[1]
const plain = (html = '') =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
const rowsIn = (shown: string) =>
  Array.from(/<tbody>(.*?)<\/tbody>/s.exec(shown)?.[1]?.matchAll(/<tr>(.*?)<\/tr>/gs) ?? [], ([, row]) => plain(row))

/** Says something in as many half hours, and has all of them summarized. */
async function summarizeHalfHours({ log, clock, bench }: ChannelPage, count: number): Promise<void> {
  for (let number = 1; number <= count; number++) {
    await log('carl', `m${number}`, { files: number === 1 ? ['image/png', 'text/plain'] : [] })
    clock.advance(30 * 60_000)
  }
  await bench.tick()
}

async function submitRebuild(visitor: Visitor, placeId: number) {
  const response = await visitor.post(`/channels/${placeId}/rebuild/`, '', form)
  const location = response.headers.get('location') ?? ''
  return {
    status: response.status,
    location,
    shown: location ? await htmlOfPage(visitor, location.replace(/#.*/, '')) : await response.text(),
  }
}

test('the summaries are listed by level and time, and those that the next reply uses are marked', async () => {
  const channel = await startChannelPage()
  const { visitors, placeId } = channel
  const path = `/channels/${placeId}/summaries/`
  expect(await htmlOfPage(visitors.ben, path)).toContain('No summaries yet')
  await summarizeHalfHours(channel, 5)
  const shown = await htmlOfPage(visitors.ben, path)
  const rows = rowsIn(shown)
  expect(rows).toEqual([
    '3 Fri 27 Nov, 13:00–14:30 4 1 1 Show the text (m1)(m2)(m3)(m4) used',
    '2 Fri 27 Nov, 14:00–14:30 2 0 0 Show the text (m3)(m4) –',
    '2 Fri 27 Nov, 13:00–13:30 2 1 1 Show the text (m1)(m2) –',
    '1 Fri 27 Nov, 15:00 1 0 0 Show the text (m5) used',
    ...[4, 3, 2].map((number) => expect.stringMatching(`^1 .* Show the text \\(m${number}\\) –$`)),
    expect.stringMatching(/^1 Fri 27 Nov, 13:00 1 1 1 .* –$/),
  ])
  expect(rows.filter((row) => row.endsWith(' used'))).toHaveLength(listRoots(5).length)
  expect(rowsIn(await htmlOfPage(visitors.ben, `${path}?level=2`)).map((row) => row[0])).toEqual(['2', '2'])
  expect(rowsIn(await htmlOfPage(visitors.ben, `${path}?after=2-1`)).map((row) => row[0])).toEqual(['2', '1', '1', '1', '1', '1'])
  expect((await visitors.ben.get(`${path}?after=x`)).status).toBe(400)
})

test('half hours without a current summary are named, with why', async () => {
  const channel = await startChannelPage()
  const { visitors, placeId, log, clock } = channel
  await summarizeHalfHours(channel, 2)
  await log('carl', 'late', { at: '2026-11-27T12:10:00Z' })
  await log('carl', 'now')
  const shown = plain(
    /<section class="waiting".*?<\/section>/s.exec(await htmlOfPage(visitors.ben, `/channels/${placeId}/summaries/`))?.[0],
  )
  expect(shown).toBe(
    '2 half hours wait for their summaries Fri 27 Nov, 14:00–14:30 (still going on) Fri 27 Nov, 13:00–13:30 (changed since its summary)',
  )
  clock.advance(30 * 60_000)
  expect(await htmlOfPage(visitors.ben, `/channels/${placeId}/summaries/`)).not.toContain('still going on')
})

test('managers see the estimate first and then have all summaries made again, with the progress', async () => {
  const channel = await startChannelPage()
  const { visitors, placeId, bench, page, clock } = channel
  const path = `/channels/${placeId}/summaries/`
  expect((await submitRebuild(visitors.ana, placeId)).location).toContain('outcome=nothing')
  await summarizeHalfHours(channel, 3)
  expect(await htmlOfPage(visitors.ana, path)).not.toContain('/rebuild/')
  const asked = await htmlOfPage(visitors.ana, `${path}?rebuild=1`)
  expect(plain(asked)).toMatch(/That is 3 half hours with messages, and about [\d,]+ tokens/)
  expect(asked).toContain(`action="/channels/${placeId}/rebuild/"`)
  const before = await page.store.db.channelSummary.findMany({ where: { isUsed: true }, select: { source: true } })
  const { status, shown } = await submitRebuild(visitors.ana, placeId)
  expect([status, noticeIn(shown)]).toEqual([303, 'The summaries are being made again, in the background.'])
  expect(shown).toContain('0 of 3 are done')
  expect(noticeIn((await submitRebuild(visitors.ana, placeId)).shown)).toBe('The summaries are already being made again.')
  clock.advance(5 * 60_000)
  await bench.tick()
  const after = await page.store.db.channelSummary.findMany({ where: { isUsed: true }, select: { source: true } })
  expect(after.filter(({ source }) => before.some((old) => old.source === source))).toEqual([])
  expect(await htmlOfPage(visitors.ana, path)).toContain('Estimate first')
})

test('others neither see nor send the form, and the platform is asked each time who manages a channel', async () => {
  const channel = await startChannelPage()
  const { visitors, placeId, page } = channel
  await summarizeHalfHours(channel, 1)
  const path = `/channels/${placeId}/summaries/?rebuild=1`
  for (const part of ['Rebuild', 'Cost per day']) expect(await htmlOfPage(visitors.ben, path)).not.toContain(part)
  const refused = await submitRebuild(visitors.ben, placeId)
  expect([refused.status, refused.shown]).toEqual([400, expect.stringContaining('Only people who manage this channel on Test')])
  const { extraTokens } = await page.store.db.channel.findUniqueOrThrow({ where: { placeId } })
  expect(extraTokens).toBe(0)
  expect(await htmlOfPage(visitors.ana, path)).toContain('Make them again')
  page.places.isManager = async () => Promise.reject(new PlatformError('unreachable', 'down'))
  expect(await htmlOfPage(visitors.ana, path)).not.toContain('Make them again')
  const foreign = await visitors.ana.post(`/channels/${placeId}/rebuild/`, '', { ...form, origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
  await page.store.db.account.updateMany({ where: { userId: channel.ben.userId }, data: { isOwner: true } })
  expect(await htmlOfPage(visitors.ben, path)).toContain('Make them again')
})

test('managers see what the summaries cost by day, and that it is for all channels of who pays', async () => {
  const { page, visitors, placeId, ana, ben } = await startChannelPage({ options: { price: { input: 1, output: 4, currency: 'USD' } } })
  const path = `/channels/${placeId}/summaries/`
  const costs = async () => plain(/<h2 id="cost-title">.*?<\/section>/s.exec(await htmlOfPage(visitors.ana, path))?.[0])
  expect(await costs()).toMatch(/for all channels that ana pays for.*Nothing was used in the last 30 days/)
  const used = (userId: number, startedAt: string, more = {}) => ({
    ...{ userId, kind: 'channel', model: 'small', inputTokens: 100_000, outputTokens: 10_000, isEstimated: false, startedAt, ...more },
  })
  await page.store.db.backgroundUsage.createMany({
    data: [
      used(ana.userId, '2026-11-27T08:00:00Z'),
      used(ana.userId, '2026-11-27T09:00:00Z', { isEstimated: true }),
      // Already Thursday in Berlin.
      used(ana.userId, '2026-11-25T23:30:00Z'),
      used(ana.userId, '2026-10-20T08:00:00Z'),
      used(ana.userId, '2026-11-27T08:00:00Z', { kind: 'session' }),
      used(ben.userId, '2026-11-27T08:00:00Z'),
    ],
  })
  expect(await costs()).toMatch(/Day Tokens Cost Fri 27 Nov 220,000 0\.25 USD Thu 26 Nov 110,000 0\.14 USD Total 330,000 0\.39 USD$/)
})
