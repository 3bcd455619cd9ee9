import { once } from 'node:events'
import type { Server } from 'node:net'
import { messageOf } from '../domain/errors.ts'

export interface ListenAddress {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
}

/** Resolves once the server listens, with its port. Rejects with the system's error. */
export async function listenOn(server: Server, { host, port }: ListenAddress): Promise<number> {
  const listening = once(server, 'listening')
  server.listen(port, host)
  await listening
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? port) : port
}

/** Whether listening failed because the port is taken. */
export const isPortTaken = (error: unknown): boolean => codeOf(error) === 'EADDRINUSE'

/** Explains why a server cannot listen, and what to change. `settings` is what its settings begin with: WEB for WEB_HOST and WEB_PORT. */
export function explainListenError(error: unknown, settings: string): string {
  const otherHost = `Set ${settings}_HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.`
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `another program uses that port. Stop it, or set ${settings}_PORT to another number.`
    case 'EACCES':
      return `this user may not listen on that port. Set ${settings}_PORT to 1024 or higher.`
    case 'EADDRNOTAVAIL':
      return `this machine does not have that address. ${otherHost}`
    case 'ENOTFOUND':
      return `there is no host with that name. ${otherHost}`
    default:
      return `${messageOf(error)}.`
  }
}

/** Returns the URL of a listening server, without a trailing slash. */
export const listeningUrl = ({ host, port }: ListenAddress): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
