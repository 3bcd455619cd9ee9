/** Field names whose value is never written out: what people write, and what opens doors. */
const hiddenNames = new Set([
  ...['text', 'content', 'markdown', 'snippet', 'body', 'query', 'prompt', 'caption', 'answer', 'summary', 'arguments', 'payload'],
  ...['token', 'secret', 'code', 'password', 'passwd', 'authorization', 'cookie', 'cookies', 'credentials', 'link'],
  ...['api key', 'private key', 'access key', 'apikey'],
])

/** Names that end like a hidden one and are not. */
const visibleNames = new Set(['status code', 'exit code', 'error code'])

const secretPatterns: readonly (readonly [RegExp, string])[] = [
  // A Telegram bot's token, in a URL's path or by itself: digits, a colon, 30 and more characters.
  [/\b(bot)?\d{6,}:[\w-]{30,}/g, '$1[redacted]'],
  // Keys of model providers, Slack and GitHub, by the prefix they are known by.
  [/\b(sk|pk|rk|xox[a-z]|xapp|gh[pousr])[-_][\w-]{8,}/g, '$1-[redacted]'],
  [/\b(Bearer|Basic|Bot)\s+[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  // A password in an address, such as postgresql://user:password@host. It may hold an @ itself.
  [/([a-z][a-z\d+.-]*:\/\/[^\s:/@]*):[^\s/]+@/gi, '$1:[redacted]@'],
  [/([?&#](?:[\w-]*(?:token|secret|password|key|code|signature))=)[^&\s#"']+/gi, '$1[redacted]'],
]

const maxDepth = 6
const maxTextLength = 4_000

/** A copy that may be written out: secrets and people's words taken away by field name at any depth, secrets in texts by their look. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? '[function]' : value
  if (value instanceof Date) return value
  if (depth >= maxDepth) return '[deeper]'
  if (value instanceof Error) return redactError(value, depth)
  if (value instanceof Uint8Array) return `[${value.length} bytes]`
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1))
  const entries = value instanceof Map ? [...value].map(([key, item]) => [String(key), item] as const) : Object.entries(value)
  return Object.fromEntries(entries.map(([name, item]) => [name, isHidden(name) ? maskValue(item) : redact(item, depth + 1)]))
}

/** The text with everything taken out that looks like a secret, and cut at 4,000 characters. */
export function redactText(text: string): string {
  const truncated = text.length > maxTextLength ? `${text.slice(0, maxTextLength)}… (${text.length} characters)` : text
  return secretPatterns.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), truncated)
}

/** An error's own fields are left out, for clients hang the whole request on them; its code and kind say enough. */
function redactError(error: Error, depth: number): object {
  const { code, kind, status } = error as { code?: unknown; kind?: unknown; status?: unknown }
  return {
    type: error.name,
    message: redactText(error.message),
    ...(isPlainWord(code) && { code }),
    ...(isPlainWord(kind) && { kind }),
    ...(typeof status === 'number' && { status }),
    ...(error.stack && { stack: redactText(error.stack) }),
    ...(error.cause !== undefined && { cause: redact(error.cause, depth + 1) }),
  }
}

function isPlainWord(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z][\w-]{0,40}$/.test(value)
}

/** By the last words of the name: botToken, api_key and messageText are hidden, context and tokens are not. */
function isHidden(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean)
  const lastTwo = words.slice(-2).join(' ')
  return (hiddenNames.has(words.at(-1) ?? '') || hiddenNames.has(lastTwo)) && !visibleNames.has(lastTwo)
}

/** Nothing to hide in what is not there: that is often just what one looks for. */
function maskValue(value: unknown): unknown {
  return value === undefined || value === null || value === '' || typeof value === 'boolean' ? value : '[redacted]'
}
