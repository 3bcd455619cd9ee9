import { File } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AttachmentSource, MessageId, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { findTimezone } from '../../../src/core/ports/clock.ts'
import type { InboundAttachment, Inbox } from '../../../src/core/ports/platform.ts'
import { deleteSentDraft } from '../../../src/people/drafts.ts'
import type { User } from '../../../src/people/users.ts'
import { setTimezone } from '../../../src/threads/days/set-timezone.ts'
import { listAttachments } from '../../../src/threads/messages/attachments.ts'
import { findSegment } from '../../../src/threads/messages/read-messages.ts'
import { ensurePageAuthor } from '../account.ts'
import { createInbound, toPageEdit } from '../inbound.ts'
import type { WebOptions } from '../options.ts'
import { languageOf, listAcceptedLocales } from '../server/language.ts'
import { countRequest, maxFiles, searchLimit } from '../server/limits.ts'
import { notFound, parseInput, RequestError } from '../server/request-error.ts'
import { signedInSession, signedInUser } from '../server/session.ts'
import { findScope } from '../views/day-view.ts'
import { findEditable } from '../views/editable.ts'
import { runSearch, searchShape } from '../views/search-results.ts'
import { accountInBody, dayIn, findAuthor } from './input.ts'

/** An id created by the page, so that a message posted twice is stored once. */
const clientId = z.string('expected a text').regex(/^[A-Za-z0-9_-]{16,64}$/, 'expected 16 to 64 letters, digits, - or _')
const text = z.string('expected a text').trim().min(1, 'page.error.message-empty')
const messageShape = z.union([
  z.object({
    id: clientId,
    account: accountInBody,
    action: text.max(64, 'expected at most 64 characters').startsWith('/', 'expected a command'),
  }),
  z.object({
    id: clientId,
    account: accountInBody,
    text: text.max(16_000, 'page.error.message-length'),
    reply_to: z.int('expected a number').positive().optional(),
    /** The number of the message whose text this replaces. */
    edits: z.int('expected a number').positive().optional(),
  }),
])
const filesShape = z.object({
  id: clientId,
  account: z.coerce.number('expected a number').int().optional(),
  text: z.string('expected a text').trim().max(16_000, 'page.error.message-length'),
  reply_to: z.coerce.number('expected a number').int().positive().optional(),
  files: z.array(z.instanceof(File)).min(1).max(maxFiles),
})
/** In bytes. The parts of a form besides the files. */
const formBytes = 80_000
const dayShape = z.object({ day: z.string('expected a date') })
const timezoneShape = z.object({ timezone: z.string('expected the name of a timezone').max(100) })

/** Handles what users send: messages, button presses, searches, and requests for a new summary. */
export function writingRoutes(server: FastifyInstance, options: WebOptions, inbox: Inbox): void {
  const inbound = createInbound(options.clock)

  server.post('/continuous/add-message/', async (request, reply) => {
    const body = parseInput(messageShape, request.body)
    const user = findAuthor(request, body.account)
    await ensurePageAuthor(options, user)
    const [locale] = listAcceptedLocales(request)
    const id = body.id as PlatformMessageId
    if ('text' in body && body.edits !== undefined) {
      const message = await findEditable(options, user, body.edits as MessageId)
      if (!message) throw notFound()
      const attachments = await listFiles(options, user, message.id)
      await inbox(toPageEdit({ user, locale }, { message, text: body.text, attachments, editedAt: options.clock.now() }))
      return reply.code(202).send({ id: body.id })
    }
    const replyToMessage = 'text' in body ? (body.reply_to as MessageId | undefined) : undefined
    const posted =
      'text' in body ? { id, text: body.text, ...(replyToMessage !== undefined && { replyToMessage }) } : { id, action: body.action }
    await inbox(inbound({ user, locale }, posted))
    // A draft that is being saved at the same moment is cleared by the page that wrote it.
    if ('text' in body && signedInSession(request).hasDraft) await deleteSentDraft(options.store.db, user.id, body.text)
    return reply.code(202).send({ id: body.id })
  })

  const bodyLimit = options.attachmentMaxBytes + formBytes
  server.post('/continuous/add-message/files/', { bodyLimit }, async (request, reply) => {
    const body = parseInput(filesShape, request.body)
    const user = findAuthor(request, body.account)
    await ensurePageAuthor(options, user)
    const [locale] = listAcceptedLocales(request)
    const attachments = await Promise.all(body.files.map((file, index) => toAttachment(file, body.id, index)))
    const replied = body.reply_to !== undefined && { replyToMessage: body.reply_to as MessageId }
    await inbox(inbound({ user, locale }, { id: body.id as PlatformMessageId, text: body.text, attachments, ...replied }))
    await deleteSentDraft(options.store.db, user.id, body.text)
    return reply.code(202).send({ id: body.id })
  })

  server.post('/continuous/search/', async (request) => {
    const input = parseInput(searchShape, request.body)
    const user = signedInUser(request)
    await countRequest(options.rateLimits, searchLimit, String(user.id))
    const scope = await findScope(options, user)
    return runSearch(options, { scope, language: languageOf(request) }, input)
  })

  server.post('/continuous/regenerate-summary/', async (request, reply) => {
    const day = dayIn(parseInput(dayShape, request.body).day)
    const scope = await findScope(options, signedInUser(request))
    const segment = scope && (await findSegment(options.store.db, scope.threadId, day))
    if (!segment) throw notFound()
    const since = options.clock.now()
    await options.jobs.add('summarize-day', { segmentId: segment.id, mode: 'manual' })
    return reply.code(202).send({ since })
  })

  // The browser's time zone applies until the user sets one.
  server.post('/continuous/timezone/', async (request) => {
    const user = signedInUser(request)
    const { timezone } = parseInput(timezoneShape, request.body)
    if (!findTimezone(timezone)) throw new RequestError(400, (translate) => translate('page.error.timezone'))
    if (user.timezone !== null) return { timezone: user.timezone, changed: false }
    const set = await setTimezone(options, user.id, timezone)
    return { timezone: set.timezone, changed: true }
  })
}

const sourceOf = (id: string, index: number) => `page:${id}:${index}` as AttachmentSource

async function toAttachment(file: File, id: string, index: number): Promise<InboundAttachment> {
  const content = new Uint8Array(await file.arrayBuffer())
  return { source: sourceOf(id, index), name: file.name, mediaType: file.type, bytes: file.size, content }
}

/** Lists the files of a message, which an edit of its text leaves as they are. */
async function listFiles(options: WebOptions, user: User, id: MessageId): Promise<InboundAttachment[]> {
  const scope = await findScope(options, user)
  const files = scope ? await listAttachments(options.store.db, scope, [id]) : []
  return files.map(({ name, mediaType, bytes }, index) => ({
    source: sourceOf(String(id), index),
    name,
    mediaType,
    ...(bytes !== null && { bytes }),
  }))
}
