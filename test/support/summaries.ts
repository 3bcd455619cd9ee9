import { createOutbox } from '../../src/conversation/deliver/outbox.ts'
import { blocksOf, parseLines, type TranscriptLine } from '../../src/core/domain/text.ts'
import type { Broadcast, BroadcastEvent } from '../../src/core/ports/broadcast.ts'
import type { ChatModel } from '../../src/core/ports/chat-model.ts'
import type { JobName, JobPayloads, Jobs } from '../../src/core/ports/jobs.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import { createLocalBroadcast } from '../../src/jobs/embedded/open-queue.ts'
import { offlineSummarizer } from '../../src/offline/summary/summarizer.ts'
import type { Store } from '../../src/store/store.ts'
import type { SummaryDeps } from '../../src/summaries/deps.ts'
import { defaultSummarySettings, type SummarySettings } from '../../src/summaries/settings.ts'
import { TestClock } from './clock.ts'
import { ScriptedModel } from './scripted-model.ts'

export type Queued = { [Name in JobName]: { name: Name; payload: JobPayloads[Name]; delayMs: number } }[JobName]

export interface SummaryBench extends SummaryDeps {
  readonly clock: TestClock
  readonly queued: Queued[]
  readonly news: BroadcastEvent[]
}

export interface BenchOptions {
  readonly model?: ChatModel
  readonly clock?: TestClock
  readonly settings?: Partial<SummarySettings>
  readonly backgroundTokensPerDay?: number
  readonly workerName?: string
}

/** The parts of the day summaries on a real store: jobs are only written down, and the model says what a test tells it. */
export function summaryBench(store: Store, options: BenchOptions = {}): SummaryBench {
  const clock = options.clock ?? new TestClock()
  const queued: Queued[] = []
  const news: BroadcastEvent[] = []
  const jobs: Pick<Jobs, 'add'> = {
    async add(name, payload, { delayMs = 0 } = {}) {
      queued.push({ name, payload, delayMs } as Queued)
    },
  }
  const broadcast: Broadcast = { ...createLocalBroadcast(silentLog), publish: (event) => void news.push(event) }
  return {
    store,
    clock,
    log: silentLog,
    workerName: options.workerName ?? 'worker',
    jobs,
    queued,
    broadcast,
    news,
    model: options.model ?? citingModel(),
    post: createOutbox(clock, new Map()),
    defaultTimezone: 'UTC',
    backgroundWork: { tokensPerDay: options.backgroundTokensPerDay ?? 0, offlineModel: offlineSummarizer },
    summarySettings: { ...defaultSummarySettings, ...options.settings },
  }
}

/** The lines a request for a summary shows. */
export function shownLines(request: { readonly messages: readonly { readonly content: string }[] }): TranscriptLine[] {
  return blocksOf(request.messages[1]?.content ?? '', 'transcript').flatMap(parseLines)
}

/** A summary in the template, in English. */
export function summaryText(lists: { decisions?: readonly string[]; narrative?: string } = {}): string {
  const decisions = lists.decisions?.map((text) => `- ${text}`).join('\n') ?? '- None'
  return `## Summary\n${lists.narrative ?? 'A day.'}\n\n## Goals\n- None\n\n## Decisions\n${decisions}\n\n## Open loops\n- None\n\n## Next steps\n- None`
}

/** A model whose summaries hold each message it is shown as a decision. */
export function citingModel(): ScriptedModel {
  return new ScriptedModel((request) => ({
    text: summaryText({ decisions: shownLines(request).map(({ id, text }) => `${text.replaceAll('\n', ' ')} [#${id}]`) }),
    usage: { inputTokens: 100, outputTokens: 10 },
  }))
}

export const unstopped = { signal: new AbortController().signal }
