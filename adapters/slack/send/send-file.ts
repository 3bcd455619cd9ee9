import { PlatformError } from '../../../src/core/domain/errors.ts'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { OutgoingFile } from '../../../src/core/ports/platform.ts'
import type { SlackClient } from '../client.ts'
import { getErrorCode, toPlatformError } from '../errors.ts'

interface SlackUploadOptions {
  readonly client: SlackClient
  readonly apiUrl: string
}

interface SlackFileTarget {
  readonly channel: string
  readonly threadTs?: string
}

/**
 * The maximum file size in bytes. Slack accepts larger files, but a file is held in memory while it is sent.
 * https://docs.slack.dev/messaging/working-with-files
 */
export const maxFileBytes = 50_000_000

/** In ms. */
const uploadTimeoutMs = 120_000

/** Uploads a file in three steps. Only the last one makes it visible. Slack returns no message, so the file's id is used. */
export async function sendFile(
  { client, apiUrl }: SlackUploadOptions,
  { channel, threadTs }: SlackFileTarget,
  { name, content }: OutgoingFile,
): Promise<PlatformMessageId> {
  const id = await mapIdempotentErrors('files.getUploadURLExternal', async () => {
    const { upload_url, file_id } = await client.files.getUploadURLExternal({ filename: name, length: content.length })
    if (!upload_url || !file_id) throw new PlatformError('transient', 'Slack: files.getUploadURLExternal returned no address')
    await uploadContent(toUploadUrl(upload_url, apiUrl), content)
    return file_id
  })
  try {
    const where = threadTs === undefined ? { channel_id: channel } : { channel_id: channel, thread_ts: threadTs }
    await client.files.completeUploadExternal({ ...where, files: [{ id, title: name }] })
  } catch (error) {
    throw toPlatformError(error, 'files.completeUploadExternal')
  }
  return `file:${id}` as PlatformMessageId
}

/** Converts the errors of a step that may be repeated, because the file is not visible yet. */
async function mapIdempotentErrors<T>(method: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    // The app was installed before it requested files:write. That will not change while the user waits.
    if (getErrorCode(error) === 'missing_scope') throw new PlatformError('rejected', `Slack: ${method} needs the scope files:write`)
    const mappedError = toPlatformError(error, method)
    throw mappedError.kind === 'unknown' ? new PlatformError('transient', mappedError.message) : mappedError
  }
}

function toUploadUrl(address: string, apiUrl: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isSlack = url?.protocol === 'https:' && url.hostname.endsWith('.slack.com')
  if (url && (isSlack || url.origin === new URL(apiUrl).origin)) return url
  throw new PlatformError('rejected', 'Slack: the upload address is not a Slack address.')
}

async function uploadContent(url: URL, content: Uint8Array): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(content),
    redirect: 'error',
    signal: AbortSignal.timeout(uploadTimeoutMs),
  })
  await response.arrayBuffer()
  if (!response.ok) throw new PlatformError('transient', `Slack: an upload failed with status ${response.status}`)
}
