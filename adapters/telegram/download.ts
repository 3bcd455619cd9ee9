import type { Api } from 'grammy'
import { PlatformError } from '../../src/core/errors.ts'
import type { PlatformSender } from '../../src/core/platform.ts'
import { grammySignal } from './client.ts'
import { platformError } from './errors.ts'

export interface DownloadParts {
  readonly api: Api
  readonly apiRoot: string
  readonly token: string
}

/** Fetches files of messages. Its address holds the token, so no error of the network is passed on. https://core.telegram.org/bots/api#getfile */
export function createDownload({ api, apiRoot, token }: DownloadParts): NonNullable<PlatformSender['fetchAttachment']> {
  return async (source, { maxBytes, signal }) => {
    const file = await api.getFile(source, grammySignal(signal)).catch((error) => {
      throw withoutDoubt(platformError(error))
    })
    if ((file.file_size ?? 0) > maxBytes) throw tooLong(maxBytes)
    try {
      const response = await fetch(`${apiRoot}/file/bot${token}/${file.file_path}`, { signal, redirect: 'error' })
      if (!response.ok) throw failed(response.status)
      return await bytesOf(response, maxBytes)
    } catch (error) {
      throw error instanceof PlatformError ? error : new PlatformError('transient', 'Telegram: the file did not arrive whole.')
    }
  }
}

/** Fetching changes nothing, so what failed may always be tried again. */
function withoutDoubt(error: PlatformError): PlatformError {
  if (error.message.includes('file is too big'))
    return new PlatformError('rejected', 'Telegram gives bots no files that are longer than 20 MB.')
  return error.kind === 'unknown' ? new PlatformError('transient', error.message) : error
}

function failed(status: number): PlatformError {
  const isGone = status >= 400 && status < 500 && status !== 429
  return new PlatformError(isGone ? 'rejected' : 'transient', `Telegram: the download of a file was answered ${status}.`)
}

function tooLong(maxBytes: number): PlatformError {
  return new PlatformError('rejected', `Telegram: the file is longer than the ${maxBytes} bytes that are taken.`)
}

/** Reads no further than it must: what the server says of the length need not be so. */
async function bytesOf({ body }: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader = body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    bytes += read.value.length
    if (bytes > maxBytes) {
      await reader?.cancel()
      throw tooLong(maxBytes)
    }
    chunks.push(read.value)
  }
  return Buffer.concat(chunks)
}
