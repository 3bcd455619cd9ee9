import type { FastifyInstance, FastifyRequest } from 'fastify'
import { h } from 'preact'
import { z } from 'zod'
import { ModelError } from '../../../src/core/domain/errors.ts'
import { defaultEmbeddingModel } from '../../../src/model/embeddings/known-models.ts'
import { openaiBaseUrl } from '../../../src/model/openai/chat-model.ts'
import { changeModel, type ModelSelection, trySelection } from '../../../src/search/vectors/change-model.ts'
import { loadActiveModel } from '../../../src/search/vectors/embedding-status.ts'
import { resetForRebuild } from '../../../src/search/vectors/embedding-table.ts'
import type { WebOptions } from '../options.ts'
import { EmbeddingProgress } from '../pages/embeddings.tsx'
import { renderIn } from '../pages/language.tsx'
import { languageOf } from '../server/language.ts'
import { notFound, parseInput, RequestError } from '../server/request-error.ts'
import { signedInUser } from '../server/session.ts'

const address = z
  .string('expected an address')
  .trim()
  .max(500, 'expected at most 500 characters')
  .refine(isPlainAddress, 'page.error.server-address')
  .transform((value) => value.replace(/\/+$/, ''))
const modelOrNone = z.string('expected a name').trim().max(200, 'expected at most 200 characters')
const model = modelOrNone.min(1, 'page.error.model-name')
const key = z
  .string('expected a text')
  .trim()
  .max(500, 'expected at most 500 characters')
  .regex(/^[\x21-\x7e]*$/, 'page.error.key')
  .default('')
const forget = z.literal('key', 'expected "key", or no value').optional()

const wishShape = z.discriminatedUnion(
  'use',
  [
    z.object({ use: z.enum(['configured', 'off', 'builtin']) }),
    z
      .object({ use: z.literal('openai'), model: modelOrNone, key, forget })
      .transform(({ model, ...more }) => serverWish({ ...more, address: openaiBaseUrl, model: model || defaultEmbeddingModel })),
    z.object({ use: z.literal('server'), address, model, key, forget }).transform(serverWish),
  ],
  'expected one of what can be chosen',
)
const confirmationShape = z.object({ isConfirmed: z.boolean('expected true or false').default(false) })

interface ServerForm {
  readonly address: string
  readonly model: string
  readonly key: string
  readonly forget?: 'key' | undefined
}

function serverWish({ address, model, key, forget }: ServerForm): ModelSelection {
  const apiKey = key === '' ? (forget ? { apiKey: null } : {}) : { apiKey: key }
  return { use: 'server', baseUrl: address, model, ...apiKey }
}

/**
 * Handles the embedding settings. The embedding model serves all users, and their messages are sent to it, so only owners may see and
 * change it.
 */
export function embeddingRoutes(server: FastifyInstance, options: WebOptions): void {
  server.get('/settings/embeddings/', async (request) => {
    requireOwner(request)
    const inUse = await loadActiveModel(options.store, options.embeddings)
    return { html: renderIn(languageOf(request), h(EmbeddingProgress, { inUse })) }
  })

  server.post('/settings/embeddings/test/', async (request) => {
    requireOwner(request)
    const wish = parseInput(wishShape, request.body)
    const shape = await orRefusal(trySelection(options, wish))
    const { translate } = languageOf(request)
    return { says: shape ? translate('page.embeddings.works', { ...shape }) : translate('page.embeddings.no-model') }
  })

  server.post('/settings/embeddings/', async (request) => {
    requireOwner(request)
    const wish = parseInput(wishShape, request.body)
    const change = await orRefusal(changeModel(options, wish, parseInput(confirmationShape, request.body)))
    if (change.isMade) await options.jobs.add('embed-pending', {})
    if (change.isMade) return change
    const { texts, model = '' } = change
    return { ...change, question: languageOf(request).translate('page.embeddings.question', { count: texts, model }) }
  })

  /** Retries texts that could not be embedded. Called by a form, without a script. */
  server.post('/settings/embeddings/retry/', async (request, reply) => {
    requireOwner(request)
    await resetForRebuild(options, 'errors')
    await options.jobs.add('embed-pending', {})
    return reply.redirect('/settings/', 303)
  })
}

function requireOwner(request: FastifyRequest): void {
  if (!signedInUser(request).isOwner) throw notFound()
}

/** Converts errors of a model server, which are not our fault, to refusals. The message is for the owner who chose the server. */
async function orRefusal<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw error instanceof ModelError ? new RequestError(422, () => error.message) : error
  }
}

function isPlainAddress(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password, search, hash } = new URL(value)
  return ['http:', 'https:'].includes(protocol) && [username, password, search, hash].every((part) => part === '')
}
