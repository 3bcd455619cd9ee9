import { z } from 'zod'
import { storable } from '../../core/domain/text.ts'
import { findJsonObject } from '../../model/json-answer.ts'
import { noteLimits } from './limits.ts'

const text = z.string().transform((value) => storable(value).replace(/\s+/g, ' ').trim())
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

/** A model's answer in the right form, with texts that can be stored. What it names is not checked. */
export type AnsweredNotes = { readonly summary: string; readonly tone?: string | undefined } & {
  readonly [List in EntryList]: readonly z.output<(typeof entrySchemas)[List]>[]
}

export type ParsedAnswer = { readonly answered: AnsweredNotes } | { readonly problem: string }

/** Parses a model's answer. Understands code fences and text around the JSON. Entries of a wrong form are dropped. */
export function parseNotesAnswer(answer: string): ParsedAnswer {
  const value = findJsonObject(answer, 'summary')
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
