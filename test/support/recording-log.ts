import type { Log } from '../../src/core/ports/log.ts'

/** What was logged, for tests that read it. */
export interface LogLine {
  readonly level: keyof Log
  readonly fields: Record<string, unknown>
  readonly message: string
}

export function recordingLog(): Log & { readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = []
  const record = (level: keyof Log) => (fields: object, message: string) => void lines.push({ level, fields: { ...fields }, message })
  return { lines, debug: record('debug'), info: record('info'), warn: record('warn'), error: record('error') }
}
