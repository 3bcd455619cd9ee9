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
