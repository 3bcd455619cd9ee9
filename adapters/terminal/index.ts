import type { Clock } from '../../src/core/clock.ts'
import { PlatformError, reasonOf } from '../../src/core/errors.ts'
import { growingWaits } from '../../src/core/growing-waits.ts'
import type { PlaceAddress, PlatformMessageId } from '../../src/core/ids.ts'
import type { Author, InboundMessage, Inbox, PlaceRef, PlatformAdapter, PlatformReceiver, PlatformSender } from '../../src/core/platform.ts'
import { printable, type TerminalScreen } from './screen.ts'

export interface TerminalOptions {
  readonly screen: TerminalScreen
  /** Who sits at it: a terminal is a conversation with one person. */
  readonly person: Pick<Author, 'id' | 'name'>
  readonly clock: Clock
}

export const platformName = 'terminal'
const address = 'terminal' as PlaceAddress
const place: PlaceRef = { platform: platformName, tenant: '', address, kind: 'direct' }

export function createTerminalAdapter(options: TerminalOptions): PlatformAdapter {
  return { name: platformName, receiver: createReceiver(options), sender: createSender(options) }
}

function createReceiver({ screen, person, clock }: TerminalOptions): PlatformReceiver {
  const over = new AbortController()
  let delivering = Promise.resolve()
  let order = 0n
  /** Where nothing can be printed either, there is nobody to tell. */
  const tell = (text: string) => screen.print(text).catch(() => {})

  /** Nobody else keeps a line, so it is offered until it is taken. */
  async function deliver(inbox: Inbox, text: string): Promise<void> {
    const sentAt = clock.now()
    const now = BigInt(sentAt.getTime())
    // The time, so that the lines of a later start have other ids; more than the last, should both come within one ms.
    order = now > order ? now : order + 1n
    const author = { ...person, isBot: false }
    const message: InboundMessage = { type: 'message', place, id: idOf(order), order, author, text, addressed: true, sentAt }
    const waits = growingWaits(30_000)
    for (let tries = 1; !over.signal.aborted; tries++) {
      try {
        return await inbox(message)
      } catch (error) {
        if (tries === 1) await tell(`That could not be stored; trying again. The reason: ${reasonOf(error)}`)
        await clock.sleep(waits.next(), over.signal)
      }
    }
  }
  async function read(inbox: Inbox): Promise<void> {
    for await (const line of screen.lines) {
      const text = printable(line).trim()
      if (over.signal.aborted) return
      if (text) delivering = deliver(inbox, text)
      await delivering
    }
  }
  return {
    start: async (inbox) => void read(inbox).catch((error) => tell(`Nothing more can be read here. The reason: ${reasonOf(error)}`)),
    async stop() {
      over.abort()
      await delivering
    },
  }
}

function createSender({ screen }: TerminalOptions): PlatformSender {
  return {
    maxLength: 100_000,
    async send(to, { text, buttons = [] }, key) {
      if (to !== address) throw new PlatformError('rejected', `${to} is not the address of a terminal`)
      const choices = buttons.map(({ label, action }) => `[${label}] ${action}`)
      await screen.print(printable([text, ...choices].join('\n'))).catch(() => {
        throw new PlatformError('unreachable', 'the terminal is gone')
      })
      return idOf(key)
    },
    directAddress: () => address,
  }
}

const idOf = (name: bigint | string) => String(name) as PlatformMessageId
