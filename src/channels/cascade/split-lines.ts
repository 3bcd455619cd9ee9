import { timeOfDay } from '../../core/ports/clock.ts'
import { estimateTokens } from '../../model/tokens.ts'
import { splitTranscript } from '../../summaries/generate/split-transcript.ts'
import type { ChannelLine } from '../summary-material.ts'

/** Splits messages into parts of at most `maxTokens` tokens. A message that is too long continues in the next part. */
export function splitLines(lines: readonly ChannelLine[], maxTokens: number, timezone: string): ChannelLine[][] {
  const byId = new Map(lines.map((line) => [line.id, line]))
  const transcript = lines.map(({ id, sentAt, role, author, text }) => ({
    id,
    time: timeOfDay(sentAt, timezone),
    role,
    name: author,
    text,
  }))
  return splitTranscript(transcript, maxTokens, { countTokens: estimateTokens }).map((part) =>
    part.flatMap(({ id, text }) => {
      const line = byId.get(id)
      return line ? [{ ...line, text }] : []
    }),
  )
}
