import { PlatformError } from '../../../src/core/domain/errors.ts'
import type { AttachmentSource } from '../../../src/core/domain/ids.ts'
import { download } from '../../../src/core/lib/download.ts'
import type { FetchOptions } from '../../../src/core/ports/platform.ts'

/** Discord's own; https://discord.com/developers/docs/reference#cdn-formatting */
const discordFileHosts = new Set(['cdn.discordapp.com', 'media.discordapp.net'])

/**
 * Fetches a file by the address that Discord gave. Such an address is good for about a day. It comes from outside, so it may only
 * lead to where Discord keeps its files, and to the host of another `apiBase`.
 */
export async function fetchAttachment(apiBase: string, source: AttachmentSource, options: FetchOptions): Promise<Uint8Array> {
  const address = toAllowedUrl(apiBase, source)
  if (!address) throw new PlatformError('rejected', 'Discord: this is not the address of a Discord file.')
  return download({ ...options, from: 'Discord', address })
}

function toAllowedUrl(apiBase: string, source: string): URL | undefined {
  if (!URL.canParse(source)) return undefined
  const url = new URL(source)
  const api = new URL(apiBase)
  const isApiHost = api.host !== 'discord.com' && url.host === api.host && url.protocol === api.protocol
  return isApiHost || (url.protocol === 'https:' && discordFileHosts.has(url.host)) ? url : undefined
}
