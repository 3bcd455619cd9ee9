import type { IncomingHttpHeaders } from 'node:http'
import { isIpAddress, isLoopbackHost, listMachineNames, parseHostHeader } from '../../../src/core/lib/host-names.ts'

/** Where the server listens, and its public address. */
export interface RequestOrigin {
  readonly host: string
  readonly publicUrl?: URL
}

/**
 * Whether the Host header names this server. A page on another site can point its own host name at this machine and read from this server
 * as if from its own (DNS rebinding), but it cannot change the Host header. IP addresses are safe, because they cannot be pointed elsewhere.
 */
export function isOwnHost({ host, publicUrl }: RequestOrigin, headers: IncomingHttpHeaders): boolean {
  const name = parseHostHeader(headers.host)
  if (name === undefined) return false
  if (name === publicUrl?.hostname) return true
  if (isLoopbackHost(host)) return isLoopbackHost(name)
  return !publicUrl && (isIpAddress(name) || name === host.toLowerCase() || listMachineNames().includes(name))
}

/**
 * Whether a request that changes something comes from our own page. Browsers state this in Sec-Fetch-Site (on secure origins) and in
 * Origin. Requests with neither header are refused.
 */
export function isSameOrigin({ publicUrl }: RequestOrigin, headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  const { origin } = headers
  // A form on a page without a referrer sends the origin "null".
  if (origin === undefined || origin === 'null') return site === 'same-origin'
  const host = urlOf(origin)?.host
  return host !== undefined && (host === headers.host || host === publicUrl?.host)
}

/** Nothing from other sites is executed, shown or contacted, and nothing inline is executed or applied. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  // To install the page as an app.
  "manifest-src 'self'",
  // For the page that stands in for others while the server cannot be reached.
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const safeHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // The page's URLs contain sign-in tokens and days.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The microphone is for voice notes.
  'permissions-policy': 'camera=(), microphone=(self), geolocation=()',
  'cache-control': 'no-store',
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
