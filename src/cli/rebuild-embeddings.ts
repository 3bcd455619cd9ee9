import { createInterface } from 'node:readline/promises'
import type { App } from '../app.ts'
import { InputError } from '../core/domain/errors.ts'
import type { Embedder, Embeddings } from '../core/ports/embedder.ts'
import { probeEmbedder } from '../search/vectors/embed-documents.ts'
import { countEmbeddings } from '../search/vectors/embedding-table.ts'
import { countTextsToRebuild, embedAllPending, type RebuildTarget, resetForRebuild } from '../search/vectors/rebuild.ts'
import type { TerminalIo } from './import-jsonl.ts'
import { showProgress } from './progress.ts'

export type EmbeddingsParts = Pick<App, 'store' | 'clock' | 'log'> & { readonly embeddings: Embeddings }

export interface ConsoleIo extends TerminalIo {
  readonly in: NodeJS.ReadableStream
}

const commands: Readonly<Record<string, RebuildTarget>> = { rebuild: 'everything', retry: 'errors' }

/** npm run embeddings: without a command it only says how far they are. Returns the exit code: 1 when none can be made now. */
export async function runEmbeddings(parts: EmbeddingsParts, command: string | undefined, io: ConsoleIo): Promise<number> {
  const embedder = await parts.embeddings.latest()
  if (!embedder)
    throw new InputError(
      'There are no embeddings here: they are off, or there is no model or no pgvector for them. `npm run doctor` says which.',
    )
  const whole = { ...parts, embedder }
  const again = command === undefined ? undefined : commands[command]
  if (again && !(await isConfirmed(whole, again, io))) {
    io.out.write('Nothing was changed.\n')
    return 0
  }
  const problem = again ? await embedAll(whole, again, io) : await findObstacle(whole)
  await printCounts(whole, io)
  if (problem === undefined) return 0
  io.err.write(`No text gets a vector just now: ${problem} What waits is tried again by itself while the bot runs.\n`)
  return 1
}

type Parts = EmbeddingsParts & { readonly embedder: Embedder }

async function printCounts({ store, embedder }: Parts, io: ConsoleIo): Promise<void> {
  const { pending, ready, error, failing, problem } = await countEmbeddings(store.db, embedder)
  io.out.write(`Embedded by ${nameOf(embedder)}: ${ready} texts; ${pending} wait, ${error} could not be.\n`)
  if (problem === null) return
  io.out.write(
    `${error + failing} have failed, the latest because: ${problem} \`npm run embeddings -- retry\` tries them again; until then search finds them by their words.\n`,
  )
}

/** Why what waits will not be done; undefined when it will, or nothing waits. */
async function findObstacle(parts: Parts): Promise<string | undefined> {
  const { pending } = await countEmbeddings(parts.store.db, parts.embedder)
  return pending > 0 ? (await probeEmbedder(parts, new AbortController().signal))?.message : undefined
}

const nameOf = ({ provider, model }: Embedder) => (provider === 'builtin' ? 'the built-in model' : `the model ${model}`)

async function isConfirmed(parts: Parts, again: RebuildTarget, io: ConsoleIo): Promise<boolean> {
  const texts = await countTextsToRebuild(parts.store, parts.embedder, again)
  io.out.write(
    again === 'everything'
      ? `${texts} texts will be embedded anew by ${nameOf(parts.embedder)}, summaries first. Until that is done, search finds the others by their words alone.\n`
      : `${texts} texts that could not be embedded will be tried again.\n`,
  )
  if (texts === 0) return false
  const asking = createInterface({ input: io.in, output: io.out })
  const answer = await asking.question('Go on? Type yes: ')
  asking.close()
  return /^y(es)?$/i.test(answer.trim())
}

/** Why it ended too early, if it did. */
async function embedAll(parts: Parts, again: RebuildTarget, io: ConsoleIo): Promise<string | undefined> {
  await resetForRebuild(parts, again)
  const { pending } = await countEmbeddings(parts.store.db, parts.embedder)
  const progress = showProgress(pending, io.err)
  try {
    return (await embedAllPending(parts, new AbortController().signal, progress.reach)).problem
  } finally {
    progress.stop()
  }
}
