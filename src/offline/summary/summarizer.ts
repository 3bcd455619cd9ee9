import { ModelError } from '../../core/domain/errors.ts'
import { defaultLanguage, toLanguageCode } from '../../core/domain/languages.ts'
import { blocksOf, outdent, parseLines, type TranscriptLine } from '../../core/domain/text.ts'
import { type Translate, translatorOf } from '../../core/messages/messages.ts'
import type { ChatModel, ModelEvent, ModelRequest } from '../../core/ports/chat-model.ts'
import { estimateTokens } from '../../model/tokens.ts'
import { parseChannelRequest } from '../channel/request.ts'
import { summarizeChannel } from '../channel/summarize-channel.ts'
import { parseSessionRequest } from '../session/request.ts'
import { takeSessionNotes } from '../session/take-notes.ts'
import { dropCompleted } from './completion.ts'
import { emptyDraft, mergeDrafts, type OfflineBullet, type OfflineSummaryDraft, parseDraft, renderDraft } from './draft.ts'
import { chooseFacts } from './facts.ts'
import { collectLists } from './lists.ts'
import { type ResolvedStatement, resolveReferences } from './references.ts'
import { countStems } from './score.ts'
import { readStatements } from './statements.ts'

/**
 * Writes the summaries of days and channels, and takes the notes of sessions, if no language model is configured. It has no understanding:
 * it collects sentences, sorts them by cues, replaces pronouns where it is clear what they stand for, and keeps the bullets of earlier
 * summaries. Deterministic.
 */
export const offlineSummarizer: ChatModel = {
  name: 'offline',
  contextWindow: 128_000,
  countTokens: estimateTokens,
  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    if (signal.aborted) throw new ModelError('cancelled', 'The summary was stopped.')
    yield { type: 'text', delta: answerRequest(request) }
    yield { type: 'end', reason: 'stop' }
  },
}

function answerRequest(request: ModelRequest): string {
  const session = parseSessionRequest(request)
  if (session) return takeSessionNotes(session)
  const channel = parseChannelRequest(request)
  return channel ? summarizeChannel(channel) : summarize(request)
}

function summarize(request: ModelRequest): string {
  const { translate, earlierDrafts, lines } = parseRequest(request)
  const unanswered = earlierDrafts.at(-1)?.lists.openLoops.filter(({ isUnanswered }) => isUnanswered) ?? []
  const statements = resolveReferences(readStatements([...unanswered.map(toAssistantLine), ...lines], translate.language))
  const drafts = lines.length > 0 ? [...earlierDrafts, extractDraft(statements, translate)] : earlierDrafts
  const draft = drafts.length > 0 ? dropCompleted(mergeDrafts(drafts), statements) : emptyDraft
  return renderDraft(draft, translate)
}

interface ParsedSummaryRequest {
  readonly translate: Translate
  /** The summary so far, or the summaries of the parts of the day. */
  readonly earlierDrafts: readonly OfflineSummaryDraft[]
  readonly lines: readonly TranscriptLine[]
}

/** Parses the request that src/summaries/generate/prompt.ts builds. */
function parseRequest({ messages }: ModelRequest): ParsedSummaryRequest {
  const instruction = messages.find(({ role }) => role === 'system')?.content ?? ''
  const material = messages.find(({ role }) => role === 'user')?.content ?? ''
  const translate = translatorOf(toLanguageCode(/^Language: (\w+)$/m.exec(instruction)?.[1] ?? '') ?? defaultLanguage)
  const earlierDrafts = [...blocksOf(material, 'summary-so-far'), ...blocksOf(material, 'part')].map((summary) =>
    parseDraft(outdent(summary)),
  )
  return { translate, earlierDrafts, lines: blocksOf(material, 'transcript').flatMap(parseLines) }
}

/** Repeats what was unanswered in the summary so far, because the new messages may answer it. */
const toAssistantLine = ({ text, ids }: OfflineBullet): TranscriptLine => ({ id: ids[0] ?? 0, time: '', role: 'assistant', name: '', text })

function extractDraft(statements: readonly ResolvedStatement[], translate: Translate): OfflineSummaryDraft {
  if (statements.length === 0) return emptyDraft
  const counts = countStems(statements)
  const told = collectLists(statements, counts)
  const messages = new Set(statements.map(({ id }) => id)).size
  return {
    facts: chooseFacts({ statements, counts, told, translate }),
    lists: dropCompleted(told, statements).lists,
    opening: `${translate('offline.messages', { count: messages })}.`,
  }
}
