/** Returns the first `length` characters, with an ellipsis if something was cut. Never splits a surrogate pair. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 2)) ? length - 2 : length - 1
  return `${text.slice(0, end)}…`
}

/** Cuts the middle of a text so that about `characters` remain, and says how much was cut. */
export function cutMiddle(text: string, characters: number): string {
  if (text.length <= characters) return text
  const head = boundary(text, Math.floor(characters / 2))
  const tail = boundary(text, text.length - Math.floor(characters / 2))
  return `${text.slice(0, head)}\n[... ${tail - head} characters left out ...]\n${text.slice(tail)}`
}

/** Returns the nearest position at or before `at` that does not split a character. */
export function boundary(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at
}

/** Removes what PostgreSQL cannot store: NUL, and lone surrogates, which JSON allows and jsonb does not. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** "1 message", "2,000 messages". */
export const counted = (count: number, noun: string, plural = `${noun}s`) => `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`

/** "3 KB", "1.2 MB", in units of 1024. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  const kilobytes = bytes / 1_024
  if (kilobytes < 1_000) return `${Math.max(1, Math.round(kilobytes))} KB`
  const megabytes = kilobytes / 1_024
  return `${megabytes < 10 ? Number(megabytes.toFixed(1)) : Math.round(megabytes)} MB`
}

/** Makes a name that a user chose safe inside Markdown. */
export const plainName = (name: string): string => name.replace(/[[\]()*_`<>|~\\\s]+/g, ' ').trim()

/** Returns a platform's display name: "Telegram". */
export const platformInWords = (platform: string): string => platform.charAt(0).toUpperCase() + platform.slice(1)
