import type { LanguageCode } from '../../src/core/domain/languages.ts'
import { type Translate, translatorOf } from '../../src/core/messages/messages.ts'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeText = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character)

const page = (translate: Translate, body: string) =>
  `<!doctype html><html lang="${translate.language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escapeText(translate('voice.pageTitle'))}</title><main>${body}</main></html>`

/** The page behind a link. It asks first, because link previews open it too. The form goes to the address of the page. */
export function renderCallPage(language: LanguageCode): string {
  const translate = translatorOf(language)
  const text = escapeText(translate('voice.pageText'))
  return page(translate, `<p>${text}</p><form method="post"><button>${escapeText(translate('voice.pageCall'))}</button></form>`)
}

export function renderSpentPage(): string {
  const translate = translatorOf('en')
  return page(translate, `<p>${escapeText(translate('voice.pageSpent'))}</p>`)
}
