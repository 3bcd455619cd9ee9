import type { ArgumentKind, CommandDeclaration } from '../../../src/core/ports/commands.ts'
import { fixedChoice } from '../../support/random.ts'

/** Words that stand beside the hidden ones, everything at once, names of themes, and what the hidden ones begin with. */
export const words = [
  'The message hides',
  '*',
  '',
  '%',
  'sesame',
  'sesame000',
  'hides',
  'tool output',
  'day summary',
  'memory',
  'travel',
  'archived memory',
  'chunk',
  'title of a place',
] as const

export const dates = ['2026-11-10', '2026-11-17', '2026-11-18', 'yesterday', 'last week'] as const

/** JSON Schema as far as the declarations of tools use it. */
export interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
}

/** What somebody who looks for what is not theirs would try. */
export interface Tries {
  /** Ids of rows of others, of all tables. */
  readonly ids: readonly number[]
  /** Words, wildcards, dates, names, cursors. */
  readonly texts: readonly string[]
}

type Arguments = Readonly<Record<string, unknown>>

/** Beyond this, a number is no count: it names a row. */
const mostCounted = 100_000

export const namesRow = ({ type, maximum = Number.POSITIVE_INFINITY }: Schema) => type === 'integer' && maximum > mostCounted

/**
 * Every value of every argument, alone with what is required; then as many at once, in combinations of a fixed choice.
 * Throws for an argument that it cannot make up: whoever adds such a tool says here what is hostile for it.
 */
export function hostileArguments(
  name: string,
  parameters: Schema,
  { tries, combinations }: { tries: Tries; combinations: number },
): Arguments[] {
  if (parameters.type !== 'object')
    throw new Error(`The arguments of ${name} are of the type ${parameters.type}: they should be an object.`)
  const fields = Object.entries(parameters.properties ?? {})
  const values = new Map(fields.map(([field, schema]) => [field, hostileValues(`${name}.${field}`, schema, tries)]))
  const required = requiredArguments(name, parameters, tries)
  const alone = fields.flatMap(([field]) => (values.get(field) ?? []).map((value) => ({ ...required, [field]: value })))
  const random = fixedChoice()
  const together = Array.from({ length: fields.length > 1 ? combinations : 0 }, () => {
    const chosen = fields.filter(([field]) => field in required || random(2) === 0)
    return Object.fromEntries(chosen.map(([field]) => [field, values.get(field)?.[random(values.get(field)?.length ?? 0)]]))
  })
  return [required, ...alone, ...together]
}

/** What cannot be left out, as its first value. */
export function requiredArguments(name: string, { required = [], properties = {} }: Schema, tries: Tries): Arguments {
  return Object.fromEntries(required.map((field) => [field, hostileValues(`${name}.${field}`, properties[field] ?? {}, tries)[0]]))
}

/** Not only those that are accepted. */
function hostileValues(name: string, schema: Schema, tries: Tries): readonly unknown[] {
  if (schema.enum) return schema.enum
  if (schema.const !== undefined) return [schema.const]
  if (schema.anyOf) return schema.anyOf.flatMap((one) => hostileValues(name, one, tries))
  switch (schema.type) {
    case 'string':
      // A time to come, so that the loop is found or not.
      return name === 'loop_snooze.until' ? ['tomorrow', ...tries.texts] : tries.texts
    case 'integer':
    case 'number':
      return namesRow(schema) ? tries.ids : [schema.minimum ?? 0, schema.maximum ?? mostCounted, 1, 3, -1]
    case 'boolean':
      return [true, false]
    case 'array': {
      const items = hostileValues(name, schema.items ?? {}, tries)
      return [[], items.slice(0, 10), ...items.slice(0, 20).map((item) => [item])]
    }
    default:
      throw new Error(
        `Nothing hostile is known for ${name}, which is ${JSON.stringify(schema)}: say in test/e2e/attacks/hostile.ts what to try.`,
      )
  }
}

/** What is written for an argument of a command, by its kind. */
const written: Readonly<Record<ArgumentKind, (ids: readonly number[]) => readonly string[]>> = {
  day: () => dates,
  search: (ids) => [...words.filter((word) => word !== ''), ...dates, ...ids.map((id) => `#${id}`)],
  text: (ids) => [...ids.flatMap((id) => [`${id}`, `#${id}`]), 'on', 'off', 'travel', 'everything', 'hides'],
  choice: () => [],
}

/** What can be written for several arguments is tried in about so many lines, or there would be thousands. */
const mostLines = 400

/** A command alone, and with each of what can be written after it. Throws for a kind of argument that it does not know. */
export function hostileLines({ name, arguments: declared }: CommandDeclaration, ids: readonly number[]): string[] {
  const values = declared.map(({ name: argument, kind, choices }) => {
    if (!written[kind])
      throw new Error(`Nothing hostile is known for "${argument}" of /${name}, of the kind ${kind}: say above what to write.`)
    return choices ?? written[kind](ids)
  })
  const [first = [], ...rest] = values
  const tails = rest.map((others) => others.filter((_, index) => index % Math.ceil((others.length * first.length) / mostLines) === 0))
  const lines = tails.reduce((heads, tail) => heads.flatMap((head) => [head, ...tail.map((value) => `${head} ${value}`)]), [...first])
  return [`/${name}`, ...lines.map((line) => `/${name} ${line}`)]
}
