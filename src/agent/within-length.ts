/** The names of the lists in tool outputs. Entries are in order, best or earliest first. */
const lists = ['results', 'messages'] as const

/**
 * Formats a tool output as JSON of at most `length` characters. An object with a list loses its last entries and its cursors, and gets
 * `"truncated": true`. Any other output loses its middle. The note about that is added on top of `length`.
 */
export function truncateOutput(output: unknown, length: number): string {
  const whole = JSON.stringify(output)
  if (whole.length <= length) return whole
  return dropEntries(output, length) ?? cutMiddle(whole, length)
}

function dropEntries(output: unknown, length: number): string | undefined {
  if (typeof output !== 'object' || output === null) return undefined
  const fields: Readonly<Record<string, unknown>> = { ...output }
  const name = lists.find((list) => Array.isArray(fields[list]))
  const entries = name && fields[name]
  if (!name || !Array.isArray(entries)) return undefined
  const { next_cursor: _, next_after_message_id: __, ...rest } = fields
  const frame = JSON.stringify({ ...rest, [name]: [], truncated: true })
  let budget = length - frame.length
  const ends = entries.findIndex((entry) => {
    budget -= JSON.stringify(entry ?? null).length + 1
    return budget < 0
  })
  return ends > 0 ? JSON.stringify({ ...rest, [name]: entries.slice(0, ends), truncated: true }) : undefined
}

function cutMiddle(text: string, length: number): string {
  const half = Math.floor(length / 2)
  // The database and some model servers reject half a surrogate pair.
  return `${text.slice(0, half)} … [${text.length - 2 * half} characters cut] … ${text.slice(-half)}`.toWellFormed()
}
