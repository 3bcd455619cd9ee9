import { ECDH } from 'node:crypto'
import { lookup as lookUpName } from 'node:dns'
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
 * and names are accepted, and `lookUpPublicAddress` resolves them.
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

/** A name that leads into a private network, or to this machine. */
class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
  readonly code = 'EPRIVATE'
}

/**
 * Resolves a name for a connection, which then uses these addresses and resolves nothing again. Fails if any of them is not of the public
 * internet.
 */
export const lookUpPublicAddress: LookupFunction = (name, options, callback) => {
  lookUpName(name, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error ?? new Error('The name has no address.'), '', 0)
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new PrivateAddressError('The name leads into a private network.'), '', 0)
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}
