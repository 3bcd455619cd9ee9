/** The first `length` characters of a text, with an ellipsis where something was cut; never half of a surrogate pair. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 2)) ? length - 2 : length - 1
  return `${text.slice(0, end)}…`
}

/** A text without as much of its middle as is needed for so many characters of it to be left, and with a word on how much that was. */
export function cutMiddle(text: string, characters: number): string {
  if (text.length <= characters) return text
  const head = boundary(text, Math.floor(characters / 2))
  const tail = boundary(text, text.length - Math.floor(characters / 2))
  return `${text.slice(0, head)}\n[... ${tail - head} characters left out ...]\n${text.slice(tail)}`
}

/** The nearest place at or before `at` that is not inside of a character. */
export function boundary(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at
}

/** A text as PostgreSQL can hold it: without NUL, and without halves of surrogate pairs, which JSON lets through and jsonb does not. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** "1 message", "2,000 messages". */
export const counted = (count: number, noun: string, plural = `${noun}s`) => `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`

/** "3 KB", "1.2 MB": in units of 1024. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  const kilobytes = bytes / 1_024
  if (kilobytes < 1_000) return `${Math.max(1, Math.round(kilobytes))} KB`
  const megabytes = kilobytes / 1_024
  return `${megabytes < 10 ? Number(megabytes.toFixed(1)) : Math.round(megabytes)} MB`
}

/** A name that others chose, to stand in a Markdown text without becoming part of its markup. */
export const plainName = (name: string): string => name.replace(/[[\]()*_`<>|~\\\s]+/g, ' ').trim()

/** A platform's name as people read it: "Telegram". */
export const platformInWords = (platform: string): string => platform.charAt(0).toUpperCase() + platform.slice(1)
