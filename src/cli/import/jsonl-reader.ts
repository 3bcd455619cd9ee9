import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ImportedMessage } from '../../threads/messages/import-messages.ts'

/** A refused line, with its number in the file, starting at 1. */
export interface LineProblem {
  readonly line: number
  /** The expected format. */
  readonly problem: string
}

export type ParsedLine = ImportedMessage | LineProblem | undefined

// The error message of every check states what the field accepts.
const nonEmptyString = (takes: string) => z.string({ error: takes }).refine((text) => text.trim() !== '', { error: takes })

const shape = z.object(
  {
    sentAt: z.iso.datetime({ offset: true, error: 'a time such as 2026-03-01T09:30:00Z' }),
    role: z.enum(['user', 'assistant'], { error: 'user or assistant' }),
    text: nonEmptyString('some text'),
    author: z.string({ error: 'a name, or omitted' }).optional(),
    externalId: nonEmptyString('a unique id, or omitted').optional(),
  },
  { error: 'an object' },
)

/**
 * Parses the lines of a JSONL file one by one. A line without an id gets an id derived from its content, so that importing the file again
 * yields the same ids. Identical lines are numbered.
 */
export function createJsonlReader(now: Date): (line: string, number: number) => ParsedLine {
  const times = new Map<string, number>()
  return (line, number) => {
    const text = number === 1 ? line.replace(/^\uFEFF/, '') : line
    if (text.trim() === '') return undefined
    const read = shape.safeParse(parseLine(text))
    if (!read.success) return { line: number, problem: describeProblem(read.error) }
    const { sentAt: time, author, externalId, ...rest } = read.data
    const sentAt = new Date(time)
    if (sentAt > now) return { line: number, problem: '"sentAt" is in the future; only past messages can be imported' }
    return { ...rest, sentAt, ...(author && { author }), externalId: externalId ?? deriveId(times, `${time}\n${rest.role}\n${rest.text}`) }
  }
}

function parseLine(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function describeProblem(error: z.ZodError): string {
  const [issue] = error.issues
  const field = issue?.path.join('.')
  return field
    ? `"${field}" must be ${issue?.message}`
    : 'it must be a JSON object such as {"sentAt":"2026-03-01T09:30:00Z","role":"user","text":"Hello"}'
}

function deriveId(times: Map<string, number>, content: string): string {
  const hash = createHash('sha256').update(content).digest('base64url')
  const time = (times.get(hash) ?? 0) + 1
  times.set(hash, time)
  return `sha256:${hash}:${time}`
}
