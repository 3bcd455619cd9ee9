import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Config } from '../../config.ts'
import { type Finding, note } from '../../core/domain/finding.ts'
import { findPlainHttpWarning } from '../../core/lib/host-names.ts'
import type { ListenAddress } from '../../core/lib/listen.ts'
import { checkPort, patienceMs } from './check-port.ts'

/** Checks where the page is served. */
export async function checkWeb({ role, web: { host, port, publicUrl } }: Pick<Config, 'role' | 'web'>): Promise<Finding[]> {
  if (role !== 'all' && role !== 'web') return [note(`The page is not served by this process, because its role is ${role}.`)]
  const isOwnServer = (address: ListenAddress) => isPage(address, publicUrl?.host)
  const warning = findPlainHttpWarning(publicUrl)
  return [await checkPort({ what: 'The page', settings: 'WEB', host, port, isOwnServer }), ...(warning ? [note(warning)] : [])]
}

/** Whether the page answers at an address. `name` is the Host header, which the page checks. It cannot be set with fetch. */
async function isPage(address: ListenAddress, name: string | undefined): Promise<boolean> {
  const headers = name === undefined ? {} : { host: name }
  const sent = request({ ...address, path: '/', headers, signal: AbortSignal.timeout(patienceMs) }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.destroy()
  return response.headers.location === '/continuous/'
}
