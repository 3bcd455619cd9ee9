import type { SampleEvent } from '../../fakes/sample-event.ts'

/** An event with one thing wrong. */
export interface Mutation {
  /** Such as "photo: message.photo.0.width = null". */
  readonly name: string
  /** The name of the sample and the path of the field, if it is still one. */
  readonly sample?: string
  readonly field?: string
  readonly payload: unknown
}

type Path = readonly (string | number)[]

/** What a value is replaced by, by its type: values of other types, and some of the same type that say nothing or too much. */
const substitutes: Readonly<Record<string, readonly unknown[]>> = {
  string: [7, {}, ''],
  number: ['text', {}, -1, Number.MAX_SAFE_INTEGER],
  boolean: ['text', []],
  object: ['text', 7, [], {}],
  list: ['text', 7, {}, []],
  null: ['text', 7, {}],
}

/** Payloads that have nothing of an event. */
const foreignShapes: readonly Mutation[] = [null, [], {}, 'text', '', 7, true].map((payload) => ({
  name: `nothing but ${JSON.stringify(payload)}`,
  payload,
}))

/**
 * Removes, nulls and replaces every field of every sample, one at a time. All changes of one kind to a sample follow each other, so that
 * every tenth mutation is a sample of all kinds.
 */
export function mutateAll(samples: readonly SampleEvent[]): Mutation[] {
  return [...samples.flatMap(mutate), ...foreignShapes]
}

function mutate({ name: sample, payload }: SampleEvent): Mutation[] {
  const fields = listFields(payload)
  const replacements = fields.flatMap(({ path, value }) => {
    const others = [null, ...(substitutes[typeOf(value)] ?? [])].filter((other) => JSON.stringify(other) !== JSON.stringify(value))
    return others.map((other, order) => ({ path, other, order }))
  })
  const change = (path: Path, what: string, changed: unknown): Mutation => {
    const field = path.join('.')
    return { name: `${sample}: ${field} ${what}`, sample, field, payload: changed }
  }
  return [
    ...fields.map(({ path }) => change(path, 'removed', withoutField(payload, path))),
    ...replacements
      .toSorted((a, b) => a.order - b.order)
      .map(({ path, other }) => change(path, `= ${JSON.stringify(other)}`, withField(payload, path, other))),
  ]
}

/** Returns the fields of a sample with which it is no longer what it was, if one of them is wrong. */
export function findNeededFields(sample: SampleEvent, isWhole: (payload: unknown) => boolean): string[] {
  const broken = mutate(sample).filter(({ payload }) => !isWhole(payload))
  return [...new Set(broken.flatMap(({ field }) => field ?? []))]
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  return value === null ? 'null' : typeof value
}

/** The fields of objects and the items of lists, at every depth. */
function listFields(value: unknown, path: Path = []): { readonly path: Path; readonly value: unknown }[] {
  if (typeof value !== 'object' || value === null) return []
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return entries.flatMap(([key, child]) => [{ path: [...path, key], value: child }, ...listFields(child, [...path, key])])
}

function withField(value: unknown, path: Path, other: unknown): unknown {
  return changeAt(value, path, () => other)
}

function withoutField(value: unknown, path: Path): unknown {
  const key = path.at(-1)
  return changeAt(value, path.slice(0, -1), (parent) => {
    if (Array.isArray(parent)) return parent.toSpliced(Number(key), 1)
    return Object.fromEntries(Object.entries(parent as object).filter(([name]) => name !== key))
  })
}

function changeAt(value: unknown, [key, ...rest]: Path, change: (before: unknown) => unknown): unknown {
  if (key === undefined) return change(value)
  if (Array.isArray(value)) return value.with(Number(key), changeAt(value[Number(key)], rest, change))
  const fields = value as Readonly<Record<string, unknown>>
  return { ...fields, [key]: changeAt(fields[key], rest, change) }
}
