/** The program's own log. Fields named `text`, `token`, `secret`, `code` and the like are redacted. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** For programs that report in their own way, and for tests. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
