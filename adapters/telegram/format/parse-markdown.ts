import MarkdownIt, { type Token } from 'markdown-it'

export type { Token } from 'markdown-it'

/** The maximum nesting. markdown-it drops anything deeper. */
const maxNesting = 300
const markdownIt = new MarkdownIt({ html: false, linkify: false, maxNesting })
// A reference definition would vanish from the text, and a citation such as [#12] must stay as it is.
markdownIt.disable('reference')
// Keeps URLs as written, because a URL that is shown must not become longer.
markdownIt.normalizeLink = (url) => url

/** Matches more quotation and list markers on one line than anyone would write. They would nest too deeply. */
const excessiveNestingPattern = /(?:>[ \t]?|[*+-][ \t]+|\d{1,9}[.)][ \t]+){100}/

/** Parses Markdown. Undefined if the source cannot be meant as Markdown. */
export function parseMarkdown(source: string): Token[] | undefined {
  return excessiveNestingPattern.test(source) ? undefined : markdownIt.parse(source, {})
}

/** Replaces what cannot be sent: lone surrogates and NUL. */
export const toSendableText = (source: string): string => source.replace(/\r\n?/g, '\n').replace(/\p{Surrogate}|\0/gu, '\uFFFD')

/**
 * Returns a web URL, or undefined for other addresses. Only web URLs are linked: other schemes open programs, dial numbers, or mention
 * Telegram users.
 */
export function toWebUrl(address: string): string | undefined {
  return /^https?:\/\/[^\s/]/i.test(address) && URL.canParse(address) ? new URL(address).href : undefined
}

/** Returns the URL to show after its label if it cannot be linked, so that it stays readable. Empty if the label already shows it. */
export function formatUnlinkedUrl(label: string, address: string): string {
  return address === label || address === `mailto:${label}` ? '' : ` (${address})`
}

export const getLinkUrl = (token: Token): string => String(token.attrGet(token.type === 'image' ? 'src' : 'href') ?? '')

/** Returns the first word after a code fence. */
export const getCodeLanguage = (token: Token): string | undefined => /^[\w+#.-]+/.exec(token.info.trim())?.[0]
