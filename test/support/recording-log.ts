import type { Log } from '../../src/core/ports/log.ts'

/** What was logged, for tests that read it. */
export interface LogLine {
  readonly level: keyof Log
  readonly fields: Record<string, unknown>
  readonly message: string
}

export interface RecordingLog extends Log {
  readonly lines: readonly LogLine[]
}

export function recordingLog(): RecordingLog {
  const lines: LogLine[] = []
  const record = (level: keyof Log) => (fields: object, message: string) => void lines.push({ level, fields: { ...fields }, message })
  return { lines, debug: record('debug'), info: record('info'), warn: record('warn'), error: record('error') }
}

/** The port that an adapter says it listens on. */
export function listeningPort({ lines }: Pick<RecordingLog, 'lines'>): number | undefined {
  const port = lines.find(({ fields }) => 'port' in fields)?.fields['port']
  return typeof port === 'number' ? port : undefined
}
