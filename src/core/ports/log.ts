/** The program's own log. Redacts fields named `text`, `token`, `secret`, `code` and the like. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** For programs that report in their own way, and for tests. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
