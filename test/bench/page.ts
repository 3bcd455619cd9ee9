// The page in Chromium: what it loads, what a streamed reply sends, and whether it stays smooth in a long day.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page as Tab } from 'playwright-core'
import { ensurePageAccount } from '../../adapters/web/account.ts'
import { pagePlace } from '../../adapters/web/address.ts'
import type { PlatformMessageId } from '../../src/core/domain/ids.ts'
import { systemClock } from '../../src/core/ports/clock.ts'
import { systemRandom } from '../../src/core/ports/random.ts'
import { createSignInLink } from '../../src/people/sign-in.ts'
import { ensureLocalOwner } from '../../src/people/users.ts'
import { openStore } from '../../src/store/open-store.ts'
import { appendMessage } from '../../src/threads/messages/append-message.ts'
import { insertMessages } from '../../src/threads/messages/insert-messages.ts'
import { BotProcess } from '../support/bot-process.ts'
import { chromiumArguments, chromiumPath } from '../support/chromium-program.ts'
import { freePort } from '../support/free-port.ts'
import { startModelServer } from '../support/model-server.ts'
import type { Row } from './measure.ts'
import { row } from './process.ts'
import { writerOf } from './words.ts'

const messagesToday = 3_000
/** How many of them are on the page when more are loaded. */
const messagesShown = 1_500
const replySentences = 40
const sentenceWords = 15
const betweenWordsMs = 10
const timezone = 'UTC'

if (chromiumPath) await measurePage(chromiumPath)
else console.log('\nThe page is not measured, because no Chromium was found: install it, or set CHROMIUM_PATH.')

async function measurePage(executablePath: string): Promise<void> {
  console.log('\nThe page in Chromium:')
  const dataDir = await mkdtemp(join(tmpdir(), 'throughline-bench-page-'))
  const writer = writerOf(7)
  const words = Array.from({ length: replySentences }, () => writer.text(sentenceWords))
    .join('. ')
    .split(' ')
  const model = await startModelServer(() => ({ deltas: words.map((word) => `${word} `), betweenMs: betweenWordsMs }))
  const token = await writeDay(dataDir)
  const port = await freePort()
  const wire = await openWire(port)
  const bot = new BotProcess({
    DATA_DIR: dataDir,
    WEB_PORT: String(port),
    OPENAI_BASE_URL: model.url,
    CHAT_MODEL: 'test-model',
    MODEL_DISCOVERY: 'off',
    DEFAULT_TIMEZONE: timezone,
  })
  await bot.start()
  const browser = await chromium.launch({ executablePath, args: [...chromiumArguments] })
  try {
    const tab = await browser.newPage({ viewport: { width: 1280, height: 800 }, timezoneId: timezone })
    await tab.addInitScript(watchLongTasks)
    const network = await tab.context().newCDPSession(tab)
    await network.send('Network.enable')
    await tab.goto(`http://127.0.0.1:${wire.port}/sign-in/${token}`)
    await tab.getByRole('button', { name: 'Sign in' }).click()
    await tab.waitForURL('**/continuous/')
    const rows = [await firstLoadRow(tab, network), await olderRow(tab), ...(await replyRows(tab, wire, words.join(' ').length))]
    console.table(Object.fromEntries(rows.map(({ what, measured, target }) => [what, { measured, target }])))
  } finally {
    await browser.close()
    wire.close()
    await bot.stop()
    await model.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Writes the messages of today, and returns the token of a sign-in link. */
async function writeDay(dataDir: string): Promise<string> {
  const store = await openStore({ dataDir })
  try {
    const deps = { store, clock: systemClock, random: systemRandom }
    const now = systemClock.now()
    const owner = await ensureLocalOwner(store, now)
    // The messages fit in the day so far, also right after midnight.
    const begin = Date.parse(`${now.toISOString().slice(0, 10)}T00:00:00Z`)
    const { message } = await appendMessage(deps, {
      userId: owner.id,
      accountId: await ensurePageAccount(deps, owner),
      timezone,
      authorName: 'You',
      place: pagePlace(owner.id),
      platformMessageId: 'first' as PlatformMessageId,
      platformOrder: 0n,
      kind: 'chat',
      text: 'Good morning!',
      sentAt: new Date(begin),
      pending: false,
    })
    const writer = writerOf(1)
    const gap = (now.getTime() - begin) / (messagesToday + 1)
    const { segmentId, placeId, audience, threadId } = message
    const said = Array.from({ length: messagesToday - 1 }, (_, index) => ({
      segmentId,
      placeId,
      audience,
      kind: 'chat' as const,
      role: index % 2 === 0 ? ('assistant' as const) : ('user' as const),
      text: writer.text(index % 2 === 0 ? 35 : 10),
      sentAt: new Date(begin + (index + 1) * gap),
    }))
    await store.transaction((tx) => insertMessages(tx, threadId, said))
    return (await createSignInLink(deps, owner.id)).token
  } finally {
    await store.close()
  }
}

/** A port that forwards to the page and counts what the browser receives, compressed as it is. */
interface Wire {
  readonly port: number
  /** In bytes, with the headers of requests. */
  received(): number
  close(): void
}

async function openWire(to: number): Promise<Wire> {
  let received = 0
  const server = createServer((browser) => {
    const page = connect(to, '127.0.0.1')
    page.on('data', (chunk) => {
      received += chunk.length
    })
    browser.pipe(page).pipe(browser)
    for (const socket of [browser, page]) socket.on('error', () => [browser, page].map((one) => one.destroy()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, received: () => received, close: () => void server.close() }
}

declare global {
  interface Window {
    /** How long the tasks took that blocked the page for more than 50 ms. */
    longTasks: number[]
  }
}

/** Runs in the browser. */
function watchLongTasks(): void {
  window.longTasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
}

async function longestTask(tab: Tab): Promise<number> {
  return Math.max(0, ...(await tab.evaluate(() => window.longTasks.splice(0))))
}

async function firstLoadRow(tab: Tab, network: CDPSession): Promise<Row> {
  let bytes = 0
  const add = ({ encodedDataLength }: { encodedDataLength: number }) => {
    bytes += encodedDataLength
  }
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  // It would answer from its own cache.
  await network.send('Network.setBypassServiceWorker', { bypass: true })
  network.on('Network.loadingFinished', add)
  await tab.reload({ waitUntil: 'networkidle' })
  network.off('Network.loadingFinished', add)
  await network.send('Network.setBypassServiceWorker', { bypass: false })
  return row('first load, compressed', `${(bytes / 1_024).toFixed(0)} KB`, 'at most 120 KB')
}

/** Loads older messages until enough are shown, and then twice more. */
async function olderRow(tab: Tab): Promise<Row> {
  // A selector engine's search of the whole page would count as a task.
  const shown = () => tab.evaluate(() => document.getElementsByTagName('article').length)
  const more = async () => {
    const before = await shown()
    await tab.locator('#earlier').click()
    while ((await shown()) === before) await tab.waitForTimeout(50)
    await tab.waitForTimeout(300)
  }
  while ((await shown()) < messagesShown) await more()
  await longestTask(tab)
  await more()
  await more()
  return row(`longest task when older messages join ${messagesShown}`, `${Math.round(await longestTask(tab))} ms`, 'at most 100 ms')
}

/** Shows the whole day, and has a reply written into it. */
async function replyRows(tab: Tab, wire: Wire, length: number): Promise<Row[]> {
  while ((await tab.locator('#earlier').count()) > 0) {
    await tab.locator('#earlier').click()
    await tab.locator('#earlier[aria-busy]').waitFor({ state: 'detached' })
  }
  // A selector engine's searches of the whole page would count as tasks of the page.
  const shown = await tab.evaluate(() => document.querySelectorAll('article.message').length)
  const before = wire.received()
  await tab.waitForTimeout(500)
  await longestTask(tab)
  await tab.evaluate(() => document.querySelector('textarea')?.focus())
  await tab.keyboard.insertText('Tell me about the garden.')
  await tab.keyboard.press('Enter')
  const frames = tab.evaluate(async () => {
    const writing = document.getElementById('writing')
    const end = performance.now() + 30_000
    while (writing?.hidden !== false || writing.classList.contains('dots')) {
      if (performance.now() > end) throw new Error('No reply was shown while it was written.')
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    const gaps: number[] = []
    let last = performance.now()
    while (!writing.hidden) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const now = performance.now()
      gaps.push(now - last)
      last = now
    }
    gaps.sort((a, b) => a - b)
    return { count: gaps.length, p95: gaps[Math.floor(gaps.length * 0.95)] ?? 0, seconds: gaps.reduce((sum, gap) => sum + gap, 0) / 1_000 }
  })
  const { count, p95, seconds } = await frames
  await tab.waitForTimeout(500)
  const bytes = wire.received() - before
  return [
    row(`bytes sent for a streamed reply of ${length} characters`, `${(bytes / length).toFixed(1)} x`, 'at most 3 x'),
    row(
      `frames while a reply is streamed into a day of ${shown}`,
      `${Math.round(count / seconds)} a second, p95 ${Math.round(p95)} ms apart`,
      '',
    ),
    row('longest task meanwhile', `${Math.round(await longestTask(tab))} ms`, 'at most 100 ms'),
  ]
}
