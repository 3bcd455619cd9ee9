// What the page looks like: axe finds no fault with any state on a phone and a desktop in both themes, and the states look as they did when
// somebody last looked at them. Of two of the four views, so that the pictures stay small.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import axe, { type AxeResults } from 'axe-core'
import pixelmatch from 'pixelmatch'
import type { Page as Tab } from 'playwright-core'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { pageAddress } from '../../adapters/web/address.ts'
import type { DayLabel } from '../../src/core/domain/ids.ts'
import type { DeliveryKey } from '../../src/core/ports/platform.ts'
import { addLoop } from '../../src/loops/add-loop.ts'
import { addMemory } from '../../src/memory/items/add-memory.ts'
import { createSignInLink } from '../../src/people/sign-in.ts'
import { type Page, reply, startPage, summarize, write } from '../adapters/web/page-harness.ts'
import { chromiumPath } from '../support/chromium-program.ts'
import { noChromium, sharedBrowser } from './chromium.ts'

/** The share of the pixels that may differ, and by how much each may before it counts (0 to 1). Rounded edges are drawn a little differently. */
const mostDifferent = 0.005
const threshold = 0.2

const views = [
  { name: 'phone-light', viewport: { width: 390, height: 844 }, colorScheme: 'light', isCompared: true },
  { name: 'phone-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark', isCompared: false },
  { name: 'desktop-light', viewport: { width: 1280, height: 800 }, colorScheme: 'light', isCompared: false },
  { name: 'desktop-dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark', isCompared: true },
] as const

interface PageState {
  readonly name: string
  readonly path: string
  readonly show?: (tab: Tab, page: Page) => Promise<unknown>
}

const beforeSignIn: readonly PageState[] = [{ name: 'spent-link', path: '/sign-in/spent' }]
const beforeTheFirstMessage: readonly PageState[] = [{ name: 'first-visit', path: '/continuous/' }]
const later: readonly PageState[] = [
  { name: 'chat', path: '/continuous/' },
  {
    name: 'long-answer',
    path: '/continuous/',
    show: (tab) => tab.getByRole('heading', { name: 'Which wood' }).evaluate((node) => node.scrollIntoView()),
  },
  { name: 'writing', path: '/continuous/', show: showWriting },
  { name: 'day', path: '/continuous/day/2026-11-17/' },
  { name: 'search', path: '/continuous/', show: showSearch },
  { name: 'loops', path: '/loops/' },
  { name: 'memory', path: '/memory/' },
  { name: 'settings', path: '/settings/' },
  { name: 'channels', path: '/channels/' },
  { name: 'not-found', path: '/continuous/day/2031-01-01/' },
]
/** The server is gone after these. */
const atTheEnd: readonly PageState[] = [{ name: 'offline', path: '/continuous/', show: showOffline }]

async function showWriting(tab: Tab, { adapter: { sender }, owner }: Page): Promise<void> {
  await expect
    .poll(async () => {
      await sender.preview?.(pageAddress(owner.id), 'Beech does not last outdoors, and', 'turn.1' as DeliveryKey)
      return tab.locator('#writing').getByText('Beech does not last').count()
    })
    .toBe(1)
}

async function showSearch(tab: Tab): Promise<void> {
  await tab.getByLabel('Search the conversation').fill('garden')
  await tab.keyboard.press('Enter')
  await tab.locator('#results mark').first().waitFor()
}

/** Something waits to be sent, and more is being written. */
async function showOffline(tab: Tab, { adapter: { receiver } }: Page): Promise<void> {
  const isKept = () =>
    tab.evaluate(async () => {
      for (const name of await caches.keys())
        if ((await (await caches.open(name)).keys()).some(({ url }) => new URL(url).pathname === '/offline/')) return true
      return false
    })
  await expect.poll(isKept, { timeout: 20_000 }).toBe(true)
  await receiver.stop()
  await tab.reload()
  await tab.getByRole('heading', { name: 'Not connected' }).waitFor()
  await tab.getByLabel('Message.').fill('Did we order the larch?')
  await tab.keyboard.press('Enter')
  await tab.getByText('Waiting to be sent').waitFor()
}

const folder = new URL('looks/', import.meta.url)
const { UPDATE_LOOKS: isUpdate } = process.env

const longAnswer = `## Which wood for the chairs

Oak is **hard** and lasts outdoors. Larch is cheaper, and its resin protects it.

1. Buy the boards
   - 12 of oak
   - 4 of larch
2. Plane them on both sides

\`\`\`ts
const boards = { oak: 12, larch: 4 }
\`\`\`

| wood | price |
| :--- | ---: |
| oak | 120 |
| larch | 85 |`

async function writeConversation(page: Page): Promise<void> {
  const earlier = await write(page, { text: 'The garden needs water when it is dry.', sentAt: '2026-11-17T09:00:00Z' })
  await reply(page, earlier, { text: 'Tomorrow morning, then.', sentAt: '2026-11-17T09:00:20Z' })
  await summarize(
    page,
    earlier,
    '## Summary\nThe garden gets water tomorrow morning.\n\n## Decisions\n- Water the garden in the morning',
    '2026-11-17T21:00:00Z',
  )
  const morning = await write(page, {
    text: 'Good morning! Which wood should I take for the chairs in the garden?',
    sentAt: '2026-11-18T07:00:00Z',
  })
  await reply(page, morning, { text: longAnswer, sentAt: '2026-11-18T07:00:20Z' })
  const by = { scope: { userId: page.owner.id, threadId: earlier.threadId, audience: 'private' as const }, now: page.options.clock.now() }
  const loop = { owner: 'user' as const, origin: 'request' as const, text: 'Call the timber yard', dueDay: '2026-11-20' as DayLabel }
  await page.store.transaction((tx) => addLoop(tx, { ...by, timezone: 'Europe/Paris' }, loop))
  await page.store.transaction((tx) => addMemory(tx, by, { type: 'preference', content: 'Likes oak.', theme: 'Garden' }))
  const last = await write(page, { text: 'And how long does it last?', sentAt: '2026-11-18T08:59:00Z' })
  await reply(page, last, { text: 'Oak: **20 years** outdoors. Larch: 15.', sentAt: '2026-11-18T08:59:20Z' })
}

describe.skipIf(!chromiumPath)(`what the page looks like${chromiumPath ? '' : noChromium}`, { timeout: 240_000 }, () => {
  const browser = sharedBrowser()

  test.for(views)('$name', async ({ name, viewport, colorScheme, isCompared }, context) => {
    const page = await startPage()
    const browserContext = await browser().newContext({ viewport, colorScheme, timezoneId: 'Europe/Paris', reducedMotion: 'reduce' })
    const tab = await browserContext.newPage()
    await tab.clock.setFixedTime(page.options.clock.now())
    const problems: string[] = []
    let fonts = ''
    const look = async ({ name: state, path, show }: PageState) => {
      await tab.goto(`${page.url}${path}`)
      await show?.(tab, page)
      await tab.waitForLoadState('networkidle')
      fonts ||= await measureFonts(tab)
      const changes = isCompared ? compareLook(`${state}-${name}`, await tab.screenshot(), fonts) : []
      problems.push(...[...(await findFaults(tab)), ...changes].map((problem) => `${state}: ${problem}`))
    }
    try {
      for (const state of beforeSignIn) await look(state)
      const { token } = await createSignInLink(page.options, page.owner.id)
      await look({ name: 'sign-in', path: `/sign-in/${token}` })
      await tab.getByRole('button', { name: 'Sign in' }).click()
      await tab.waitForURL('**/continuous/')
      for (const state of beforeTheFirstMessage) await look(state)
      await writeConversation(page)
      // The first visit may show a line above what is new, depending on when the last one was told.
      await tab.goto(`${page.url}/continuous/`)
      await tab.waitForLoadState('networkidle')
      for (const state of later) await look(state)
      for (const state of atTheEnd) await look(state)
    } finally {
      await browserContext.close()
    }
    expect(problems).toEqual([])
    if (isCompared && !isUpdate && fonts !== knownFonts()) {
      process.stderr.write('Not checked: the looks of the page, because the pictures were drawn with other fonts.\n')
      context.skip('The pictures were drawn with other fonts.')
    }
  })
})

/** Returns the rules that the page breaks, with the elements that break them. */
async function findFaults(tab: Tab): Promise<string[]> {
  await tab.evaluate(axe.source)
  return tab.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<AxeResults> } }
    const { violations } = await axe.run()
    return violations.map(({ id, nodes }) => `axe ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
  })
}

/** Returns how wide some text is in the fonts of the page, which tells machines with other fonts apart. */
function measureFonts(tab: Tab): Promise<string> {
  return tab.evaluate(() => {
    const { fontFamily } = getComputedStyle(document.body)
    const drawing = document.createElement('canvas').getContext('2d')
    if (!drawing) throw new Error('The browser cannot draw.')
    return [fontFamily, 'monospace', 'serif']
      .map((family) => {
        drawing.font = `20px ${family}`
        return drawing.measureText('The quick brown fox, 0123456789').width.toFixed(2)
      })
      .join(' ')
  })
}

const fontsFile = new URL('fonts.txt', folder)
const knownFonts = () => (existsSync(fontsFile) ? readFileSync(fontsFile, 'utf8').trim() : '')

/** Compares a picture with the one that was looked at. With UPDATE_LOOKS, takes its place. */
function compareLook(name: string, picture: Buffer, fonts: string): string[] {
  const file = new URL(`${name}.png`, folder)
  if (isUpdate) {
    writeFileSync(file, picture)
    writeFileSync(fontsFile, `${fonts}\n`)
    return []
  }
  if (fonts !== knownFonts()) return []
  if (!existsSync(file)) return ['there is no picture of it: run the test with UPDATE_LOOKS=1, and look at what it draws']
  const [before, now] = [PNG.sync.read(readFileSync(file)), PNG.sync.read(picture)]
  const { width, height } = before
  if (now.width !== width || now.height !== height) return [`it is ${now.width} x ${now.height} pixels instead of ${width} x ${height}`]
  const different = pixelmatch(before.data, now.data, undefined, width, height, { threshold })
  const share = different / (width * height)
  return share > mostDifferent
    ? [`${(share * 100).toFixed(2)}% of its pixels have changed: look at it, then run the test with UPDATE_LOOKS=1`]
    : []
}
