// throughline chat: runs the whole bot in this process, with this terminal as its platform. /quit or Ctrl+D ends it.
import process from 'node:process'
import { createTerminalAdapter, platformName } from '../../adapters/terminal/index.ts'
import { openScreen, type TerminalScreen } from '../../adapters/terminal/screen.ts'
import type { App } from '../app.ts'
import { addAccount, ensureLocalOwner } from '../people/users.ts'
import { hasPendingMessages } from './pending.ts'
import { withApp } from './with-app.ts'

/** The local owner, who uses this account to continue the conversation of the page. */
const person = { id: 'owner', name: 'You' }

async function chat(app: App, screen: TerminalScreen, ended: Promise<void>): Promise<number> {
  const now = app.clock.now()
  const owner = await ensureLocalOwner(app.store, now)
  const account = { platform: platformName, tenant: '', platformUserId: person.id }
  await app.store.transaction((tx) => addAccount(tx, owner.id, account, { name: owner.name, isOwner: true, now }))
  await screen.print(printWelcome(app))
  await app.jobs.start(app.handlers)
  await app.handlers['recover']({}, { signal: new AbortController().signal, attempt: 1, last: true })
  for (const { receiver } of app.adapters) await receiver.start(app.inbox)
  await ended
  await waitUntilAnswered(app)
  for (const { receiver } of app.adapters) await receiver.stop()
  return 0
}

function printWelcome({ languageModels }: App): string {
  const model =
    languageModels.origin === 'offline'
      ? 'No language model is configured: answers come from search and summaries.'
      : `The language model is ${languageModels.chat.name}.`
  return `This is Throughline. Write a message and press Enter; /help lists the commands, /quit ends.\n${model}`
}

/** Resolves once every message written here is answered and every answer is printed. */
async function waitUntilAnswered({ store, clock }: Pick<App, 'store' | 'clock'>): Promise<void> {
  while (await hasPendingMessages(store, { platform: platformName })) await clock.sleep(100)
}

/**
 * Returns a function that reads the lines up to /quit, and a promise that resolves at the end. Each line is read only after `ready` has
 * resolved for the previous one.
 */
function waitForQuit(lines: TerminalScreen['lines']) {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  async function* read(ready: () => Promise<void>) {
    try {
      for await (const line of lines) {
        if (line.trim() === '/quit') return
        yield line
        await ready()
      }
    } finally {
      end()
    }
  }
  return { read, ended }
}

export async function runChat(): Promise<void> {
  const terminal = openScreen({ input: process.stdin, output: process.stdout })
  const { read, ended } = waitForQuit(terminal.lines)
  await withApp(
    (app) => chat(app, terminal, ended),
    (foundation) => {
      // Users at a terminal see that an answer is still being written, and may want to /stop it. Piped input waits for each answer.
      const ready = process.stdin.isTTY ? async () => {} : () => waitUntilAnswered(foundation)
      return [createTerminalAdapter({ screen: { ...terminal, lines: read(ready) }, user: person, clock: foundation.clock })]
    },
    // In a terminal, log lines are printed above the prompt, which keeps what was typed so far.
    process.stdout.isTTY && process.stderr.isTTY ? { write: (line) => void terminal.print(line.trimEnd()) } : undefined,
  )
}
