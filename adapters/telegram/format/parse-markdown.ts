import MarkdownIt, { type Token } from 'markdown-it'

export type { Token } from 'markdown-it'

/** What is nested deeper would be left out by markdown-it. */
const maxNesting = 300
const markdownIt = new MarkdownIt({ html: false, linkify: false, maxNesting })
// A reference definition would vanish from the text, and a citation such as [#12] must stay what it is.
markdownIt.disable('reference')
// Addresses stay as they were written: one that is shown must not have grown.
markdownIt.normalizeLink = (url) => url

/** So many marks of quotations and lists on one line that they would nest too deep; nobody means them. */
const excessiveNestingPattern = /(?:>[ \t]?|[*+-][ \t]+|\d{1,9}[.)][ \t]+){100}/

/** Undefined for what cannot be meant as Markdown. */
export function parseMarkdown(source: string): Token[] | undefined {
  return excessiveNestingPattern.test(source) ? undefined : markdownIt.parse(source, {})
}

/** As it can be sent: half a character cannot, and no text holds zero characters. */
export const toSendableText = (source: string): string => source.replace(/\r\n?/g, '\n').replace(/\p{Surrogate}|\0/gu, '\uFFFD')

/** The address of a link to the web. Only the web is linked: other schemes open programs, ring people, or call somebody of Telegram. */
export function toWebUrl(address: string): string | undefined {
  return /^https?:\/\/[^\s/]/i.test(address) && URL.canParse(address) ? new URL(address).href : undefined
}

/** What a link shows behind its label where it cannot be followed, so that the address can still be read. */
export function formatUnlinkedUrl(label: string, address: string): string {
  return address === label || address === `mailto:${label}` ? '' : ` (${address})`
}

export const getLinkUrl = (token: Token): string => String(token.attrGet(token.type === 'image' ? 'src' : 'href') ?? '')

/** The first word of what stands behind a fence. */
export const getCodeLanguage = (token: Token): string | undefined => /^[\w+#.-]+/.exec(token.info.trim())?.[0]
