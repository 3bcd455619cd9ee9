import { PassThrough, Writable } from 'node:stream'
import MarkdownIt from 'markdown-it'
import { createTerminalAdapter } from '../../../adapters/terminal/index.ts'
import { openScreen } from '../../../adapters/terminal/screen.ts'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { type Clock, systemClock } from '../../../src/core/ports/clock.ts'
import type { InboundEvent } from '../../../src/core/ports/platform.ts'
import type { PlatformAdapter } from '../../../src/core/ports/platform-adapter.ts'
import { type AdapterHarness, type Shown, typedCommand } from '../../contract/platform-adapter.ts'
import { readableOf } from '../web/readable.ts'

/** The right time, but what waits a second waits ten milliseconds. */
const hurriedClock: Clock = { now: systemClock.now, sleep: (ms, signal) => systemClock.sleep(ms / 100, signal) }

const markdown = new MarkdownIt()

/** Somebody who types on one stream and reads the Markdown on the other. */
export async function terminalHarness(): Promise<AdapterHarness> {
  const input = new PassThrough()
  let unread = ''
  const output = new Writable({
    write(chunk, _encoding, done) {
      unread += chunk
      done()
    },
  })
  const screen = openScreen({ input, output })
  const reached: PlatformMessageId[] = []
  let wake = () => {}
  let done = 0
  async function* lines() {
    for await (const line of screen.lines) {
      yield line
      // It is asked for the next one: with the last it is done.
      done++
    }
  }

  const { name, receiver, sender } = createTerminalAdapter({
    screen: { ...screen, lines: lines() },
    user: { id: 'owner', name: 'Ada' },
    clock: hurriedClock,
  })
  const printed: Shown[] = []
  const adapter: PlatformAdapter = {
    name,
    receiver: {
      start: (inbox) =>
        receiver.start((event: InboundEvent) => {
          if ('id' in event && !reached.includes(event.id)) reached.push(event.id)
          wake()
          return inbox(event)
        }),
      stop: () => receiver.stop(),
    },
    sender: {
      ...sender,
      async send(to, part, key) {
        const id = await sender.send(to, part, key)
        const { text, markup } = readableOf(markdown.render(unread))
        unread = ''
        printed.push({ id, text, markup, buttons: [] })
        return id
      },
    },
  }
  const say = async (text: string) => {
    const before = reached.length
    input.write(`${text}\n`)
    while (reached.length === before) await new Promise<void>((resolve) => (wake = resolve))
    return reached[before]!
  }
  const notHere = (what: string) => () => Promise.reject(new Error(`A terminal has no ${what}.`))

  return {
    adapter,
    say: ({ text }) => say(text),
    command: async (_place, name, args) => void (await say(typedCommand(name, args))),
    acknowledged: async (id) => reached.indexOf(id) < done,
    shown: async (place) => (place === 'direct' ? printed : []),
    shownPrivately: async () => [],
    typingShown: async () => 0,
    previewShown: async () => undefined,
    offeredCommands: async () => [],
    edit: notHere('edits'),
    remove: notHere('deletions'),
    react: notHere('reactions'),
    press: notHere('buttons'),
    chooseAction: notHere('menu of a message'),
    redeliver: notHere('second deliveries'),
    suggestions: notHere('suggestions'),
    failNextSend: notHere('sends that fail and are done again'),
    async close() {
      input.end()
    },
  }
}
