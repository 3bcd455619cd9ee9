import type { LanguageCode } from '../core/domain/languages.ts'

/** A message of a channel as the model reads it. */
export interface ChannelLine {
  readonly id: number
  readonly sentAt: Date
  readonly role: 'user' | 'assistant'
  readonly author: string
  readonly text: string
  readonly imageCount: number
  readonly fileCount: number
}

/** What a summary stands for. */
export interface SummarizedSpan {
  /** When the first and the last message were sent. */
  readonly startsAt: Date
  readonly endsAt: Date
  readonly messageCount: number
  readonly imageCount: number
  readonly fileCount: number
}

export interface WrittenText {
  /** At most five words or phrases. */
  readonly topics: readonly string[]
  readonly text: string
}

/** What a summary is made from: messages, or the summaries of what came one after the other. */
export type SummaryMaterial = {
  readonly language: LanguageCode
  /** IANA name. */
  readonly timezone: string
} & ({ readonly lines: readonly ChannelLine[] } | { readonly summaries: readonly (SummarizedSpan & WrittenText)[] })

/** Adds up what several summaries stand for. There is at least one. */
export function mergeSpans(spans: readonly SummarizedSpan[]): SummarizedSpan {
  const times = spans.flatMap(({ startsAt, endsAt }) => [startsAt.getTime(), endsAt.getTime()])
  const sum = (count: 'messageCount' | 'imageCount' | 'fileCount') => spans.reduce((total, span) => total + span[count], 0)
  return {
    startsAt: new Date(Math.min(...times)),
    endsAt: new Date(Math.max(...times)),
    messageCount: sum('messageCount'),
    imageCount: sum('imageCount'),
    fileCount: sum('fileCount'),
  }
}

/** Returns what messages stand for. There is at least one. */
export const spanOfLines = (lines: readonly ChannelLine[]): SummarizedSpan =>
  mergeSpans(
    lines.map(({ sentAt, imageCount, fileCount }) => ({ startsAt: sentAt, endsAt: sentAt, messageCount: 1, imageCount, fileCount })),
  )
