import type { Browser, Page as Tab, ViewportSize } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'

const desktop = { width: 1280, height: 800 }

export interface OpenOptions {
  readonly viewport?: ViewportSize
  /** Whether the device is touched, and has no pointer. */
  readonly hasTouch?: boolean
  /** Whether the page has its service worker, whose requests cannot be held up. */
  readonly hasWorker?: boolean
  /** What the browser may write to its console besides nothing. */
  readonly mayLog?: RegExp
  /** The errors of its scripts that the test makes. */
  readonly mayThrow?: RegExp
}

/** A fresh browser profile that goes through the sign-in link. Fails the test on errors of the script or of the policy. */
export async function openLink(
  browser: Browser,
  link: string,
  { viewport = desktop, hasTouch = false, hasWorker = true, mayLog = /^$/, mayThrow = /^$/ }: OpenOptions = {},
): Promise<Tab> {
  const context = await browser.newContext({
    viewport,
    hasTouch,
    timezoneId: 'Europe/Paris',
    serviceWorkers: hasWorker ? 'allow' : 'block',
  })
  const tab = await context.newPage()
  const complaints: string[] = []
  tab.on('pageerror', ({ message }) => {
    if (!mayThrow.test(message)) complaints.push(message)
  })
  tab.on('console', (entry) => {
    if (['error', 'warning'].includes(entry.type()) && !mayLog.test(entry.text())) complaints.push(entry.text())
  })
  onTestFinished(async () => {
    await context.close()
    expect(complaints).toEqual([])
  })
  await tab.goto(link)
  await tab.getByRole('button', { name: 'Sign in' }).click()
  await tab.waitForURL('**/continuous/')
  return tab
}
