import { codeAlphabet } from '../core/lib/one-time-code.ts'

/** The names of fields whose values are never logged: users' text and secrets. */
const hiddenNames = new Set([
  ...['text', 'content', 'markdown', 'snippet', 'body', 'query', 'prompt', 'caption', 'answer', 'summary', 'arguments', 'payload'],
  ...['token', 'secret', 'code', 'password', 'passwd', 'authorization', 'cookie', 'cookies', 'credentials', 'link'],
  ...['api key', 'private key', 'access key', 'apikey'],
])

/** Names that end like a hidden name but are harmless. */
const visibleNames = new Set(['status code', 'exit code', 'error code'])

/** How the names of values that are secrets end. */
const secretName = '(?:token|secret|password|passwd|passphrase|(?:api|access|private)[-_ ]?key|ticket|signature)'
const unquoted = `[^\\s,;&"'}\\])]`
const oneTimeCode = `[${codeAlphabet}]{4}-[${codeAlphabet}]{4}`

// Repetitions are bounded where a long word would otherwise be searched again from each of its characters.
const secretPatterns: readonly (readonly [RegExp, string])[] = [
  // Telegram bot tokens, alone or in a URL path: digits, a colon, 30 or more characters.
  [/\b(bot)?\d{6,}(?::|%3A)[\w-]{30,}/gi, '$1[redacted]'],
  // Keys of model providers, Slack, Google, GitHub and GitLab, by prefix.
  [/\b(sk|pk|rk|gsk|hf|xai|pplx|nvapi|GOCSPX|xox[a-z]|xapp|gh[pousr]|github_pat|glpat)[-_][\w%-]{8,}/g, '$1-[redacted]'],
  [/\b(AIza|ya29\.)[\w-]{20,}/g, '$1[redacted]'],
  // Keys of AWS.
  [/\b(AKIA|ASIA)[A-Z\d]{12,}/g, '$1[redacted]'],
  // Discord bot tokens (the bot's id in Base64, a timestamp and a signature) and JSON web tokens.
  [/\b(?:[\w-]{18,100}\.[\w-]{6,}\.[\w-]{27,}|eyJ[\w-]+\.[\w-]+\.[\w-]*)/g, '[redacted]'],
  [/(-----BEGIN [A-Z ]*PRIVATE KEY-----)[\s\S]*?(?=-----END|$)/g, '$1[redacted]'],
  // Webhook URLs of Slack and Discord, and sign-in links: the secret is in the path.
  [/(hooks\.slack(?:-gov)?\.com\/[a-z]+\/)[\w/-]+/gi, '$1[redacted]'],
  [/(\/(?:webhooks|interactions)\/\d+\/)[\w-]+/g, '$1[redacted]'],
  [/(\/sign-in\/)[\w-]+/g, '$1[redacted]'],
  // The page's session cookie, alone.
  [/(throughline_session(?:_\d+)?=)[\w-]+/g, '$1[redacted]'],
  // One-time codes, alone and in commands.
  [new RegExp(`\\b${oneTimeCode}\\b`, 'g'), '[redacted]'],
  [/(\/(?:start|link|approve|deny)\s+)\S+/gi, '$1[redacted]'],
  // Headers with several values. Bearer tokens also appear alone.
  [/\b((?:authorization|(?:set-)?cookie)["']?\s*[:=]\s*["']?)[^\n"']+/gi, '$1[redacted]'],
  [/\b(Bearer|bearer|Basic|Bot)\s+(?=[\w.~+/=-]*[A-Z\d])[\w.~+/=-]{8,}/g, '$1 [redacted]'],
  // A password in a URL, such as postgresql://user:password@host. It may contain an @, and in the URL of a database a slash.
  [/([a-z][a-z\d+.-]{0,30}:\/\/[^\s:/@]*):[^\s/]+@/gi, '$1:[redacted]@'],
  [/((?:postgres(?:ql)?|rediss?):\/\/[^\s:/@]*):\S+@/gi, '$1:[redacted]@'],
  [/([?&#](?:start|[\w-]*(?:token|secret|password|key|code|ticket|signature))=)[^&\s#"']+/gi, '$1[redacted]'],
  // A value after its name, as in headers, JSON and connection strings. A word after a colon may be prose: "rejects the token: Not Found".
  [new RegExp(`(${secretName}["']?\\s*[:=]\\s*)("[^"]*"?|'[^']*'?)`, 'gi'), '$1[redacted]'],
  [new RegExp(`(${secretName}\\s*=\\s*)(?!\\[redacted)${unquoted}+`, 'gi'), '$1[redacted]'],
  [new RegExp(`(${secretName}\\s*:\\s*)(?=${unquoted}{0,15}\\d|${unquoted}{16})${unquoted}+`, 'gi'), '$1[redacted]'],
]

const maxDepth = 6
const maxTextLength = 4_000
const maxSecretLength = 1_000

/** Returns a copy that is safe to log. Removes secrets and users' text by field name at any depth, and secrets in text by pattern. */
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

/** Returns the text without anything that resembles a secret, truncated to 4,000 characters. */
export function redactText(text: string): string {
  // Truncated afterwards, because half a secret matches no pattern.
  const head = text.slice(0, maxTextLength + maxSecretLength)
  const redacted = secretPatterns.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), head)
  return text.length > maxTextLength ? `${redacted.slice(0, maxTextLength)}… (${text.length} characters)` : redacted
}

/** Drops the error's own fields, because clients attach the whole request to them. Code and kind are enough. */
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

/** Matches the last words of the name: hides botToken, api_key and messageText, but not context and tokens. */
function isHidden(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean)
  const lastTwo = words.slice(-2).join(' ')
  return (hiddenNames.has(words.at(-1) ?? '') || hiddenNames.has(lastTwo)) && !visibleNames.has(lastTwo)
}

/** An absent value has nothing to hide, and its absence is often useful to know. */
function maskValue(value: unknown): unknown {
  return value === undefined || value === null || value === '' || typeof value === 'boolean' ? value : '[redacted]'
}
