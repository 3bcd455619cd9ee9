import type { Api } from 'grammy'
import { PlatformError } from '../../../src/core/domain/errors.ts'
import { download } from '../../../src/core/lib/download.ts'
import type { PlatformSender } from '../../../src/core/ports/platform.ts'
import { toGrammySignal } from '../client.ts'
import { toIdempotentCallError } from '../errors.ts'

export interface TelegramDownloadOptions {
  readonly api: Api
  readonly apiRoot: string
  readonly token: string
}

/**
 * Downloads the files of messages. The address of a file contains the token, so no network error is passed on.
 * https://core.telegram.org/bots/api#getfile
 */
export function createAttachmentFetcher({ api, apiRoot, token }: TelegramDownloadOptions): NonNullable<PlatformSender['fetchAttachment']> {
  return async (source, { maxBytes, signal }) => {
    const file = await api.getFile(source, toGrammySignal(signal)).catch((error) => {
      throw toFileError(toIdempotentCallError(error))
    })
    if ((file.file_size ?? 0) > maxBytes) throw fileTooLong(maxBytes)
    return download({ from: 'Telegram', address: new URL(`${apiRoot}/file/bot${token}/${file.file_path}`), maxBytes, signal })
  }
}

function toFileError(error: PlatformError): PlatformError {
  if (!error.message.includes('file is too big')) return error
  return new PlatformError('rejected', 'Telegram does not let bots download files over 20 MB.')
}

function fileTooLong(maxBytes: number): PlatformError {
  return new PlatformError('rejected', `Telegram: the file exceeds the limit of ${maxBytes} bytes.`)
}
