import type { FastifyReply, FastifyRequest } from 'fastify'
import { h } from 'preact'
import type { z } from 'zod'
import { InputError } from '../../../src/core/domain/errors.ts'
import { explainInputError } from '../../../src/core/messages/input-error.ts'
import { isMessageKey, type Translate, translatorOf } from '../../../src/core/messages/messages.ts'
import { ErrorPage } from '../pages/notice.tsx'
import { languageOf } from './language.ts'
import { sendPage } from './send-page.ts'

/** The refusal of a request, with a status of 400 or above and one sentence for the user. */
export class RequestError extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly status: number,
    /** Writes the sentence. */
    readonly write: (translate: Translate) => string,
    /** In how many seconds the request can succeed. */
    readonly retryAfter?: number,
  ) {
    super(write(translatorOf('en')))
  }
}

/** Returns the same error whether something does not exist or belongs to another user. */
export const notFound = () => new RequestError(404, (translate) => translate('page.error.not-found'))

/** Whether the request is from a browser for a page, not from a script for data. */
export function wantsPage(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') ?? false
}

export function sendError(request: FastifyRequest, reply: FastifyReply, { status, write, retryAfter }: RequestError): FastifyReply {
  reply.code(status).header('cache-control', 'no-store')
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  const sentence = write(languageOf(request).translate)
  return wantsPage(request) ? sendPage(reply, h(ErrorPage, { sentence })) : reply.send({ error: sentence })
}

/** Converts a thrown error to the error for the client. Undefined if the fault is ours. */
export function toRequestError(error: unknown): RequestError | undefined {
  if (error instanceof RequestError) return error
  if (error instanceof InputError) return new RequestError(400, (translate) => explainInputError(error, translate))
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return undefined
  if (error.statusCode === 413) return new RequestError(413, (translate) => translate('page.error.too-long'))
  if (error.statusCode === 415) return new RequestError(415, (translate) => translate('page.error.media-type'))
  return error.statusCode < 500 ? new RequestError(error.statusCode, (translate) => translate('page.error.unreadable')) : undefined
}

/**
 * Parses input. Throws a RequestError with the first problem. If its text is the name of a message, it is translated. Only programs can cause
 * the other problems.
 */
export function parseInput<Shape extends z.ZodType>(shape: Shape, input: unknown): z.output<Shape> {
  const result = shape.safeParse(input)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.')
  const message = issue?.message ?? ''
  throw new RequestError(400, (translate) =>
    field ? `${field}: ${isMessageKey(message) ? translate(message) : message}.` : translate('page.error.format'),
  )
}
