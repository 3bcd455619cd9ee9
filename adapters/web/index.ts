import { messageOf, SetupError } from '../../src/core/domain/errors.ts'
import { createGracefulClose } from '../../src/core/lib/graceful-close.ts'
import type { Inbox, PlatformAdapter, PlatformReceiver } from '../../src/core/ports/platform.ts'
import { platformName } from './address.ts'
import type { WebOptions } from './options.ts'
import { createWebSender } from './sender.ts'
import { buildServer } from './server/server.ts'

export type { WebAnswer, WebOptions, WebRoute } from './options.ts'

export interface WebReceiver extends PlatformReceiver {
  /** Where the page is, without a slash at the end: the public address, or the one listened on. Known once it has started. */
  readonly url: string
  /** Where it listens, which behind a proxy is another address. Known once it has started. */
  readonly listening: string
}

export interface WebAdapter extends PlatformAdapter {
  readonly receiver: WebReceiver
}

/** How long requests may take to end when the page stops, in ms. */
const stopWithinMs = 5_000

/** The web page as a platform. Sending works in every process; only the one that starts the receiver listens. */
export function createWebAdapter(options: WebOptions): WebAdapter {
  return { name: platformName, sender: createWebSender(options), receiver: createReceiver(options) }
}

function createReceiver(options: WebOptions): WebReceiver {
  let stop = async () => {}
  let address: string | undefined
  const listening = () => {
    if (address === undefined) throw new Error('The page has no address before it is started.')
    return address
  }
  return {
    get url() {
      return options.publicUrl?.origin ?? listening()
    },
    get listening() {
      return listening()
    },
    async start(inbox: Inbox) {
      const server = await buildServer(options, inbox)
      const stopServer = createGracefulClose(server.server, stopWithinMs)
      try {
        address = await server.listen({ host: options.host, port: options.port })
      } catch (error) {
        await server.close()
        throw new SetupError([`The web page cannot be served on ${options.host}, port ${options.port}: ${reasonOf(error)}`], {
          cause: error,
        })
      }
      stop = () => stopServer(() => server.close())
    },
    stop: () => stop(),
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return 'another program uses that port. Stop it, or set WEB_PORT to another number.'
  if (code === 'EACCES') return 'this user may not listen on that port. Set WEB_PORT to a number from 1024 up.'
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return 'this machine has no such address. Set WEB_HOST to 127.0.0.1, or to 0.0.0.0 for all of its addresses.'
  return `${messageOf(error)}.`
}
