import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** In characters. Shorter answers fit into one packet anyway. */
const minLength = 1_000

/** The best quality would take longer than the network saves. */
const brotliParams = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/**
 * How events to open pages are compressed (RFC 7692). They are short and alike, so each refers to those before it. The window is small,
 * because every open page has one.
 */
export const liveCompression = { threshold: 0, serverMaxWindowBits: 13, clientNoContextTakeover: true, zlibDeflateOptions: { memLevel: 6 } }

/** Compresses pages and JSON. The scripts and styles are compressed when they are built. */
export function compressAnswers(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < minLength) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = findEncoding(request)
    if (!encoding) return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return encoding === 'br' ? toBrotli(payload, brotliParams) : toGzip(payload)
  })
}

/** Returns the better encoding that the browser accepts. */
function findEncoding({ headers }: FastifyRequest): 'br' | 'gzip' | undefined {
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .filter((item) => !/;\s*q=0(?:\.0*)?\s*$/.test(item))
    .map((item) => item.split(';')[0]?.trim().toLowerCase())
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding))
}
