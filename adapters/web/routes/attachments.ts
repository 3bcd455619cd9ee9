import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AttachmentId } from '../../../src/core/domain/ids.ts'
import { isImage, loadStoredAttachment, type StoredAttachment } from '../../../src/threads/messages/attachments.ts'
import type { WebOptions } from '../options.ts'
import { notFound } from '../server/request-error.ts'
import { signedInUser } from '../server/session.ts'
import { findScope } from '../views/day-view.ts'
import { idInQuery } from './input.ts'

const attachmentParams = z.object({ id: idInQuery })

/** Serves attachments to users who may read their messages. Anyone can send files, so no file is ever executed here. */
export function attachmentRoutes(server: FastifyInstance, options: WebOptions): void {
  server.get('/continuous/attachment/:id', async (request, reply) => {
    const { success, data } = attachmentParams.safeParse(request.params)
    const scope = success ? await findScope(options, signedInUser(request)) : undefined
    const attachment = success && scope && (await loadStoredAttachment(options.store.db, scope, data.id as AttachmentId))
    if (!attachment) throw notFound()
    return reply.headers(headersOf(attachment)).send(Buffer.from(attachment.content))
  })
}

function headersOf({ mediaType, name }: StoredAttachment): Record<string, string> {
  // Only images are shown, because SVG and HTML files could run scripts.
  const shown = isImage(mediaType)
  return {
    'content-type': shown ? mediaType : 'application/octet-stream',
    'content-disposition': `${shown ? 'inline' : 'attachment'}; filename*=UTF-8''${quoteFileName(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
  }
}

/** Encodes a file name for a header, as specified in RFC 5987: https://www.rfc-editor.org/rfc/rfc5987#section-3.2 */
function quoteFileName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}
