import { PlatformError, reasonOf } from '../../src/core/errors.ts'
import type { AttachmentSource } from '../../src/core/ids.ts'
import type { FetchOptions } from '../../src/core/platform.ts'

/** Discord's own; https://discord.com/developers/docs/reference#cdn-formatting */
const discordHosts = new Set(['cdn.discordapp.com', 'media.discordapp.net'])

/**
 * Fetches a file by the address that Discord gave. Such an address is good for about a day. It comes from outside, so it may only
 * lead to where Discord keeps its files, and to the host of another `apiBase`.
 */
export async function fetchFile(apiBase: string, source: AttachmentSource, { maxBytes, signal }: FetchOptions): Promise<Uint8Array> {
  const address = allowedAddress(apiBase, source)
  if (!address) throw new PlatformError('rejected', 'Discord: this is not the address of a file of Discord.')
  const response = await fetch(address, { redirect: 'manual', signal }).catch((error: unknown) => {
    throw lost(error)
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw refusal(response)
  }
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel()
    throw tooLong(maxBytes)
  }
  return response.body ? readUpTo(maxBytes, response.body) : new Uint8Array()
}

async function readUpTo(maxBytes: number, body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      bytes += read.value.length
      if (bytes > maxBytes) throw tooLong(maxBytes)
      chunks.push(read.value)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    await reader.cancel().catch(() => undefined)
    throw lost(error)
  }
}

function tooLong(maxBytes: number): PlatformError {
  return new PlatformError('rejected', `Discord: the file is longer than ${maxBytes} bytes.`)
}

function allowedAddress(apiBase: string, source: string): URL | undefined {
  if (!URL.canParse(source)) return undefined
  const url = new URL(source)
  const api = new URL(apiBase)
  const own = api.host !== 'discord.com' && url.host === api.host && url.protocol === api.protocol
  return own || (url.protocol === 'https:' && discordHosts.has(url.host)) ? url : undefined
}

function refusal({ status, headers }: Response): PlatformError {
  const message = `Discord: the file was answered ${status}.`
  if (status === 429) return new PlatformError('rate_limited', message, 1000 * (Number(headers.get('retry-after')) || 1))
  return new PlatformError(status >= 500 ? 'transient' : 'rejected', message)
}

/** Asking again does no harm, whatever became of it. */
function lost(error: unknown): PlatformError {
  return error instanceof PlatformError
    ? error
    : new PlatformError('transient', `Discord: the file could not be fetched: ${reasonOf(error)}.`)
}
