import { BlockList, isIP } from 'node:net'
import { hostname } from 'node:os'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

// Addresses of IPv4 that are not of the public internet (RFC 6890 and its registry), and of IPv6 those outside of it. Within it, some contain
// an address of IPv4.
const notPublic = new BlockList()
const specialNetworks =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3'
const specialNetworksOfIpv6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20'
for (const network of specialNetworks.split(' ')) addNetwork(network, 'ipv4')
for (const network of specialNetworksOfIpv6.split(' ')) addNetwork(network, 'ipv6')
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')

function addNetwork(network: string, version: 'ipv4' | 'ipv6'): void {
  const [address = '', prefix] = network.split('/')
  notPublic.addSubnet(address, Number(prefix), version)
}

/** Whether an IP address is of the public internet: of no private network, not of this machine, and for no special use. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !notPublic.check(address, 'ipv4')
  return version === 6 && publicIpv6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

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
