import type { DraftPost } from '../../shared/draft-post.ts'
import { find } from './dom.ts'
import { text } from './texts.ts'

/** A post that failed, with a sentence for the user. */
class PostError extends Error {
  override readonly name = 'PostError'
  constructor(
    sentence: string,
    /** The status of the answer. 0 if the server could not be reached. */
    readonly status: number,
  ) {
    super(sentence)
  }
}

/** In ms. A connection that was lost without a word would otherwise keep what follows waiting. */
const timeoutMs = 30_000

/** Posts JSON and returns the answer. With `keepalive`, it is sent even if the page is closed. Throws a PostError. */
export async function post<Answer>(path: string, body: object, { keepalive = false } = {}): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    keepalive,
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => {
    throw new PostError(text('page.script.unreachable'), 0)
  })
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) throw new PostError(answer.error ?? text('page.script.failed'), response.status)
  return answer
}

/** Returns the account that the page was opened for. Another one may have signed in since. */
export const findAccount = (): string => find('#main', HTMLElement)?.dataset['account'] ?? ''

/** A message, the new text of the message that it edits, or an action. */
type MessagePost =
  | { readonly id: string; readonly text: string; readonly reply_to?: number; readonly edits?: number }
  | { readonly id: string; readonly action: string }

/** Posts a message, an edit, or an action to the conversation of the page's account. Throws a PostError. */
export const postMessage = (body: MessagePost): Promise<unknown> =>
  post('/continuous/add-message/', { ...body, account: Number(findAccount()) })

/** Posts the draft of the page's account. Returns what is stored now, which another browser may have written. Throws a PostError. */
export const postDraft = (draft: DraftPost, options?: { readonly keepalive: boolean }): Promise<{ readonly text: string }> =>
  post('/continuous/draft/', { ...draft, account: Number(findAccount()) }, options)

interface FilesPost {
  readonly message: { readonly id: string; readonly text: string; readonly reply_to?: number }
  readonly files: readonly File[]
  /** Called with the part that has been sent, from 0 to 1. */
  readonly onProgress: (part: number) => void
}

/** Posts a message with files. Throws a PostError. */
export function postFiles({ message, files, onProgress }: FilesPost): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...message, account: findAccount() })) form.set(name, String(value))
  for (const file of files) form.append('files', file)
  // Fetch does not tell how much of a request was sent.
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      if (request.status < 300) return resolve()
      reject(new PostError(request.response?.error ?? text('page.script.failed'), request.status))
    })
    for (const name of ['error', 'timeout', 'abort'])
      request.addEventListener(name, () => reject(new PostError(text('page.script.unreachable'), 0)))
    request.open('POST', '/continuous/add-message/files/')
    request.responseType = 'json'
    request.send(form)
  })
}

/** Returns the failure of a message whose files are gone from the browser. */
export const filesGone = () => new PostError(text('page.script.files-gone'), 410)

/** Requests JSON. Returns undefined if there is none, because the server cannot be reached or refuses. */
export const getJson = async <Answer>(path: string): Promise<Answer | undefined> => (await getAnswer<Answer>(path)).answer

interface JsonAnswer<Answer> {
  readonly answer?: Answer
  /** Why the server refuses, in a sentence. */
  readonly problem?: string
}

/** Requests JSON. Empty if the server cannot be reached, or answers with something else. Never throws. */
export async function getAnswer<Answer>(path: string): Promise<JsonAnswer<Answer>> {
  const response = await fetch(path, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined)
  const answer = await response?.json().catch(() => undefined)
  if (!response || !answer) return {}
  return response.ok ? { answer } : { problem: answer.error }
}

/** Returns the sentence of an error that `post` has thrown. */
export const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : '')

/** Returns an id for a post. Posting the same id again has no effect. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
