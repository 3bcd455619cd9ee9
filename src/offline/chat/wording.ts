/** The maximum number of characters in a quoted line. */
const maxLineLength = 300

/** Turns a text into one line. Removes citations, because an answer adds its own, and code fences, which would stay open. */
export function toPlainLine(text: string): string {
  return toSingleLine(text.replace(/\[#\d+\]|`{3,}|~{3,}/g, ' '))
}

export function toSingleLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

export function truncate(text: string, length = maxLineLength): string {
  const characters = Array.from(text)
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text
}
