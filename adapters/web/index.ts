import { SetupError } from '../../src/core/domain/errors.ts'
import { createGracefulClose } from '../../src/core/lib/graceful-close.ts'
import { explainListenError } from '../../src/core/lib/listen.ts'
import type { Inbox, PlatformReceiver } from '../../src/core/ports/platform.ts'
import type { PlatformAdapter } from '../../src/core/ports/platform-adapter.ts'
import { platformName } from './address.ts'
import type { WebOptions } from './options.ts'
import { createWebSender } from './sender.ts'
import { buildServer } from './server/server.ts'

export type { WebOptions } from './options.ts'

export interface WebReceiver extends PlatformReceiver {
  /**
   * The address of the page, without a trailing slash. It is the public address if there is one, otherwise the listening address. Known
   * once started.
   */
  readonly url: string
  /** The listening address, which differs from the public one behind a proxy. Known once started. */
  readonly listening: string
}

export interface WebAdapter extends PlatformAdapter {
  readonly receiver: WebReceiver
}

/** Grace period for requests at shutdown, in ms. */
const stopWithinMs = 5_000

/** Creates the web page as a platform. Every process can send. Only the process that starts the receiver listens. */
export function createWebAdapter(options: WebOptions): WebAdapter {
  return { name: platformName, sender: createWebSender(options), receiver: createReceiver(options) }
}

function createReceiver(options: WebOptions): WebReceiver {
  let stop = async () => {}
  let address: string | undefined
  const listening = () => {
    if (address === undefined) throw new Error('The web page has no address until it is started.')
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
        const reason = explainListenError(error, 'WEB')
        throw new SetupError([`The web page cannot be served on ${options.host}, port ${options.port}: ${reason}`], { cause: error })
      }
      stop = () => stopServer(() => server.close())
    },
    stop: () => stop(),
  }
}
