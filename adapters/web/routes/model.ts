import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isLoopbackHost } from '../../../src/core/lib/host-names.ts'
import { checkServer, testServer } from '../../../src/model/choice/check-server.ts'
import {
  loadChatModelChoice,
  type StoredChatModelChoice,
  saveChatModelChoice,
  sealApiKey,
  unsealApiKey,
} from '../../../src/model/choice/model-choice.ts'
import type { WebOptions } from '../options.ts'
import { notFound, parseInput } from '../server/request-error.ts'
import { signedInUser } from '../server/session.ts'
import type { ModelFormEntry, ModelFormProblem } from './model-form.ts'
import { sendSettings } from './settings.ts'

const field = (maxLength: number) => z.string('expected a text').trim().max(maxLength, 'expected fewer characters').default('')

const formShape = z.object({
  address: field(500).transform((value) => value.replace(/\/+$/, '')),
  key: field(500),
  sealed: field(2_000),
  model: field(200).transform((value) => value || undefined),
  insecure: z.literal('yes', 'expected "yes", or no value').optional(),
})

type SubmittedForm = z.output<typeof formShape>

/**
 * Handles the form that connects a language model, without a script. The model serves all users, and their messages are sent to it, so only
 * owners may see and change it.
 */
export function modelRoutes(server: FastifyInstance, options: WebOptions): void {
  server.post('/settings/model/test/', async (request, reply) => {
    requireOwner(request)
    return answerForm(options, reply, { mode: 'test', form: parseInput(formShape, request.body ?? {}) })
  })

  server.post('/settings/model/', async (request, reply) => {
    requireOwner(request)
    return answerForm(options, reply, { mode: 'save', form: parseInput(formShape, request.body ?? {}) })
  })

  server.post('/settings/model/disconnect/', async (request, reply) => {
    requireOwner(request)
    await saveChatModelChoice(options.store.db, undefined, options.clock.now())
    await options.languageModels.latest()
    options.log.info({}, 'an owner disconnected the language model')
    return reply.redirect('/settings/#model', 303)
  })
}

function requireOwner(request: FastifyRequest): void {
  if (!signedInUser(request).isOwner) throw notFound()
}

interface FormSubmission {
  readonly mode: 'test' | 'save'
  readonly form: SubmittedForm
}

/** Tests or saves what was entered. The form is shown again, with what is wrong or what to do next, until a model is saved. */
async function answerForm(options: WebOptions, reply: FastifyReply, { mode, form }: FormSubmission): Promise<FastifyReply> {
  const { store, clock, log, languageModels } = options
  const { address, model } = form
  const stored = await loadChatModelChoice(store.db)
  const key = findKey(options, form, stored)
  const sealedKey = key.sealed !== undefined && key.sealed !== stored?.encryptedKey ? key.sealed : undefined
  const show = (status: number, entry: ModelFormEntry) =>
    sendSettings(options, reply.code(status), { address, sealedKey, ...(model !== undefined && { model }), ...entry })
  const problem = findFormProblem(options, form) ?? findExposure(form, key, stored)
  if (problem) return show(400, { problem })
  const entered = { baseUrl: address, ...(key.apiKey !== undefined && { apiKey: key.apiKey }), ...(model !== undefined && { model }) }
  const check = await (mode === 'test' ? testServer : checkServer)({ clock, log }, entered)
  const models = check.models.length > 0 ? { models: check.models } : {}
  if (check.problem) return show(422, { problem: check.problem, ...models })
  if (mode === 'test' || model === undefined) return show(200, { ...models, outcome: model === undefined ? 'listed' : 'works' })
  await saveChatModelChoice(store.db, { baseUrl: address, model, encryptedKey: key.sealed ?? null }, clock.now())
  await languageModels.latest()
  log.info({ model }, 'an owner connected a language model')
  return reply.redirect('/settings/#model', 303)
}

/** A key, and its encrypted form for the address. Empty without a key. */
interface EnteredKey {
  readonly apiKey?: string
  readonly sealed?: string
}

/**
 * Returns the key that was entered now, or in the step before, or that is stored for this address. A key is never sent to another address
 * than the one it was entered for.
 */
function findKey(
  { encryptionKey, random }: WebOptions,
  { address, key, sealed }: SubmittedForm,
  stored: StoredChatModelChoice | undefined,
): EnteredKey {
  if (key !== '') return { apiKey: key, ...(encryptionKey && { sealed: sealApiKey({ random, key: encryptionKey }, key, address) }) }
  for (const candidate of [sealed, stored?.baseUrl === address ? stored.encryptedKey : null]) {
    const apiKey = candidate ? unsealApiKey(encryptionKey, candidate, address) : undefined
    if (candidate && apiKey !== undefined) return { apiKey, sealed: candidate }
  }
  return {}
}

function findFormProblem({ encryptionKey }: WebOptions, { address, key }: SubmittedForm): ModelFormProblem | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) return { kind: 'address', detail: '' }
  if ([url.username, url.password, url.search, url.hash].some((part) => part !== '')) return { kind: 'password', detail: '' }
  if (!/^[\x21-\x7e]*$/.test(key)) return { kind: 'format', detail: '' }
  return key !== '' && !encryptionKey ? { kind: 'store', detail: '' } : undefined
}

/** A key is sent in clear to another machine only if that was confirmed. */
function findExposure(
  { address, insecure }: SubmittedForm,
  { apiKey }: EnteredKey,
  stored: StoredChatModelChoice | undefined,
): ModelFormProblem | undefined {
  const { protocol, hostname } = new URL(address)
  const isExposed = apiKey !== undefined && protocol === 'http:' && !isLoopbackHost(hostname)
  return isExposed && !insecure && stored?.baseUrl !== address ? { kind: 'insecure', detail: '' } : undefined
}
