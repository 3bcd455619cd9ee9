import { PlatformError, reasonOf } from '../domain/errors.ts'
import { toWaitMs } from '../ports/clock.ts'
import type { FetchOptions } from '../ports/platform.ts'

export interface Download extends FetchOptions {
  /** The platform's display name, for errors. */
  readonly from: string
  /** Validated by the adapter. It may contain a secret, so errors never mention it. */
  readonly address: URL
  readonly headers?: Readonly<Record<string, string>>
  /** Returns false for a response that is not the file, such as a login page. */
  readonly isFile?: (response: Response) => boolean
}

/**
 * Downloads a file over HTTP. Follows no redirects and reads at most `maxBytes`, regardless of the announced length. Throws PlatformError,
 * but never of kind `unknown`, because a download can safely be repeated.
 */
export async function download({ from, address, headers = {}, isFile, maxBytes, signal }: Download): Promise<Uint8Array> {
  const failure = (what: string, kind: 'rejected' | 'transient' = 'rejected') => new PlatformError(kind, `${from}: ${what}.`)
  const tooLong = () => failure(`the file exceeds the limit of ${maxBytes} bytes`)
  try {
    const response = await fetch(address, { headers, signal, redirect: 'manual' })
    const problem =
      problemOf(response) ?? (isFile?.(response) === false ? failure('the server sent something other than the file') : undefined)
    if (problem || Number(response.headers.get('content-length') ?? 0) > maxBytes) {
      await response.body?.cancel()
      throw problem ?? tooLong()
    }
    return await readBytes(response, maxBytes, tooLong)
  } catch (error) {
    throw error instanceof PlatformError ? error : failure(`the file arrived incomplete (${reasonOf(error)})`, 'transient')
  }

  function problemOf({ ok, status, headers }: Response): PlatformError | undefined {
    if (ok) return undefined
    const what = `a file download failed with status ${status}`
    if (status === 429) return new PlatformError('rate_limited', `${from}: ${what}.`, toWaitMs(headers.get('retry-after')))
    return failure(what, status >= 500 ? 'transient' : 'rejected')
  }
}

/** Reads at most `maxBytes` of a response. Throws what `tooLong` returns if there are more. */
export async function readBytes({ body }: Response, maxBytes: number, tooLong: () => Error): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader = body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    bytes += read.value.length
    if (bytes > maxBytes) {
      await reader?.cancel()
      throw tooLong()
    }
    chunks.push(read.value)
  }
  return Buffer.concat(chunks)
}
