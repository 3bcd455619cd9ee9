import { BlockList, isIP } from 'node:net'
import { hostname } from 'node:os'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Returns 4 or 6 for an IP address, and 0 for a name. An IPv6 address may be in brackets. */
const versionOf = (host: string): number => isIP(withoutBrackets(host))

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1')

export const isIpAddress = (host: string): boolean => versionOf(host) !== 0

/** Whether only this machine can be reached by a host name or IP address. */
export function isLoopbackHost(host: string): boolean {
  const version = versionOf(host)
  return version === 0 ? host.toLowerCase() === 'localhost' : loopback.check(withoutBrackets(host), version === 6 ? 'ipv6' : 'ipv4')
}

/** Returns the name or IP address in a Host header, without the port and in lower case. Undefined if there is none. */
export function parseHostHeader(header: string | undefined): string | undefined {
  const url = `http://${header ?? ''}`
  return (URL.canParse(url) && new URL(url).hostname) || undefined
}

/** Returns the names by which this machine is known in its network, in lower case. */
export function listMachineNames(): readonly string[] {
  const name = hostname().toLowerCase()
  const [label = name] = name.split('.')
  return ['localhost', name, label, `${label}.local`]
}

/**
 * Returns a warning if the page's public address is not https. The address to listen on says nothing: in a container, it is always open to
 * others.
 */
export function findPlainHttpWarning(publicUrl: URL | undefined): string | undefined {
  if (!publicUrl || publicUrl.protocol === 'https:' || isLoopbackHost(publicUrl.hostname)) return undefined
  return `The public address ${publicUrl.origin} is not https, so anyone on the way can read messages and sign-in links. Put an HTTPS proxy in front of the page and set WEB_PUBLIC_URL to its https address.`
}
