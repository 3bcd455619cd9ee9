import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { chromiumArguments, chromiumPath } from '../support/chromium-program.ts'

/** Why browser tests are skipped. */
export const noChromium = ' (skipped: no Chromium was found; install it, or set CHROMIUM_PATH)'

function launchChromium(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('There is no Chromium: set CHROMIUM_PATH to one.')
  return chromium.launch({ executablePath: chromiumPath, args: [...chromiumArguments] })
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
