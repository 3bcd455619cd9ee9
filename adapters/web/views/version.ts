import { createHash } from 'node:crypto'

/** Returns a short text that changes with what a part of the page shows. */
export function versionOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16)
}
