/** @typedef {import('../pages/script-messages.ts').ScriptTexts} ScriptTexts */

// The server writes all texts, in the language of the page.
const { locale, texts, steps } = /** @type {ScriptTexts} */ (JSON.parse(document.body.dataset.texts ?? ''))

export { locale }

/** Returns a text. Each value takes the place of its name in braces. @param {keyof ScriptTexts['texts']} name @param {Record<string, string>} [values] */
export const text = (name, values = {}) => texts[name].replace(/\{(\w+)\}/g, (_, key) => values[key] ?? '')

const rules = new Intl.PluralRules(locale)
const list = new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' })

/** Formats "Looked up: 1 search, 15 messages". @param {Map<string, number>} counts The number of steps of each kind. */
export function describeSteps(counts) {
  const counted = [...counts].map(([kind, count]) => {
    const forms = steps[kind]
    return (forms?.[rules.select(count)] ?? forms?.other ?? '').replace('#', count.toLocaleString(locale))
  })
  return text('page.steps', { steps: list.format(counted) })
}
