import type { FastifyInstance } from 'fastify'
import { paper } from '../pages/layout.tsx'
import { assetHref } from '../server/assets.ts'

/** Says how the page is installed as an app (https://www.w3.org/TR/appmanifest/). Browsers fetch it without the session, and it says nothing of anybody. */
export function manifestRoute(server: FastifyInstance): void {
  server.get('/manifest.webmanifest', (_request, reply) =>
    reply.type('application/manifest+json').send(
      JSON.stringify({
        name: 'Throughline',
        id: '/continuous/',
        start_url: '/continuous/',
        scope: '/',
        display: 'standalone',
        background_color: paper.light,
        theme_color: paper.light,
        icons: [{ src: assetHref('icon.svg'), type: 'image/svg+xml', sizes: 'any', purpose: 'any' }],
      }),
    ),
  )
}
