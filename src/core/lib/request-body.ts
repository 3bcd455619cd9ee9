import type { IncomingMessage } from 'node:http'

/** Returns the body of a request as UTF-8, undefined if it is longer than `maxBytes`. Then the rest is not read. */
export async function readRequestBody(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  // The connection stays open for the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
