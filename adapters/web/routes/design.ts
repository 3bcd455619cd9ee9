import type { FastifyInstance } from 'fastify'
import { h } from 'preact'
import { isLoopbackHost } from '../../../src/core/lib/host-names.ts'
import { DesignPage } from '../design/design.tsx'
import type { WebOptions } from '../options.ts'
import { notFound } from '../server/request-error.ts'
import { sendPage } from '../server/send-page.ts'
import { signedInUser } from '../server/session.ts'

/** Shows every component, to owners whose page is served only on this machine. Elsewhere, there is no such page. */
export function designRoutes(server: FastifyInstance, { host, publicUrl }: WebOptions): void {
  if (publicUrl || !isLoopbackHost(host)) return
  server.get('/design/', (request, reply) => {
    if (!signedInUser(request).isOwner) throw notFound()
    return sendPage(reply, h(DesignPage, null))
  })
}
