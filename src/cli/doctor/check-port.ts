import { once } from 'node:events'
import { createServer } from 'node:net'
import { type Finding, good, problem } from '../../core/domain/finding.ts'
import { explainListenError, isPortTaken, type ListenAddress, listenOn } from '../../core/lib/listen.ts'

export interface PortOptions extends ListenAddress {
  /** What is served there, in one or two words. */
  readonly what: string
  /** What the names of its settings begin with, such as WEB. */
  readonly settings: string
  /** Whether a free port is used if this one is taken. */
  readonly usesOtherPort?: boolean
  /** Whether the server at an address is this program. May reject if it is not. */
  readonly isOwnServer: (address: ListenAddress) => Promise<boolean>
}

export const patienceMs = 5_000

/** Opens a port and closes it at once. It is no problem if a running bot uses the port. */
export async function checkPort({ what, settings, usesOtherPort, isOwnServer, host, port }: PortOptions): Promise<Finding> {
  if (port === 0) return good(`${what} uses a free port on ${host}, a different one at each start.`)
  const where = `on ${host}, port ${port}`
  try {
    const server = createServer()
    await listenOn(server, { host, port })
    server.close()
    await once(server, 'close')
    return good(`${what} can be served ${where}.`)
  } catch (error) {
    if (isPortTaken(error) && (await isOwnServer({ host: anyAddress[host] ?? host, port }).catch(() => false)))
      return good(`${what} is being served ${where}, by a running bot.`)
    if (isPortTaken(error) && usesOtherPort) return good(`${what} uses a free port on ${host}, because port ${port} is taken.`)
    return problem(`${what} cannot be served ${where}: ${explainListenError(error, settings)}`)
  }
}

/** Addresses that stand for all interfaces, with an address at which to reach each of them. */
const anyAddress: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
