import { Writable } from 'node:stream'
import { type DestinationStream, destination, pino } from 'pino'
import type { Log } from '../core/ports/log.ts'
import { redact, redactText } from './redact.ts'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

export interface LogConfig {
  readonly level?: (typeof logLevels)[number]
  /** Readable lines instead of JSON. The default if standard output is a terminal. */
  readonly pretty?: boolean
  /** Standard output by default. */
  readonly to?: DestinationStream
}

/** Creates the log, as JSON lines. Secrets and users' text are redacted from fields and messages. */
export function createLog({ level = 'info', pretty = process.stdout.isTTY === true, to }: LogConfig = {}): Log {
  // Written synchronously, because a buffered line would be lost if the process is killed.
  const out = to ?? destination({ dest: 1, sync: true })
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    pretty ? prettyStream(out) : out,
  )
  const isRepeated = pretty ? createRepetitionFilter() : () => false
  const write = (name: 'debug' | 'info' | 'warn' | 'error') => (fields: object, message: string) => {
    if (logger.isLevelEnabled(name) && !(name === 'warn' && isRepeated(message))) logger[name](redact(fields), redactText(message))
  }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

/** In ms. */
const repetitionMs = 10 * 60_000
const maxRemembered = 100

/**
 * Returns a function that tells whether a warning was shown a while ago. In a terminal, repeated warnings of background work would push
 * everything else out of sight.
 */
function createRepetitionFilter(): (message: string) => boolean {
  const shownAt = new Map<string, number>()
  return (message) => {
    const now = Date.now()
    const isRepeated = now - (shownAt.get(message) ?? Number.NEGATIVE_INFINITY) < repetitionMs
    if (!isRepeated) shownAt.set(message, now)
    for (const oldest of shownAt.keys()) {
      if (shownAt.size <= maxRemembered) break
      shownAt.delete(oldest)
    }
    return isRepeated
  }
}

function prettyStream(out: DestinationStream): Writable {
  return new Writable({
    decodeStrings: false,
    write(line, _encoding, done) {
      out.write(prettyLine(String(line)))
      done()
    },
  })
}

const colors: Readonly<Record<string, string>> = { debug: '\u001b[2m', info: '', warn: '\u001b[33m', error: '\u001b[31m' }

/** `09:30:05 warn  A job failed  job=answer-thread threadId=7`, with an error's stack on separate lines. */
function prettyLine(json: string): string {
  const { level, time, msg, ...fields } = JSON.parse(json) as Record<string, unknown>
  const clock = new Date(String(time)).toTimeString().slice(0, 8)
  const stacks: string[] = []
  const parts = Object.entries(fields).map(([name, value]) => {
    if (isError(value)) {
      if (value.stack) stacks.push(`\n  ${value.stack.replaceAll('\n', '\n  ')}`)
      return `${name}="${value.message}"`
    }
    return `${name}=${typeof value === 'string' && /^\S+$/.test(value) ? value : JSON.stringify(value)}`
  })
  const stackText = level === 'error' || level === 'debug' ? stacks.join('') : ''
  const rest = parts.length > 0 ? `  \u001b[2m${parts.join(' ')}\u001b[22m` : ''
  return `\u001b[2m${clock}\u001b[22m ${colors[String(level)] ?? ''}${String(level).padEnd(5)} ${String(msg)}\u001b[0m${rest}${stackText}\n`
}

function isError(value: unknown): value is { readonly message: string; readonly stack?: string } {
  return typeof value === 'object' && value !== null && 'message' in value && 'type' in value
}
