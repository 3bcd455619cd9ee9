import { PlatformError } from '../../../src/core/domain/errors.ts'
import type { AttachmentSource } from '../../../src/core/domain/ids.ts'
import { download } from '../../../src/core/lib/download.ts'
import type { FetchOptions } from '../../../src/core/ports/platform.ts'

/** The hosts of Discord's files. https://discord.com/developers/docs/reference#cdn-formatting */
const discordFileHosts = new Set(['cdn.discordapp.com', 'media.discordapp.net'])

/**
 * Downloads a file from an address that Discord sent, which is valid for about a day. The address comes from outside, so it may point only
 * to Discord's file hosts, or to the host of an `apiBase` that is not Discord's.
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
