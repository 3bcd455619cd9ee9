import { allTranslators } from '../../core/messages/messages.ts'
import { isQuestionSentence, splitSentences } from '../sentences.ts'
import { toTopicStems } from '../words.ts'
import { listSectionLines, type OfflineSearchHit, type OpenedSummary, type QuotedMessage, type ToolFindings } from './findings.ts'
import { parseQuestion, type Question, type QuestionFocus } from './question.ts'
import { toPlainLine, toSingleLine, truncate } from './wording.ts'

/** A line of an answer: a quoted message, or a line of a day summary. */
export interface AnswerLine {
  readonly day: string
  /** What was said, without its author and citations. */
  readonly said: string
  /** As it is shown. */
  readonly text: string
  /** The message that it is from, or 0 if it cites none. */
  readonly id: number
  /** When it was said. Empty if that is not known. */
  readonly sentAt: string
}

export interface QuotedLine extends AnswerLine {
  readonly isByAssistant: boolean
  /** The words that the search found in it, which may be others than those of the question. */
  readonly foundWords: readonly string[]
  readonly score: number
  /** Whether the summary of the message's day covers it. */
  readonly isSummarized: boolean
}

export const citationPattern = /\[#\d+\]/g

/** Returns the messages that were opened, best first, without questions, the question itself and this model's own answers. */
export function quoteMessages({ messages, hits }: ToolFindings, question: Question): readonly QuotedLine[] {
  const hitOf = (id: number) => hits.find(({ message_id }) => message_id === id)
  const questionLine = toSingleLine(question.text)
  return messages
    .filter((quoted) => !isEcho(quoted, questionLine) && isTelling(quoted.content))
    .map(({ day, author, content, message_id, role, created_at }) => {
      const hit = hitOf(message_id)
      const said = toPlainLine(content)
      return {
        day,
        said,
        id: message_id,
        sentAt: created_at,
        isByAssistant: role === 'assistant',
        foundWords: findMarkedWords(hit),
        score: hit?.score ?? 0,
        isSummarized: hit?.covered_by_summary ?? false,
        text: `${author ? `${truncate(toPlainLine(author), 60)}: ` : ''}${truncate(said)} [#${message_id}]`,
      }
    })
}

/** Returns the words that a search marks in its snippet: **word**. */
const findMarkedWords = (hit: OfflineSearchHit | undefined): readonly string[] =>
  Array.from((hit?.snippet ?? '').matchAll(/\*\*([^*]{1,60})\*\*/g), ([, word = '']) => word)

/** Whether a text states something. An earlier question is not an answer. */
function isTelling(content: string): boolean {
  const sentences = splitSentences(content)
  const statements = sentences.filter((sentence) => !isQuestionSentence(sentence) && !parseQuestion(sentence))
  return sentences.length === 0 || statements.some((sentence) => toTopicStems(sentence).length > 0 || /\p{N}/u.test(sentence))
}

/** Whether a line is the question itself, or an earlier answer of this model. */
function isEcho({ role, content }: QuotedMessage, questionLine: string): boolean {
  if (role === 'assistant')
    return allTranslators.some((write) => content.includes(write('offline.noModel')) || content.includes(write('offline.stillNoModel')))
  return toSingleLine(content) === questionLine
}

/** Returns the lines of a day summary that answer questions of a kind. */
export function toSummaryLines(summary: OpenedSummary, focus: QuestionFocus): readonly AnswerLine[] {
  // The narrative of a model has no citations, so the day's decisions follow it.
  const lines =
    focus === 'summary' || focus === 'anything'
      ? [...listSectionLines(summary, 'summary'), ...listSectionLines(summary, 'decisions')]
      : listSectionLines(summary, focus)
  return lines.map((line) => toAnswerLine(summary.day, line))
}

/** Returns all that a day summary tells with a citation, one by one. */
export function quoteSummary(summary: OpenedSummary): readonly QuotedLine[] {
  const sections = ['decisions', 'open', 'goals', 'summary'] as const
  return sections.flatMap((section) =>
    listSectionLines(summary, section).flatMap((line) =>
      (line.match(/[^[\]]+(?:\s*\[#\d+\])+/g) ?? []).map(
        (cited): QuotedLine => ({
          ...toAnswerLine(summary.day, cited.trim()),
          isByAssistant: false,
          foundWords: [],
          score: 0,
          isSummarized: true,
        }),
      ),
    ),
  )
}

/** Truncates the text of a summary line, but keeps its citations. */
function toAnswerLine(day: string, line: string): AnswerLine {
  const citations = line.match(citationPattern) ?? []
  const said = toPlainLine(line)
  return { day, said, id: Number(citations[0]?.slice(2, -1) ?? 0), sentAt: '', text: [truncate(said), ...citations].join(' ') }
}
