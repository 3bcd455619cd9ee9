import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { InputError } from '../../../src/core/domain/errors.ts'
import { documentOf } from '../pages/layout.tsx'
import { ErrorPage } from '../pages/notice.tsx'

/** The refusal of a request, with a status of 400 or above and one sentence for the user. */
export class RequestError extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly status: number,
    sentence: string,
    /** In how many seconds the request can succeed. */
    readonly retryAfter?: number,
  ) {
    super(sentence)
  }
}

/** Returns the same error whether something does not exist or belongs to another user. */
export const notFound = () => new RequestError(404, 'This page does not exist, or you do not have access to it.')

/** Whether the request is from a browser for a page, not from a script for data. */
export function wantsPage(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') ?? false
}

export function sendError(request: FastifyRequest, reply: FastifyReply, { status, message, retryAfter }: RequestError): FastifyReply {
  reply.code(status).header('cache-control', 'no-store')
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return wantsPage(request)
    ? reply.type('text/html; charset=utf-8').send(documentOf(ErrorPage({ sentence: message })))
    : reply.send({ error: message })
}

/** Converts a thrown error to the error for the client. Undefined if the fault is ours. */
export function toRequestError(error: unknown): RequestError | undefined {
  if (error instanceof RequestError) return error
  if (error instanceof InputError) return new RequestError(400, error.message)
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return undefined
  if (error.statusCode === 413) return new RequestError(413, 'That is too long to send at once. Shorten it, or send it in parts.')
  if (error.statusCode === 415) return new RequestError(415, 'Only JSON and forms are accepted here.')
  return error.statusCode < 500
    ? new RequestError(error.statusCode, 'The request could not be read. Reload the page and try again.')
    : undefined
}

/** Parses input. Throws a RequestError with the first problem. */
export function parseInput<Shape extends z.ZodType>(shape: Shape, input: unknown): z.output<Shape> {
  const result = shape.safeParse(input)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.')
  throw new RequestError(400, field ? `${field}: ${issue?.message}.` : 'The request has an invalid format.')
}
