/** The first `length` characters of a text, with an ellipsis where something was cut; never half of a surrogate pair. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 2)) ? length - 2 : length - 1
  return `${text.slice(0, end)}…`
}
