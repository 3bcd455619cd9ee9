import { clip } from '../../src/core/domain/text.ts'

const maxDepth = 6
const maxFields = 40
const maxLength = 2_000

/**
 * Describes a payload by the names and types of its fields, such as `{id: number, from: {name: string}}`. For logs, which must not contain
 * the values.
 */
export function describeShape(payload: unknown): string {
  return clip(describeValue(payload, 0), maxLength)
}

function describeValue(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  if (depth === maxDepth) return '…'
  if (Array.isArray(value)) return `[${value.length === 0 ? '' : `${value.length} × ${describeValue(value[0], depth + 1)}`}]`
  const entries = Object.entries(value)
  const fields = entries.slice(0, maxFields).map(([name, field]) => `${describeName(name)}: ${describeValue(field, depth + 1)}`)
  return `{${[...fields, ...(entries.length > maxFields ? ['…'] : [])].join(', ')}}`
}

/** Some objects are lists by id or by a user's words. These are values, not names of fields. */
function describeName(name: string): string {
  return /^[a-z_][a-z0-9_]{0,39}$/i.test(name) ? name : '*'
}
