import type { FastifyInstance } from 'fastify'
import { h } from 'preact'
import { z } from 'zod'
import { OfflinePage } from '../pages/offline.tsx'
import { notFound } from '../server/request-error.ts'
import { sendPage } from '../server/send-page.ts'
import { signedInUser } from '../server/session.ts'
import { idInQuery } from './input.ts'

const offlineQuery = z.object({ account: idInQuery })

/** Serves the service worker. Browsers ask for it again with each page, so that they soon have the current one. */
export function workerRoute(server: FastifyInstance): void {
  server.get('/worker.js', (_request, reply) => reply.header('cache-control', 'no-cache').sendFile('worker.js'))
}

/** Serves the page that the service worker keeps, to the account for which it is kept. */
export function offlineRoute(server: FastifyInstance): void {
  server.get('/offline/', (request, reply) => {
    const { id } = signedInUser(request)
    // Another tab may have been opened for another account.
    if (offlineQuery.safeParse(request.query).data?.account !== id) throw notFound()
    return sendPage(reply, h(OfflinePage, { account: id }))
  })
}
