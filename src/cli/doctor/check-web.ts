import { once } from 'node:events'
import { createServer } from 'node:net'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { messageOf } from '../../core/domain/errors.ts'
import { type Finding, good, note, problem } from '../../core/domain/finding.ts'

const patienceMs = 5_000

/** What to do if the page cannot be served, by system error. */
const advice: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses that port. Stop it, or set WEB_PORT to another number.',
  EACCES: 'this user may not listen on that port. Set WEB_PORT to 1024 or higher.',
  EADDRNOTAVAIL: 'this machine does not have that address. Set WEB_HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.',
  ENOTFOUND: 'there is no host with that name. Set WEB_HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.',
}

/** Opens the page's port and closes it at once. It is no problem if a running bot uses the port. */
export async function checkWeb({ role, web: { host, port } }: Pick<Config, 'role' | 'web'>): Promise<Finding[]> {
  if (role !== 'all' && role !== 'web') return [note(`The page is not served by this process, because its role is ${role}.`)]
  if (port === 0) return [good(`The page uses a free port on ${host}, a different one at each start.`)]
  try {
    await listenOnce(host, port)
    return [good(`The page can be served on ${host}, port ${port}.`)]
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'EADDRINUSE' && (await isOwnServer(host, port)))
      return [good(`The page is being served on ${host}, port ${port}, by a running bot.`)]
    return [problem(`The page cannot be served on ${host}, port ${port}: ${advice[code] ?? `${messageOf(error)}.`}`)]
  }
}

async function listenOnce(host: string, port: number): Promise<void> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

/** Whether the server at this address is this program. */
async function isOwnServer(host: string, port: number): Promise<boolean> {
  const name = anyAddress[host] ?? (host.includes(':') ? `[${host}]` : host)
  try {
    const response = await fetch(`http://${name}:${port}/healthz`, { signal: AbortSignal.timeout(patienceMs) })
    return z.strictObject({ alive: z.literal(true) }).safeParse(await response.json()).success
  } catch {
    // Something else answers at this address.
    return false
  }
}

/** Addresses that stand for all interfaces, with an address at which to reach each of them. */
const anyAddress: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }
