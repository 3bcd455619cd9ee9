import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { resolveTimezone } from '../../../src/people/users.ts'
import { exportFileName, exportFormats } from '../../../src/privacy/export/file-formats.ts'
import type { WebOptions } from '../options.ts'
import { parseInput, RequestError } from '../server/request-error.ts'
import { signedInUser } from '../server/session.ts'
import { dayIn } from './input.ts'

const query = z.object({
  format: z.enum(['markdown', 'json'], { error: 'markdown or json is expected' }),
  from: z.string().optional(),
  to: z.string().optional(),
})

/** Exports everything about the signed-in user. The file is written while it is sent. */
export function exportRoutes(server: FastifyInstance, options: WebOptions): void {
  server.get('/export/', async (request, reply) => {
    const user = signedInUser(request)
    const { format, ...span } = parseInput(query, request.query)
    // A form field that was left empty counts as absent.
    const [from, to] = [span.from ? dayIn(span.from) : undefined, span.to ? dayIn(span.to) : undefined]
    if (from && to && from > to) throw new RequestError(400, (translate) => translate('page.error.date-order', { from, to }))
    const { mediaType, write } = exportFormats[format]
    const name = exportFileName(format, options.clock.now(), resolveTimezone(user, options.defaultTimezone))
    const pieces = write(options.privacy(), { userId: user.id, span: { ...(from && { from }), ...(to && { to }) } })
    return reply
      .header('content-disposition', `attachment; filename="${name}"`)
      .type(`${mediaType}; charset=utf-8`)
      .send(Readable.from(joined(pieces)))
  })
}

/** The minimum size of the pieces to send, in characters. Otherwise there would be one packet per row. */
const pieceLength = 65_536

async function* joined(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const more of pieces) {
    piece += more
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece
}
