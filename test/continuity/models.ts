import { ModelError } from '../../src/core/domain/errors.ts'
import { blocksOf, outdent } from '../../src/core/domain/text.ts'
import type { ChatModel, ModelRequest } from '../../src/core/ports/chat-model.ts'
import { offlineSummarizer } from '../../src/offline/summary/summarizer.ts'
import { ScriptedModel } from '../support/scripted-model.ts'
import { shownLines, summaryText } from '../support/summaries.ts'
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

/** Creates the model that summarizes days. It fails for `failing` days, on every attempt. */
export function createSummarizer(name: SummarizerName, failing: FailingDays): ChatModel {
  const assertWorks = (request: ModelRequest) => {
    const days = shownLines(request).flatMap(({ text }) => findLine(text)?.at.slice(0, 10) ?? [])
    if (days.some((day) => failing.has(day))) throw new ModelError('unavailable', 'The summary model is not available.')
  }
  if (name === 'offline') {
    return {
      name: offlineSummarizer.name,
      contextWindow: offlineSummarizer.contextWindow,
      countTokens: (text) => offlineSummarizer.countTokens(text),
      async *stream(request, signal) {
        assertWorks(request)
        yield* offlineSummarizer.stream(request, signal)
      },
    }
  }
  return new ScriptedModel((request) => {
    assertWorks(request)
    const written = blocksOf(request.messages[1]?.content ?? '', 'summary-so-far').flatMap(
      (draft) => outdent(draft).match(/(?<=^- )(?!None).+$/gm) ?? [],
    )
    const added = shownLines(request).flatMap(({ id, text }) => {
      const gist = findLine(text)?.gist
      return gist === undefined ? [] : [`${gist} [#${id}]`]
    })
    return { text: summaryText({ narrative: 'What mattered is below.', decisions: [...new Set([...written, ...added])] }) }
  }, 128_000)
}
