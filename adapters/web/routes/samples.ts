import type { FastifyInstance } from 'fastify'
import { removeSamples } from '../../../src/privacy/forget/forget-samples.ts'
import { loadSamples } from '../../../src/samples/load-samples.ts'
import type { WebOptions } from '../options.ts'
import { signedInUser } from '../server/session.ts'

/** Adds the sample messages to the user's own conversation, and removes them again. Both are forms, without a script. */
export function sampleRoutes(server: FastifyInstance, options: WebOptions): void {
  server.post('/continuous/samples/', async (request, reply) => {
    await loadSamples(options, signedInUser(request))
    return reply.redirect('/continuous/', 303)
  })

  server.post('/continuous/samples/remove/', async (request, reply) => {
    await removeSamples(options.privacy(), signedInUser(request).id)
    return reply.redirect('/continuous/', 303)
  })
}
