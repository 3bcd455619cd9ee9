import { defaultLanguage, type LanguageCode, toLanguageCode } from '../../core/domain/languages.ts'
import { removeQuotations } from '../../core/domain/quotations.ts'
import { blocksOf, outdent, parseLines, type TranscriptLine } from '../../core/domain/text.ts'
import type { ModelRequest } from '../../core/ports/chat-model.ts'
import { splitSentences } from '../sentences.ts'

/** What a request to summarize a part of a channel's conversation shows. */
export interface ChannelRequest {
  readonly language: LanguageCode
  /** The messages. Of summaries, each sentence counts as one. */
  readonly lines: readonly TranscriptLine[]
  /** The topics of each summary. Empty for messages. */
  readonly topics: readonly (readonly string[])[]
}

const topicsPattern = /^[^\n]*; topics: ([^\n]*)$/m

/** Parses the request that src/channels/write/prompt.ts builds. Undefined if it is another one. */
export function parseChannelRequest({ messages }: ModelRequest): ChannelRequest | undefined {
  const instruction = messages.find(({ role }) => role === 'system')?.content ?? ''
  const material = messages.find(({ role }) => role === 'user')?.content ?? ''
  if (!instruction.startsWith('Summarize a part of the conversation in a channel.')) return undefined
  const language = toLanguageCode(/^Language: (\w+)$/m.exec(instruction)?.[1] ?? '') ?? defaultLanguage
  const summaries = blocksOf(material, 'summary')
  if (summaries.length > 0) return { language, ...parseSummaries(summaries) }
  const lines = blocksOf(material, 'channel').flatMap(parseLines)
  return { language, lines: lines.map((line) => ({ ...line, text: removeQuotations(line.text) })), topics: [] }
}

function parseSummaries(summaries: readonly string[]): Pick<ChannelRequest, 'lines' | 'topics'> {
  const sentences = summaries.flatMap((summary) => splitSentences(outdent(summary.slice(summary.indexOf('\n') + 1))))
  return {
    lines: sentences.map((text, index) => ({ id: index + 1, time: '', role: 'user', name: '', text })),
    topics: summaries.map((summary) => topicsPattern.exec(summary)?.[1]?.split(', ') ?? []),
  }
}
