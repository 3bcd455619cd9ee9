import type { FastifyReply } from 'fastify'
import type { ComponentChildren } from 'preact'
import { documentOf } from '../pages/layout.tsx'
import { offlineVersionOf } from '../pages/offline.tsx'
import { languageOf } from './language.ts'

/** Sends a page in the language of its request. */
export function sendPage(reply: FastifyReply, page: ComponentChildren): FastifyReply {
  const { request } = reply
  const language = languageOf(request)
  const { hasChannels, theme } = request
  return reply
    .type('text/html; charset=utf-8')
    .send(documentOf({ language, hasChannels, theme, offlineVersion: offlineVersionOf(language) }, page))
}

/**
 * Sends a page that contains forms. If the page sends no referrer at all, browsers also omit the origin when they submit a form, and the
 * form would be refused.
 */
export function sendFormPage(reply: FastifyReply, page: ComponentChildren): FastifyReply {
  return sendPage(reply.header('referrer-policy', 'same-origin'), page)
}
