import { existsSync } from 'node:fs'
import process from 'node:process'

/** The browser to drive. Undefined if there is none. CHROMIUM_PATH names another than Debian's. */
export const chromiumPath = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
)

/** How it is started: without what it does over the network on its own, and with a microphone that beeps. */
export const chromiumArguments: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--use-fake-device-for-media-stream',
]
