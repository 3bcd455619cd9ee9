import { PlatformError, SetupError } from '../../src/core/domain/errors.ts'
import { createGracefulClose } from '../../src/core/lib/graceful-close.ts'
import { explainListenError } from '../../src/core/lib/listen.ts'
import type { PlatformReceiver } from '../../src/core/ports/platform.ts'
import type { PlatformAdapter } from '../../src/core/ports/platform-adapter.ts'
import type { VoiceOptions } from './options.ts'
import { platformName } from './payloads.ts'
import { pollRegularly } from './poll-calls.ts'
import { buildVoiceServer } from './server.ts'

export interface VoiceReceiver extends PlatformReceiver {
  /** The listening address. Known once started. */
  readonly listening: string | undefined
}

export interface VoiceAdapter extends PlatformAdapter {
  readonly receiver: VoiceReceiver
}

/** Grace period for requests at shutdown, in ms. */
const stopWithinMs = 5_000

/** Creates the adapter for calls. Nothing can be sent there. */
export function createVoiceAdapter(options: VoiceOptions): VoiceAdapter {
  return {
    name: platformName,
    receiver: createReceiver(options),
    sender: {
      maxLength: 1_000,
      receivesOnlyCalls: true,
      send: () => Promise.reject(new PlatformError('unreachable', 'Nothing can be sent to a finished call.')),
    },
  }
}

function createReceiver(options: VoiceOptions): VoiceReceiver {
  let stop = async () => {}
  let listening: string | undefined
  return {
    get listening() {
      return listening
    },
    async start(inbox) {
      const { host, port } = options.listen
      const server = buildVoiceServer(options, inbox)
      const stopServer = createGracefulClose(server.server, stopWithinMs)
      try {
        listening = await server.listen({ host, port })
      } catch (error) {
        await server.close()
        const reason = explainListenError(error, 'VOICE')
        throw new SetupError([`Calls cannot be received on ${host}, port ${port}: ${reason}`], { cause: error })
      }
      const stopping = new AbortController()
      const polling = pollRegularly(options, inbox, stopping.signal)
      stop = async () => {
        stopping.abort()
        await Promise.all([polling, stopServer(() => server.close())])
      }
    },
    stop: () => stop(),
  }
}
