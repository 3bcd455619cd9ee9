import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { MessageId, SegmentId, ThreadId } from '../../src/core/domain/ids.ts'
import type { JobHandlers, JobName, JobOptions, JobPayloads, JobRun, Jobs } from '../../src/core/ports/jobs.ts'
import type { Log } from '../../src/core/ports/log.ts'
import { jobList } from '../../src/jobs/job-list.ts'
import type { JobQueue, QueueOptions } from '../../src/jobs/job-queue.ts'
import { fastJobList, type JobListChanges } from '../jobs/support/fast-job-list.ts'
import { nodeArguments } from '../support/program.ts'

/** One queue, empty at first, that can be opened again and again: with what it holds by then. */
export interface QueueUnderTest {
  open(parts: QueueOptions): Promise<JobQueue>
  /** Arguments of test/jobs/support/busy-process.ts that lead it to this queue. Called before the queue is first opened. */
  childArguments(): Promise<readonly string[]>
}

/** What every queue must do. `makeQueue` is called in each test. */
export function describeJobs(makeQueue: () => Promise<QueueUnderTest>): void {
  describe('jobs', () => {
    test('a job runs once, with its payload, on its first and not its last try', async () => {
      const { open, seen } = await setup(makeQueue)
      const { jobs } = await open()
      await jobs.start(seen.handlers())
      await jobs.add('deliver-message', { messageId: message(7) })
      await seen.until('deliver-message')
      await jobs.add('deliver-message', { messageId: message(8) })
      await seen.until('deliver-message', 2)
      expect(seen.runs('deliver-message').map(({ payload, attempt, last }) => ({ payload, attempt, last }))).toEqual([
        { payload: { messageId: 7 }, attempt: 1, last: false },
        { payload: { messageId: 8 }, attempt: 1, last: false },
      ])
    })

    test('a delayed job waits its time, and later ones without a delay go first', async () => {
      const { open, seen } = await setup(makeQueue)
      const { jobs } = await open()
      await jobs.start(seen.handlers())
      const addedAt = performance.now()
      await jobs.add('answer-thread', { threadId: thread(1) }, { delayMs: 400 })
      await jobs.add('answer-thread', { threadId: thread(2) })
      await seen.until('answer-thread', 2)
      const [first, second] = seen.runs('answer-thread')
      expect([first!.payload, second!.payload]).toEqual([{ threadId: 2 }, { threadId: 1 }])
      expect(second!.at - addedAt).toBeGreaterThanOrEqual(399)
    })

    test('a job that fails is tried again with growing waits, then given up and logged', async () => {
      const { open, seen, logged } = await setup(makeQueue, { jobs: { 'index-thread': { attempts: 3, backoffMs: 100 } } })
      const { jobs } = await open()
      await jobs.start(seen.handlers({ 'index-thread': () => Promise.reject(new Error('no')) }))
      await jobs.add('index-thread', { threadId: thread(1) })
      await logged.until(/failed for the last time: no/)
      // The next wait would be 400 ms: what comes after it shows that there is no fourth try.
      await jobs.add('answer-thread', { threadId: thread(1) }, { delayMs: 700 })
      await seen.until('answer-thread')
      const runs = seen.runs('index-thread')
      expect(runs.map(({ attempt, last }) => [attempt, last])).toEqual([
        [1, false],
        [2, false],
        [3, true],
      ])
      expect(runs[1]!.at - runs[0]!.at).toBeGreaterThanOrEqual(99)
      expect(runs[2]!.at - runs[1]!.at).toBeGreaterThanOrEqual(199)
    })

    test('a job that fails once is done by its second try', async () => {
      const { open, seen, logged } = await setup(makeQueue)
      const { jobs } = await open()
      await jobs.start(
        seen.handlers({
          'summarize-day': (_payload, { attempt }) => (attempt === 1 ? Promise.reject(new Error('once')) : Promise.resolve()),
        }),
      )
      await jobs.add('summarize-day', { segmentId: 3 as SegmentId, mode: 'manual' })
      await seen.until('summarize-day', 2)
      await jobs.add('answer-thread', { threadId: thread(1) }, { delayMs: 200 })
      await seen.until('answer-thread')
      expect(seen.runs('summarize-day')).toHaveLength(2)
      expect(logged.lines().join()).not.toMatch(/last time/)
    })

    test('a job added before the start runs after it', async () => {
      const { open, seen } = await setup(makeQueue)
      const { jobs } = await open()
      await jobs.add('run-command', { messageId: message(1) })
      expect(seen.runs('run-command')).toHaveLength(0)
      await jobs.start(seen.handlers())
      await seen.until('run-command')
    })

    test('waiting and delayed jobs survive a restart', async () => {
      const { open, seen } = await setup(makeQueue)
      const before = await open()
      const addedAt = performance.now()
      await before.jobs.add('answer-thread', { threadId: thread(1) })
      await before.jobs.add('answer-thread', { threadId: thread(2) }, { delayMs: 500 })
      await before.close()
      const { jobs } = await open()
      await jobs.start(seen.handlers())
      await seen.until('answer-thread', 2)
      // Where the restart itself took that long both were due at once, and either may have come first.
      expect(seen.runs('answer-thread').map(({ payload }) => payload)).toEqual(expect.arrayContaining([{ threadId: 1 }, { threadId: 2 }]))
      const delayed = seen.runs('answer-thread').find(({ payload }) => 'threadId' in payload && payload.threadId === 2)
      expect(delayed!.at - addedAt).toBeGreaterThanOrEqual(499)
    })

    test('a job whose process is killed is run again by the next one', async () => {
      const { queue, open, seen } = await setup(makeQueue)
      const child = await startBusyProcess(await queue.childArguments())
      child.kill('SIGKILL')
      await once(child, 'exit')
      const { jobs } = await open()
      await jobs.start(seen.handlers())
      await seen.until('answer-thread', 1, 20_000)
      expect(seen.runs('answer-thread')[0]!.payload).toEqual({ threadId: 41 })
    })

    test('a queue whose slots are all taken keeps no other waiting', async () => {
      const { open, seen } = await setup(makeQueue, { concurrency: { turns: 2 } })
      const { jobs } = await open()
      const release = gate()
      await jobs.start(seen.handlers({ 'answer-thread': () => release.opened }))
      for (let count = 0; count < 5; count++) await jobs.add('answer-thread', { threadId: thread(count) })
      await seen.until('answer-thread', 2)
      await jobs.add('run-command', { messageId: message(1) })
      await jobs.add('summarize-day', { segmentId: 1 as SegmentId, mode: 'nightly' })
      await jobs.add('index-thread', { threadId: thread(1) })
      for (const name of ['run-command', 'summarize-day', 'index-thread'] as const) await seen.until(name)
      expect(seen.runs('answer-thread')).toHaveLength(2)
      release.open()
      await seen.until('answer-thread', 5)
    })

    test('a scheduled job comes again and again, after a restart too', async () => {
      const { open, seen } = await setup(makeQueue, { jobs: { recover: { everyMs: 100 } } })
      const before = await open()
      await before.jobs.start(seen.handlers())
      await seen.until('recover', 3)
      await before.jobs.stop(1_000)
      await before.close()
      const count = seen.runs('recover').length
      const after = await open()
      await after.jobs.start(seen.handlers())
      await seen.until('recover', count + 3)
    })

    test('a scheduled job that fails comes again at its time', async () => {
      const { open, seen } = await setup(makeQueue, { jobs: { recover: { attempts: 1, everyMs: 50 } } })
      const { jobs } = await open()
      await jobs.start(seen.handlers({ recover: () => Promise.reject(new Error('it fails')) }))
      await seen.until('recover', 3)
      expect(seen.runs('recover').map(({ attempt }) => attempt)).toEqual(seen.runs('recover').map(() => 1))
    })

    test('stop waits for a running job, takes no new one, and keeps that for later', async () => {
      const { open, seen } = await setup(makeQueue, { concurrency: { turns: 1 } })
      const before = await open()
      const release = gate()
      await before.jobs.start(seen.handlers({ 'answer-thread': () => release.opened }))
      await before.jobs.add('answer-thread', { threadId: thread(1) })
      await seen.until('answer-thread')
      await before.jobs.add('answer-thread', { threadId: thread(2) })
      const stopped = before.jobs.stop(10_000)
      release.open()
      await stopped
      expect(seen.runs('answer-thread').map(({ payload, aborted }) => [payload, aborted()])).toEqual([[{ threadId: 1 }, false]])
      await before.close()

      const { jobs } = await open()
      await jobs.start(seen.handlers())
      await seen.until('answer-thread', 2)
      await jobs.add('answer-thread', { threadId: thread(3) })
      await seen.until('answer-thread', 3)
      expect(seen.runs('answer-thread').map(({ payload }) => payload)).toEqual([{ threadId: 1 }, { threadId: 2 }, { threadId: 3 }])
    })

    test.each([
      ['heeds its signal', (signal: AbortSignal) => once(signal, 'abort').then(() => Promise.reject(new Error('aborted')))],
      ['ignores its signal', () => new Promise<void>(() => {})],
    ])('stop aborts a job that outlasts the grace and %s, and gives it back, its try not counted', async (_how, outlast) => {
      await expectGivenBack(await setup(makeQueue), outlast)
    })

    test('the same job added twice runs twice and harms nothing', async () => {
      const { open, seen } = await setup(makeQueue)
      const { jobs } = await open()
      await jobs.start(seen.handlers())
      await Promise.all([1, 1].map((id) => jobs.add('answer-thread', { threadId: thread(id) })))
      await seen.until('answer-thread', 2)
      expect(seen.runs('answer-thread').map(({ payload, attempt }) => [payload, attempt])).toEqual([
        [{ threadId: 1 }, 1],
        [{ threadId: 1 }, 1],
      ])
    })

    test('many jobs at once are all run, and none twice', async () => {
      const { open, seen } = await setup(makeQueue)
      const { jobs } = await open()
      await jobs.start(seen.handlers())
      await Promise.all(Array.from({ length: 100 }, (_, id) => jobs.add('answer-thread', { threadId: thread(id) })))
      await seen.until('answer-thread', 100)
      expect(new Set(seen.runs('answer-thread').map(({ payload }) => JSON.stringify(payload))).size).toBe(100)
    })

    test('check resolves while the queue can be used', async () => {
      const { open } = await setup(makeQueue)
      await expect((await open()).check()).resolves.toBeUndefined()
    })
  })
}

const thread = (id: number) => id as ThreadId
const message = (id: number) => id as MessageId

interface Run {
  readonly payload: JobPayloads[JobName]
  readonly attempt: number
  readonly last: boolean
  /** Milliseconds, as performance.now() counts them. */
  readonly at: number
  aborted(): boolean
}

type Handler = (payload: JobPayloads[JobName], run: JobRun) => Promise<unknown>

/** Handlers that record each run before they do what a test wants of them. */
export function recorder() {
  const recorded = new Map<JobName, Run[]>()
  const runs = (name: JobName) => recorded.get(name) ?? []
  return {
    runs,
    handlers(special: Partial<Record<JobName, Handler>> = {}): JobHandlers {
      const entries = Object.keys(jobList.jobs).map((name) => {
        const handler: Handler = async (payload, run) => {
          const { attempt, last, signal } = run
          const entry = { payload, attempt, last, at: performance.now(), aborted: () => signal.aborted }
          recorded.set(name as JobName, [...runs(name as JobName), entry])
          await special[name as JobName]?.(payload, run)
        }
        return [name, handler]
      })
      return Object.fromEntries(entries) as JobHandlers
    },
    until: (name: JobName, count = 1, timeout = 10_000) =>
      vi.waitFor(() => expect(runs(name).length, `runs of ${name}`).toBeGreaterThanOrEqual(count), { timeout, interval: 10 }),
  }
}

export function recordingLog() {
  const lines: string[] = []
  const record = (_fields: object, text: string) => void lines.push(text)
  const log: Log = { debug: record, info: record, warn: record, error: record }
  return {
    log,
    lines: () => lines,
    until: (pattern: RegExp) => vi.waitFor(() => expect(lines.join('\n')).toMatch(pattern), { timeout: 10_000, interval: 10 }),
  }
}

interface OpenedQueue {
  readonly open: () => Promise<Pick<JobQueue, 'jobs' | 'close'>>
  readonly seen: ReturnType<typeof recorder>
  readonly logged: ReturnType<typeof recordingLog>
}

/** Stops a queue while it runs a job that outlasts the grace, and expects that the next one runs the job again, on its first attempt. */
export async function expectGivenBack(
  { open, seen, logged }: OpenedQueue,
  outlast: (signal: AbortSignal) => Promise<unknown>,
  options?: JobOptions,
): Promise<void> {
  const before = await open()
  await before.jobs.start(seen.handlers({ 'answer-thread': (_payload, { signal }) => outlast(signal) }))
  await before.jobs.add('answer-thread', { threadId: thread(1) }, options)
  await seen.until('answer-thread')
  await before.jobs.stop(50)
  expect(seen.runs('answer-thread')[0]!.aborted()).toBe(true)
  await before.close()

  const { jobs } = await open()
  await jobs.start(seen.handlers())
  await seen.until('answer-thread', 2)
  expect(seen.runs('answer-thread')[1]!.attempt).toBe(1)
  expect(logged.lines().join()).not.toMatch(/failed/)
}

export function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

async function setup(makeQueue: () => Promise<QueueUnderTest>, changes: JobListChanges = {}) {
  const queue = await makeQueue()
  const seen = recorder()
  const logged = recordingLog()
  const list = fastJobList(changes)
  async function open(): Promise<{ jobs: Jobs; check(): Promise<void>; close(): Promise<void> }> {
    const opened = await queue.open({ list, log: logged.log })
    let closing: Promise<void> | undefined
    const close = () => {
      closing ??= opened.close()
      return closing
    }
    onTestFinished(close)
    return { jobs: opened.jobs, check: opened.check, close }
  }
  return { queue, seen, logged, open }
}

/** A process of its own that has begun a job and never ends it. */
async function startBusyProcess(childArguments: readonly string[]): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('../jobs/support/busy-process.ts', import.meta.url))
  const child = spawn(process.execPath, [...nodeArguments, script, ...childArguments], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await vi.waitFor(() => expect(output).toContain('running 41'), { timeout: 20_000, interval: 20 })
  return child
}
