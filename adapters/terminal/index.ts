import { PlatformError, reasonOf } from '../../src/core/domain/errors.ts'
import type { PlaceAddress, PlatformMessageId } from '../../src/core/domain/ids.ts'
import { type Clock, createBackoff } from '../../src/core/ports/clock.ts'
import type { Author, InboundMessage, Inbox, PlaceRef, PlatformReceiver, PlatformSender } from '../../src/core/ports/platform.ts'
import type { PlatformAdapter } from '../../src/core/ports/platform-adapter.ts'
import { type TerminalScreen, toPrintable } from './screen.ts'

export interface TerminalOptions {
  readonly screen: TerminalScreen
  /** The user. A terminal is a conversation with one user. */
  readonly user: Pick<Author, 'id' | 'name'>
  readonly clock: Clock
}

export const platformName = 'terminal'
const address = 'terminal' as PlaceAddress
const place: PlaceRef = { platform: platformName, tenant: '', address, kind: 'direct' }

export function createTerminalAdapter(options: TerminalOptions): PlatformAdapter {
  return { name: platformName, receiver: createReceiver(options), sender: createSender(options) }
}

function createReceiver({ screen, user, clock }: TerminalOptions): PlatformReceiver {
  const stopController = new AbortController()
  let delivery = Promise.resolve()
  let order = 0n
  /** If printing fails too, the error cannot be reported. */
  const printNotice = (text: string) => screen.print(text).catch(() => {})

  /** Stores a line. Only this adapter has it, so it retries until the line is stored. */
  async function deliverLine(inbox: Inbox, text: string): Promise<void> {
    const sentAt = clock.now()
    const now = BigInt(sentAt.getTime())
    // The id is the time, so that lines after a restart have other ids. It increases even within a millisecond.
    order = now > order ? now : order + 1n
    const author = { ...user, isBot: false }
    const message: InboundMessage = { type: 'message', place, id: toMessageId(order), order, author, text, addressed: true, sentAt }
    const retryBackoff = createBackoff(30_000)
    for (let attempts = 1; !stopController.signal.aborted; attempts++) {
      try {
        return await inbox(message)
      } catch (error) {
        if (attempts === 1) await printNotice(`That could not be stored, trying again: ${reasonOf(error)}`)
        await clock.sleep(retryBackoff.next(), stopController.signal)
      }
    }
  }
  async function readLines(inbox: Inbox): Promise<void> {
    for await (const line of screen.lines) {
      const text = toPrintable(line).trim()
      if (stopController.signal.aborted) return
      if (text) delivery = deliverLine(inbox, text)
      await delivery
    }
  }
  return {
    start: async (inbox) => void readLines(inbox).catch((error) => printNotice(`No more input can be read: ${reasonOf(error)}`)),
    async stop() {
      stopController.abort()
      await delivery
    },
  }
}

function createSender({ screen }: TerminalOptions): PlatformSender {
  return {
    title: 'the terminal',
    maxLength: 100_000,
    async send(to, { text, buttons = [] }, key) {
      if (to !== address) throw new PlatformError('rejected', `${to} is not the address of a terminal`)
      const buttonLines = buttons.map(({ label, action }) => `[${label}] ${action}`)
      await screen.print(toPrintable([text, ...buttonLines].join('\n'))).catch(() => {
        throw new PlatformError('unreachable', 'the terminal was closed')
      })
      return toMessageId(key)
    },
    directAddress: () => address,
    isTimezoneKnown: true,
  }
}

const toMessageId = (name: bigint | string) => String(name) as PlatformMessageId
