import { text } from './texts.ts'

/** Posts JSON and returns the answer. Throws an Error with a sentence for the user. */
export async function post<Answer>(path: string, body: object): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Error(text('page.script.unreachable'))
  })
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) throw new Error(answer.error ?? text('page.script.failed'))
  return answer
}

/** Requests JSON. Returns undefined if there is none, because the server cannot be reached or refuses. */
export async function getJson<Answer>(path: string): Promise<Answer | undefined> {
  const response = await fetch(path).catch(() => undefined)
  return response?.ok ? response.json() : undefined
}

/** Returns the sentence of an error that `post` has thrown. */
export const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : '')

/** Returns an id for a post. Posting the same id again has no effect. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
