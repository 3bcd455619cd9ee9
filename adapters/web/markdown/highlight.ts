import type { HLJSApi } from 'highlight.js'
import { LRUCache } from 'lru-cache'

/** In characters. Longer code has no colors, so that rendering stays quick. */
const longestHighlighted = 5_000

/** Loaded before the first code is rendered, because its grammars take memory and time. */
let highlighter: HLJSApi | undefined

/** A reply that is being written is rendered again and again, with the same blocks before its last one. Sizes are in characters. */
const rendered = new LRUCache<string, string>({ max: 200, maxSize: 1_000_000, sizeCalculation: (html, key) => html.length + key.length })

const isFenced = (text: string) => text.includes('```') || text.includes('~~~')

/** Loads what rendering these texts takes: the grammars, once there is code. Until then, code has no colors. */
export async function prepareHighlighting(texts: readonly string[]): Promise<void> {
  if (highlighter || !texts.some(isFenced)) return
  const { default: loaded } = await import('highlight.js/lib/common')
  loaded.configure({ classPrefix: 'code-' })
  highlighter = loaded
}

/** Returns code as HTML with classes for its parts. Undefined if its language is not named or not known, or if it is too long. */
export function highlightCode(code: string, language: string): string | undefined {
  if (code.length > longestHighlighted || !highlighter?.getLanguage(language)) return undefined
  const key = `${language}\n${code}`
  const known = rendered.get(key)
  if (known !== undefined) return known
  const html = highlighter.highlight(code, { language, ignoreIllegals: true }).value
  rendered.set(key, html)
  return html
}

/** Returns the name of a language, such as "TypeScript" for ts. A language that is not known is returned as it is. */
export function nameLanguage(language: string): string {
  const name = highlighter?.getLanguage(language)?.name ?? language
  // One grammar of several languages: "HTML, XML".
  return name.includes(',') ? language.toUpperCase() : name
}
