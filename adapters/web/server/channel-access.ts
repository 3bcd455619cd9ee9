import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ReadableChannel } from '../../../src/channels/access/readers.ts'
import { withTimeout } from '../../../src/core/ports/clock.ts'
import type { WebDeps } from '../options.ts'
import { idInQuery } from '../routes/input.ts'
import { notFound, wantsPage } from './request-error.ts'
import { signedInUser } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the signed-in user can read any channel, as far as it is known in time. Set on requests for pages. */
    hasChannels: boolean
  }
}

/** How long a page waits to learn whether there are channels for its navigation, in ms. Platforms can be slow. */
const waitForChannelsMs = 500

/** Sets on a request for a page whether the signed-in user can read any channel. */
export async function findWhetherHasChannels({ clock, readers }: WebDeps, request: FastifyRequest): Promise<void> {
  if (!wantsPage(request)) return
  const found = await withTimeout(clock, waitForChannelsMs, readers().canReadAny(signedInUser(request).id))
  request.hasChannels = found === true
}

const channelParams = z.object({ id: idInQuery })

/** Returns the requested channel. Throws the same error whether there is none, it has no log, or the user cannot read it. */
export async function findRequestedChannel({ readers }: WebDeps, request: FastifyRequest): Promise<ReadableChannel> {
  const { success, data } = channelParams.safeParse(request.params)
  const channel = success && (await readers().findChannel(signedInUser(request).id, data.id))
  if (!channel) throw notFound()
  return channel
}
