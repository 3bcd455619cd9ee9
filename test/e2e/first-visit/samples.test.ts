import { expect, inject, onTestFinished, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import { systemRandom } from '../../../src/core/ports/random.ts'
import { addMemory } from '../../../src/memory/items/add-memory.ts'
import { ensureLocalOwner } from '../../../src/people/users.ts'
import type { Store } from '../../../src/store/store.ts'
import { summarizeDay } from '../../../src/summaries/run/summarize-day.ts'
import { importMessages } from '../../../src/threads/messages/import-messages.ts'
import { ensureContinuousThread } from '../../../src/threads/thread.ts'
import { botOn, idle, type RunningBot } from '../../support/bot.ts'
import { RunningClock } from '../../support/clock.ts'
import { type Opened, signInTo } from './browser.ts'

const run = { signal: new AbortController().signal, last: true }

/** All rows of all tables, as text. */
async function everythingIn({ db }: Store): Promise<string> {
  const tables = await db.$queryRawUnsafe<{ name: string }[]>(`
    SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace IN ('public'::regnamespace, to_regnamespace('pgboss')) AND relkind = 'r'`)
  const rows = []
  for (const { name } of tables) rows.push(...(await db.$queryRawUnsafe<{ row: string }[]>(`SELECT t::text AS row FROM ${name} t`)))
  return rows.map(({ row }) => row).join('\n')
}

const textsIn = async ({ db }: Store) => (await db.message.findMany({ orderBy: { id: 'asc' } })).map(({ text }) => text)

/** The user's own conversation: a summarized day, two days ago, and two memories. */
async function haveOwnConversation(app: App): Promise<void> {
  const now = app.clock.now()
  const owner = await ensureLocalOwner(app.store, now)
  const messages = ['I adopted a parrot called Bombastus.', 'We decided: Bombastus gets the room with the balcony.'].map((text, index) => ({
    text,
    sentAt: new Date(now.getTime() - 2 * 86_400_000 + index * 60_000),
    role: 'user' as const,
    externalId: `own:${index}`,
  }))
  await importMessages(app, { userId: owner.id, timezone: 'Europe/Paris', messages })
  const { id } = await app.store.db.daySegment.findFirstOrThrow()
  await summarizeDay(app.summaries, { segmentId: id as Parameters<typeof summarizeDay>[1]['segmentId'], mode: 'nightly' }, run)
  const scope = { userId: owner.id, threadId: await ensureContinuousThread(app.store, owner.id, now), audience: 'private' as const }
  for (const [content, theme] of [
    ['Bombastus likes walnuts.', 'Parrot'],
    ['The lamp in the hall is broken.', 'Home'],
  ] as const)
    await app.store.transaction((tx) => addMemory(tx, { scope, now }, { type: 'fact', content, theme }))
}

async function untilSummarized({ app }: RunningBot): Promise<void> {
  await expect
    .poll(() => app.store.db.daySummary.count({ where: { markdown: { not: '' } } }), { timeout: 60_000 })
    .toBeGreaterThanOrEqual(13)
}

async function untilGone({ app }: RunningBot, samples: readonly string[]): Promise<void> {
  await expect.poll(async () => (await textsIn(app.store)).filter((text) => samples.includes(text)), { timeout: 60_000 }).toEqual([])
  await expect.poll(() => app.store.db.forgetRequest.count({ where: { state: 'confirmed' } }), { timeout: 60_000 }).toBe(0)
}

test('somebody new tries Throughline with sample messages, and takes them away again', async () => {
  const bot = await botOn({})
  const browser = await signInTo(bot)
  const empty = await browser.open('/continuous/')
  for (const card of ['Connect a language model', 'Connect a chat app', 'Try it with sample messages']) expect(empty.text).toContain(card)

  const loaded = await browser.press(empty, 'Load sample messages')
  expect(loaded).toMatchObject({ path: '/continuous/', status: 200 })
  expect(loaded.text).not.toContain('Try it with sample messages')
  const samples = await textsIn(bot.app.store)
  expect(samples.length).toBeGreaterThan(100)
  await untilSummarized(bot)

  const days = await browser.open('/continuous/days/')
  const yesterday = await browser.open(`/continuous/day/${new Date(bot.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10)}/`)
  expect(days.html).toContain('2026-11')
  expect(yesterday.text).toContain('Sketch six done!')
  for (const page of [loaded, yesterday]) expect(page.html).not.toMatch(/class="place[^"]*"[^>]*>[^<]*Import/i)
  for (const page of [loaded, yesterday]) expect(page.text).not.toMatch(/\bImport(ed)?\b/)
  const memory = await browser.open('/memory/')
  expect(memory.text).not.toContain('No memories yet')
  expect(await bot.app.store.db.memoryItem.count()).toBeGreaterThanOrEqual(4)

  const removed = await browser.press(loaded, 'Remove sample messages')
  expect(removed.status).toBe(200)
  await untilGone(bot, samples)
  const again = await browser.open('/continuous/')
  expect(again.text).toContain('Try it with sample messages')
  expect((await browser.open('/memory/')).text).toContain('No memories yet')
  expect(await bot.app.store.db.message.count()).toBe(0)
  expect(await bot.app.store.db.daySummary.count()).toBe(0)

  await browser.press(again, 'Load sample messages')
  expect((await textsIn(bot.app.store)).length).toBe(samples.length)
}, 120_000)

test('of the own conversation, nothing is lost with the samples, and of the samples nothing stays', async () => {
  const bot = await botOn({})
  const browser = await signInTo(bot)
  await haveOwnConversation(bot.app)
  const own = await textsIn(bot.app.store)
  const ownSummary = await bot.app.store.db.daySummary.findFirstOrThrow()
  expect(ownSummary.markdown).toContain('Bombastus')

  const loaded = await browser.press(await browser.open('/settings/'), 'Load sample messages')
  await untilSummarized(bot)
  const samples = (await textsIn(bot.app.store)).filter((text) => !own.includes(text))
  expect(samples.length).toBeGreaterThan(100)

  await idle(bot)
  expect((await textsIn(bot.app.store)).length).toBe(own.length + samples.length)

  await browser.press(await browser.open(loaded.path), 'Remove sample messages')
  await untilGone(bot, samples)
  await expect
    .poll(async () => (await bot.app.store.db.daySummary.findMany()).map(({ markdown }) => markdown), { timeout: 60_000 })
    .toEqual([expect.stringContaining('Bombastus')])
  expect(await textsIn(bot.app.store)).toEqual(own)
  const memories = await bot.app.store.db.memoryItem.findMany({ include: { theme: true }, orderBy: { id: 'asc' } })
  expect(memories.map(({ content, theme }) => [content, theme?.name])).toEqual([
    ['Bombastus likes walnuts.', 'Parrot'],
    ['The lamp in the hall is broken.', 'Home'],
  ])
  const left = await everythingIn(bot.app.store)
  for (const text of samples.filter(({ length }) => length > 20)) expect(left).not.toContain(text)
  for (const word of ['Claudiennes', 'lighthouse', 'Graça', 'Jonas']) expect(left).not.toContain(word)
}, 120_000)

test('the processes may end at any moment: what was begun is finished by the next one', async (context) => {
  if (!('folder' in inject('databases'))) return context.skip('the queue that is lost is in the embedded database')
  const taken = await botOn({}, { role: 'web' })
  const { store } = taken.app
  const browser = await signInTo(taken)
  const opened = await browser.open('/continuous/')
  // Two tabs at once.
  await Promise.all([browser.press(opened, 'Load sample messages'), browser.press(opened, 'Load sample messages')])
  const samples = await textsIn(store)
  expect(new Set(samples.filter(({ length }) => length > 40)).size).toBe(samples.filter(({ length }) => length > 40).length)
  const shown = await browser.open('/continuous/')
  // No worker runs, so nothing is removed yet, and the page says that it will be.
  const removing: Opened[] = await Promise.all([
    browser.press(shown, 'Remove sample messages'),
    browser.press(shown, 'Remove sample messages'),
  ])
  for (const { status, text } of removing) {
    expect(status).toBe(200)
    expect(text).toContain('being removed')
  }
  // Not even the job is left, as after a loss of the queue.
  await store.db.$executeRawUnsafe('DELETE FROM pgboss.job')
  const worker = await botOnStore(store, 'worker')
  await untilGone(worker, samples)
  expect(await store.db.message.count()).toBe(0)
  expect((await browser.open('/continuous/')).text).toContain('Try it with sample messages')
}, 120_000)

async function botOnStore(store: Store, role: 'worker' | 'web'): Promise<RunningBot> {
  const { startBot } = await import('../../../src/main.ts')
  const { readConfig } = await import('../../../src/config.ts')
  const { silentLog } = await import('../../../src/core/ports/log.ts')
  const clock = new RunningClock('2026-11-18T09:00:00Z')
  const config = readConfig({
    WEB_PORT: '0',
    HEALTH_PORT: '0',
    ROLE: role === 'worker' ? 'all' : role,
    MODEL_DISCOVERY: 'off',
    EMBEDDINGS: 'off',
  })
  const bot = await startBot({ ...config, role }, { clock, random: systemRandom, log: silentLog, store })
  onTestFinished(bot.stop)
  return { ...bot, clock, config }
}

test('another user has samples of their own, and removes only these', async () => {
  const bot = await botOn({})
  const { db } = bot.app.store
  const now = bot.clock.now()
  const ben = await db.user.create({ data: { name: 'Ben', createdAt: now } })
  const [owner, other] = [await signInTo(bot), await signInTo(bot, ben.id)]
  await owner.press(await owner.open('/continuous/'), 'Load sample messages')
  const count = await db.message.count()
  const theirs = await other.open('/continuous/')
  expect(theirs.text).toContain('Try it with sample messages')
  // Only the owner of the instance connects a model.
  expect(theirs.text).not.toContain('Connect a language model')
  expect(theirs.text).toContain('Connect a chat app')
  const shown = await other.press(theirs, 'Load sample messages')
  expect(await db.message.count()).toBe(2 * count)
  await other.press(shown, 'Remove sample messages')
  await expect.poll(() => db.message.count(), { timeout: 60_000 }).toBe(count)
  expect((await owner.open('/continuous/')).text).not.toContain('Try it with sample messages')
}, 120_000)
