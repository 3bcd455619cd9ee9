import { z } from 'zod'
import { noteLimits } from './limits.ts'

const text = z.string().transform((value) => value.replace(/\s+/g, ' ').trim())
const filled = text.pipe(z.string().min(1))
const optional = text.nullish().transform((value) => value || undefined)

/** Models write 12, "12", "#12" and "L12". */
const id = z
  .union([z.number(), z.string().regex(/^\s*\[?[#L]?\d{1,10}\]?\s*$/)])
  .transform((value) => Number(String(value).replace(/\D/g, '')))

const entrySchemas = {
  names: z.object({ kind: z.enum(['person', 'thing']), name: filled, message: id }),
  moments: z.object({ text: filled, message: id }),
  newLoops: z.object({ owner: z.enum(['user', 'bot', 'other']), ownerName: optional, text: filled, due: optional, message: id }),
  closings: z.object({ loop: id, message: id, state: z.enum(['done', 'dropped']) }),
}

type EntryList = keyof typeof entrySchemas

const entries = z.array(z.unknown()).nullish()
const answerSchema = z.object({
  summary: filled,
  tone: optional.catch(undefined),
  names: entries,
  moments: entries,
  newLoops: entries,
  closings: entries,
})

/** A model's answer in the right form. What it names is not checked. */
export type AnsweredNotes = { readonly summary: string; readonly tone?: string | undefined } & {
  readonly [List in EntryList]: readonly z.output<(typeof entrySchemas)[List]>[]
}

export type ParsedAnswer = { readonly answered: AnsweredNotes } | { readonly problem: string }

/** Parses a model's answer. Understands code fences and text around the JSON. Entries of a wrong form are dropped. */
export function parseNotesAnswer(answer: string): ParsedAnswer {
  const value = findObject(answer)
  if (value === undefined) return { problem: 'The answer contains no complete JSON object.' }
  const parsed = answerSchema.safeParse(value)
  if (!parsed.success) {
    const fields = [...new Set(parsed.error.issues.map(({ path }) => path.join('.') || 'the object'))].slice(0, 6)
    return {
      problem: `The JSON object is wrong in: ${fields.join(', ')}. "summary" is a text that is not empty, and the lists are arrays.`,
    }
  }
  const { summary, tone, names, moments, newLoops, closings } = parsed.data
  return {
    answered: {
      summary,
      tone,
      names: readEntries(names, entrySchemas.names),
      moments: readEntries(moments, entrySchemas.moments),
      newLoops: readEntries(newLoops, entrySchemas.newLoops),
      closings: readEntries(closings, entrySchemas.closings),
    },
  }
}

const readEntries = <Schema extends z.ZodType>(list: readonly unknown[] | null | undefined, schema: Schema): readonly z.output<Schema>[] =>
  (list ?? []).slice(0, noteLimits.entries).flatMap((entry) => {
    const parsed = schema.safeParse(entry)
    return parsed.success ? [parsed.data] : []
  })

/** Parses the object with a summary that a text contains, or else the first object. Reasoning before it may contain braces. */
function findObject(answer: string): unknown {
  const plain = answer.replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, '')
  const end = plain.lastIndexOf('}')
  let first: unknown
  let tries = 0
  for (let start = plain.indexOf('{'); start >= 0 && start < end && tries < maxTries; start = plain.indexOf('{', start + 1), tries++) {
    const value = parseObject(plain.slice(start, end + 1)) ?? parseObject(plain.slice(start, findEnd(plain, start)))
    if (value && 'summary' in value) return value
    first ??= value
  }
  return first
}

/** How many opening braces are tried. */
const maxTries = 20

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns the position after the brace that closes the one at `start`, or `start` if there is none. */
function findEnd(text: string, start: number): number {
  let depth = 0
  for (const { 0: token, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gs)) {
    if (token === '{') depth++
    if (token === '}' && --depth === 0) return start + index + 1
  }
  return start
}
