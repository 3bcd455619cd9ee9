import { ModelError } from '../../src/core/domain/errors.ts'
import { blocksOf, outdent } from '../../src/core/domain/text.ts'
import type { ChatModel } from '../../src/core/ports/chat-model.ts'
import { offlineSummarizer } from '../../src/offline/summary/summarizer.ts'
import { shownLines, summaryText } from '../support/summaries.ts'
import type { SentBody, ServerAnswer } from './model-server.ts'
import { isLine, type Line, script } from './script.ts'

/** Who writes the day summaries: a model that keeps every stated gist, or the offline summarizer. */
export type SummarizerName = 'good' | 'offline'

/** The days whose summaries fail. */
export type FailingDays = ReadonlySet<string>

const edits = script.flatMap((step) => ('do' in step && step.do === 'edit' ? [step] : []))

/** The lines of the script by how they begin, also after their edit, because a summary request cuts long texts. */
const linesByText = new Map(
  script
    .filter(isLine)
    .flatMap((line) => [
      [normalize(line.text), line] as const,
      ...edits.filter(({ id }) => id === line.id).map(({ text }) => [normalize(text), line] as const),
    ]),
)

function normalize(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 60)
}

const findLine = (text: string): Line | undefined => linesByText.get(normalize(text))

type SummaryRequest = Parameters<typeof shownLines>[0]

const mustFail = (request: SummaryRequest, failing: FailingDays): boolean =>
  shownLines(request).some(({ text }) => failing.has(findLine(text)?.at.slice(0, 10) ?? ''))

const failure = 'The summary model is not available.'

/** Answers a request for a summary as a model that keeps the gist of each message it is shown. Fails for `failing` days, on every attempt. */
export function answerSummary({ messages }: SentBody, failing: FailingDays): ServerAnswer {
  if (mustFail({ messages }, failing)) return { fails: failure }
  const written = blocksOf(messages[1]?.content ?? '', 'summary-so-far').flatMap(
    (draft) => outdent(draft).match(/(?<=^- )(?!None).+$/gm) ?? [],
  )
  const added = shownLines({ messages }).flatMap(({ id, text }) => {
    const gist = findLine(text)?.gist
    return gist === undefined ? [] : [`${gist} [#${id}]`]
  })
  return { text: summaryText({ narrative: 'What mattered is below.', decisions: [...new Set([...written, ...added])] }) }
}

/** Creates the offline summarizer, which fails for `failing` days, on every attempt. */
export const createOfflineSummarizer = (failing: FailingDays): ChatModel => ({
  name: offlineSummarizer.name,
  contextWindow: offlineSummarizer.contextWindow,
  countTokens: (text) => offlineSummarizer.countTokens(text),
  async *stream(request, signal) {
    if (mustFail(request, failing)) throw new ModelError('unavailable', failure)
    yield* offlineSummarizer.stream(request, signal)
  },
})
