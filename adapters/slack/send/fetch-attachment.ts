import { PlatformError } from '../../../src/core/domain/errors.ts'
import type { AttachmentSource } from '../../../src/core/domain/ids.ts'
import { download } from '../../../src/core/lib/download.ts'
import type { FetchOptions } from '../../../src/core/ports/platform.ts'

export interface SlackDownloadOptions {
  readonly botToken: string
  readonly apiUrl: string
}

/** The host of uploaded files. https://docs.slack.dev/messaging/working-with-files */
const fileHost = 'files.slack.com'

/** Downloads an attachment. The request contains the token, so it goes only to Slack. */
export async function fetchAttachment(
  { botToken, apiUrl }: SlackDownloadOptions,
  source: AttachmentSource,
  options: FetchOptions,
): Promise<Uint8Array> {
  const address = toFileUrl(source, apiUrl)
  // Slack redirects requests without access to its login page.
  const isFile = ({ headers }: Response) =>
    !(headers.get('content-type') ?? '').startsWith('text/html') || /\.html?$/i.test(address.pathname)
  return download({ ...options, from: 'Slack', address, headers: { authorization: `Bearer ${botToken}` }, isFile })
}

function toFileUrl(source: AttachmentSource, apiUrl: string): URL {
  const url = URL.canParse(source) ? new URL(source) : undefined
  const isSlack = url?.protocol === 'https:' && url.hostname === fileHost
  if (!url || !(isSlack || url.origin === new URL(apiUrl).origin))
    throw new PlatformError('rejected', 'This is not the address of a Slack file.')
  return url
}
