// Texts and the patterns that are matched against them.

/** Returns the words of a folded text in languages that separate words by spaces. */
export const splitWords = (text: string): string[] => text.match(/\p{L}+/gu) ?? []

/** A letter in a language that separates words by spaces. Chinese and Japanese text may follow a date without a space. */
export const letter = '[[\\p{L}\\p{N}]--[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}]]'

/** Returns the words of a list with their positions, folded. */
export function positionsOf(list: readonly string[], first = 0): ReadonlyMap<string, number> {
  return new Map(list.flatMap((forms, position) => formsOf(forms).map((form) => [form, position + first] as const)))
}

export const formsOf = (forms: string): string[] =>
  (forms === '' ? [] : foldText(forms).split(' ')).map((form) => form.replaceAll('_', ' '))

/** The greatest length of the white space between words. Bounded, because patterns would otherwise try each length of a long one. */
export const maxSpaces = 5

/** Returns a pattern that matches any of the words, longest first. */
export function anyOf(forms: Iterable<string>): string {
  const sorted = [...forms].sort((a, b) => b.length - a.length).map((form) => form.replaceAll(' ', `\\s{1,${maxSpaces}}`))
  return sorted.length > 0 ? `(?:${sorted.join('|')})` : '(?!)'
}

/** Replaces each space of a pattern by white space, and each optional space by white space or none. */
export const toPattern = (pattern: string): string =>
  foldText(pattern).replaceAll(' ?', `\\s{0,${maxSpaces}}`).replaceAll(' ', `\\s{1,${maxSpaces}}`)

/** Returns a pattern of words that a language may lack. It then matches nothing. */
export const or = (words: string | undefined): string => (words === undefined ? '(?!)' : `(?:${toPattern(words)})`)

/**
 * Folds a text so that spellings which mean the same are equal: no capitals, no accents, ASCII digits, plain apostrophes, and one form of
 * each Arabic letter. The result has the same length, so that offsets are those of the text.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  return (lower.length === text.length ? lower : text).replace(foldable, foldCharacter)
}

/** Latin letters with accents, Cyrillic ё (but not й), Arabic letters and digits, other digits, full-width characters, apostrophes. */
const foldable = /[\u00aa-\u024f\u1e00-\u1eff\u0451\u0622-\u0626\u0629\u0649\u0660-\u0669\u06f0-\u06f9\u2019\uff01-\uff5e]/g

const folded = new Map<string, string>([
  ['’', "'"],
  ['ى', 'ي'],
  ['ة', 'ه'],
  ...Array.from('۰۱۲۳۴۵۶۷۸۹', (digit, value) => [digit, String(value)] as const),
  ...Array.from('٠١٢٣٤٥٦٧٨٩', (digit, value) => [digit, String(value)] as const),
])

function foldCharacter(character: string): string {
  const known = folded.get(character)
  if (known !== undefined) return known
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const result = plain.length === 1 ? plain : character
  folded.set(character, result)
  return result
}
