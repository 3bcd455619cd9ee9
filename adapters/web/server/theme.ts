import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Theme, themes } from '../shared/theme.ts'
import { cookieName, isServedOverHttps, type PublicAddress } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The theme of the browser. */
    theme: Theme
  }
}

/** In seconds. Browsers keep a cookie for at most 400 days. */
const maxAge = 400 * 24 * 60 * 60

/** Returns the theme that was chosen in this browser. It is in a cookie, so that the first thing drawn has it, without a script. */
export function findTheme(address: PublicAddress, request: FastifyRequest): Theme {
  const chosen = request.cookies[cookieName(address, request, 'theme')]
  return themes.find((theme) => theme === chosen) ?? 'system'
}

/** Keeps the theme in this browser. */
export function storeTheme(address: PublicAddress, reply: FastifyReply, theme: Theme): void {
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure: isServedOverHttps(address) } as const
  const name = cookieName(address, reply.request, 'theme')
  if (theme === 'system') reply.clearCookie(name, cookie)
  else reply.setCookie(name, theme, { ...cookie, maxAge })
}
