import type { FastifyRequest } from 'fastify'
import { type LanguageCode, toLanguageCode } from '../../../src/core/domain/languages.ts'
import { isCatalogueLanguage } from '../../../src/core/messages/messages.ts'
import type { User } from '../../../src/people/users.ts'
import { findPageLanguage, type PageLanguage } from '../pages/language.tsx'

/** In characters. A longer header is not a browser's. */
const maxHeaderLength = 1_000

/** Lists the BCP 47 tags of the Accept-Language header, the preferred one first. RFC 9110 section 12.5.4. */
export function listAcceptedLocales({ headers }: Pick<FastifyRequest, 'headers'>): string[] {
  const header = headers['accept-language'] ?? ''
  if (header.length > maxHeaderLength) return []
  return header
    .split(',')
    .map((item) => /^\s*([a-z\d-]+)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(item))
    .flatMap((match) => (match ? { tag: match[1] ?? '', weight: Number(match[2] ?? 1) } : []))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

/** Returns the language of a user, if it is known and the page is written in it. */
export const findOwnLanguage = ({ language, languageSource }: User): LanguageCode | undefined =>
  languageSource !== 'default' && isCatalogueLanguage(language) ? language : undefined

/** Returns the language in which to answer a request: the user's, or else the browser's. English if the page is written in neither. */
export function languageOf(request: FastifyRequest): PageLanguage {
  const own = request.user ? findOwnLanguage(request.user) : undefined
  const accepted = listAcceptedLocales(request).map(toLanguageCode)
  return findPageLanguage(own ?? accepted.find((code) => code !== undefined && isCatalogueLanguage(code)) ?? 'en')
}
