import { APIConnectionError, APIError } from 'openai'
import { ModelError } from '../../core/domain/errors.ts'

/** Converts a failed call to a ModelError whose message contains no part of the request, the answer, or the key. */
export function toModelError(error: unknown, model: string): ModelError {
  if (error instanceof ModelError) return error
  if (error instanceof APIConnectionError) {
    return new ModelError('unavailable', 'The model server cannot be reached. Check its address, and that it is running.', undefined, {
      cause: error,
    })
  }
  if (!(error instanceof APIError)) {
    return new ModelError('unavailable', 'The connection to the model server broke, or its answer was malformed.')
  }
  return toStatusError(error, model)
}

function toStatusError(error: APIError, model: string): ModelError {
  const code = findErrorCode(error)
  const status: number | undefined = error.status
  if (code === 'insufficient_quota')
    return new ModelError('rejected', 'The account of the API key has no credit left at the model provider.')
  if (status === 429 || (status === undefined && code.includes('rate_limit'))) {
    return new ModelError('rate_limited', 'The model server limits requests.', parseRetryAfterMs(error.headers))
  }
  // An error within a stream has no status. A server that is starting or overloaded may answer 408, 409 or 5xx.
  if (status === undefined || status >= 500 || status === 408 || status === 409) {
    return new ModelError('unavailable', `The model server failed${formatDetails(status, code)}.`, parseRetryAfterMs(error.headers))
  }
  if (status === 401 || status === 403) {
    return new ModelError(
      'rejected',
      `The model server rejects the API key${formatDetails(status, code)}. Check OPENAI_API_KEY, or the key on the settings page.`,
    )
  }
  if (status === 404) {
    return new ModelError(
      'rejected',
      `The model server has no model "${model}"${formatDetails(status, code)}. Check CHAT_MODEL, SUMMARY_MODEL, TRANSCRIPTION_MODEL and OPENAI_BASE_URL.`,
    )
  }
  return new ModelError('rejected', `The model server rejected the request${formatDetails(status, code)}.`)
}

function formatDetails(status: number | undefined, code: string): string {
  const words = [status, code].filter(Boolean)
  return words.length > 0 ? ` (${words.join(', ')})` : ''
}

/** The server's code for the problem. Its message is dropped, because it may quote the request or the key. */
function findErrorCode(error: APIError): string {
  const code = [error.code, error.type].find((word) => typeof word === 'string' && /^[a-z][a-z0-9_]{2,59}$/.test(word))
  return code ?? ''
}

/** Parses both forms of the header (seconds or a date) and OpenAI's own header in ms. Returns undefined if there is none. */
function parseRetryAfterMs(headers: Headers | undefined): number | undefined {
  const milliseconds = Number.parseFloat(headers?.get('retry-after-ms') ?? '')
  if (milliseconds >= 0) return Math.ceil(milliseconds)
  const retryAfter = headers?.get('retry-after') ?? ''
  const seconds = Number.parseFloat(retryAfter)
  if (seconds >= 0) return Math.ceil(seconds * 1000)
  // Relative to the server's clock if it reports the time, because ours may differ.
  const waitMs = Date.parse(retryAfter) - Date.parse(headers?.get('date') ?? '')
  return waitMs >= 0 ? waitMs : undefined
}
