import { PlatformError } from '../../src/core/errors.ts'
import type { AttachmentSource } from '../../src/core/ids.ts'
import type { FetchOptions } from '../../src/core/platform.ts'
import { platformError } from './errors.ts'

export interface FileParts {
  readonly botToken: string
  readonly apiUrl: string
}

/** Where Slack keeps what people upload. https://docs.slack.dev/messaging/working-with-files */
const fileHost = 'files.slack.com'

/** A file that came with a message. The token goes along, so only ever to Slack. */
export async function fetchFile(
  { botToken, apiUrl }: FileParts,
  source: AttachmentSource,
  { maxBytes, signal }: FetchOptions,
): Promise<Uint8Array> {
  const url = fileAddress(source, apiUrl)
  const response = await asked(() => fetch(url, { headers: { authorization: `Bearer ${botToken}` }, redirect: 'manual', signal }))
  if (response.status === 429)
    throw new PlatformError('rate_limited', 'Slack: the file has to wait', 1000 * Number(response.headers.get('retry-after') ?? 1))
  if (response.status >= 500) throw new PlatformError('transient', `Slack: the file was answered ${response.status}`)
  const type = response.headers.get('content-type') ?? ''
  // Slack leads those who may not see a file to its login page.
  if (response.status !== 200 || (type.startsWith('text/html') && !/\.html?$/i.test(url.pathname)))
    throw new PlatformError('rejected', 'Slack did not give the file: it is gone, or the app lacks the scope files:read.')
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel()
    throw tooLong(maxBytes)
  }
  return asked(() => bodyOf(response, maxBytes))
}

function fileAddress(source: AttachmentSource, apiUrl: string): URL {
  const url = URL.canParse(source) ? new URL(source) : undefined
  const isSlack = url?.protocol === 'https:' && url.hostname === fileHost
  if (!url || !(isSlack || url.origin === new URL(apiUrl).origin))
    throw new PlatformError('rejected', 'This is not the address of a file on Slack.')
  return url
}

async function bodyOf(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    bytes += read.value.length
    if (bytes > maxBytes) {
      await reader?.cancel()
      throw tooLong(maxBytes)
    }
    chunks.push(read.value)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

const tooLong = (maxBytes: number) => new PlatformError('rejected', `Slack: the file is longer than ${maxBytes} bytes.`)

/** Reading twice does no harm, so what broke off can be tried again. */
async function asked<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const known = platformError(error, 'fetching a file')
    throw known.kind === 'unknown' ? new PlatformError('transient', known.message) : known
  }
}
