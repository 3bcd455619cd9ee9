import { existsSync } from 'node:fs'
import process from 'node:process'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'

/** The browser to drive; undefined when there is none. CHROMIUM_PATH names another than Debian's. */
export const chromiumPath = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
)

/** Why browser tests are skipped. */
export const noChromium = ' (skipped: no Chromium was found; install it, or set CHROMIUM_PATH)'

function launchChromium(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('There is no Chromium: set CHROMIUM_PATH to one.')
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
    ],
  })
}

/** Launches one browser for the tests of a file. Returns a function that returns it. */
export function sharedBrowser(): () => Browser {
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())
  return () => {
    if (!browser) throw new Error('The browser is launched before the first test.')
    return browser
  }
}
