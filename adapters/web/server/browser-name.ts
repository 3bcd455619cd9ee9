import Bowser from 'bowser'

/** In characters. Longer headers are not parsed, because parsing takes time that grows with the length. */
const maxHeaderLength = 500

/** Returns, for example, "Firefox, Linux", which needs no translation. Empty if the User-Agent header names neither. */
export function describeBrowser(userAgent: string | undefined): string {
  if (!userAgent || userAgent.length > maxHeaderLength) return ''
  const { browser, os } = Bowser.parse(userAgent)
  return [browser.name, os.name].filter(Boolean).join(', ')
}
