import { ECDH } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { isIpAddress, isLoopbackHost, isPublicAddress } from '../core/lib/host-names.ts'

/** Where a browser is reached, as it tells. https://www.w3.org/TR/push-api/ */
export interface PushTarget {
  /** The address at the push service of the browser's maker. A secret, so errors and logs never contain it. */
  readonly endpoint: string
  /** The public key of the browser, and the secret it shares with us, in base64url (RFC 8291). */
  readonly p256dh: string
  readonly auth: string
}

export const longestEndpoint = 1_000
const authBytes = 16

/**
 * Whether a target can be used. A browser could name any address, so that the server would send requests into its own network. Only https
 * and names are accepted, and `createPublicLookup` resolves them.
 */
export function isPushTarget({ endpoint, p256dh, auth }: PushTarget, isLocalAllowed = false): boolean {
  if (endpoint.length > longestEndpoint || !URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, hash } = new URL(endpoint)
  const isLocal = isLocalAllowed && protocol === 'http:' && isLoopbackHost(hostname)
  const isRemote = protocol === 'https:' && port === '' && hostname.includes('.') && !isIpAddress(hostname)
  return (isLocal || isRemote) && username + password + hash === '' && isPublicKey(p256dh) && isSecret(auth)
}

const isSecret = (text: string) => /^[\w-]+={0,2}$/.test(text) && Buffer.from(text, 'base64url').length === authBytes

/** Whether a text is a point of the curve P-256, uncompressed. */
function isPublicKey(text: string): boolean {
  if (!/^[\w-]+={0,2}$/.test(text)) return false
  const bytes = Buffer.from(text, 'base64url')
  try {
    ECDH.convertKey(bytes, 'prime256v1', undefined, undefined, 'uncompressed')
    return bytes[0] === 4 && bytes.length === 65
  } catch {
    // It is no point of the curve. Nothing else can fail here.
    return false
  }
}

/** In ms. How long a name server is given for its first answer, and how often it is asked. Each further time is longer. */
const nameTimeoutMs = 2_000
const nameTries = 2

/**
 * A name that cannot be connected to: it leads into a private network, or to this machine, or it has no address. Users see its code, which
 * does not tell them which names the private network has.
 */
class PushNameError extends Error {
  override readonly name = 'PushNameError'
  readonly code = 'ENAME'
}

/**
 * Returns what resolves a name for a connection, which then uses these addresses and resolves nothing again. Fails if any of them is not of
 * the public internet. Asks the name servers of the system, or those given. Unlike the resolver of the system, it keeps no thread waiting.
 */
export function createPublicLookup(nameServers?: readonly string[], timeoutMs: number = nameTimeoutMs): LookupFunction {
  return (name, options, callback) => {
    const fail = (message: string) => callback(new PushNameError(message), '', 0)
    // It reads the name servers of the system when it is made, and a computer moves from network to network.
    const resolver = new Resolver({ timeout: timeoutMs, tries: nameTries })
    if (nameServers) resolver.setServers(nameServers)
    void resolveName(resolver, name).then((addresses) => {
      const [first] = addresses
      if (!first) return fail('The name has no address.')
      if (!addresses.every(({ address }) => isPublicAddress(address))) return fail('The name leads into a private network.')
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

/** Returns the addresses of a name. None if no name server knows any in time. */
async function resolveName(resolver: Resolver, name: string): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const toAddresses = (answer: PromiseSettledResult<string[]>, family: number) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
  return [...toAddresses(four, 4), ...toAddresses(six, 6)]
}
