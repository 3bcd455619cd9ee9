import type { IncomingMessage } from 'node:http'

/** What a request says, as UTF-8; undefined when it is longer than `maxBytes`, and then no more of it is read. */
export async function readRequestBody(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  // Left open when we stop reading, for the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
