import { createInterface } from 'node:readline/promises'
import { InputError } from '../core/domain/errors.ts'
import type { Embedder } from '../core/ports/embedder.ts'
import type { EmbedderDeps, SearchDeps } from '../search/deps.ts'
import { embedAllPending } from '../search/vectors/embed-pending.ts'
import { probeEmbedder } from '../search/vectors/embed-text.ts'
import { countEmbeddings, countTextsToRebuild, type RebuildTarget, resetForRebuild } from '../search/vectors/embedding-table.ts'
import type { TerminalIo } from './import/import-jsonl.ts'
import { showProgress } from './progress.ts'

export interface ConsoleIo extends TerminalIo {
  readonly in: NodeJS.ReadableStream
}

const commands: Readonly<Record<string, RebuildTarget>> = { rebuild: 'everything', retry: 'errors' }

/**
 * throughline embeddings: prints the progress, after a rebuild or retry if one is requested. Returns the exit code: 1 if texts cannot be
 * embedded.
 */
export async function runEmbeddings(deps: SearchDeps, command: string | undefined, io: ConsoleIo): Promise<number> {
  const embedder = await deps.embeddings?.latest()
  if (!embedder)
    throw new InputError(
      'Embeddings are not available: they are off, or the model or pgvector is missing. `npx throughline doctor` shows which.',
    )
  const whole = { ...deps, embedder }
  const again = command === undefined ? undefined : commands[command]
  if (again && !(await isConfirmed(whole, again, io))) {
    io.out.write('Nothing was changed.\n')
    return 0
  }
  const problem = again ? await embedAll(whole, again, io) : await findObstacle(whole)
  await printCounts(whole, io)
  if (problem === undefined) return 0
  io.err.write(`Texts cannot be embedded at the moment: ${problem} Pending texts are retried automatically while the bot runs.\n`)
  return 1
}

async function printCounts({ store, embedder }: EmbedderDeps, io: ConsoleIo): Promise<void> {
  const { pending, ready, error, failing, problem } = await countEmbeddings(store.db, embedder)
  io.out.write(`Embedded by ${nameOf(embedder)}: ${ready} texts; ${pending} pending, ${error} failed.\n`)
  if (problem === null) return
  io.out.write(
    `${error + failing} have failed, the latest because: ${problem} \`npx throughline embeddings retry\` tries them again; until then search finds them by their words.\n`,
  )
}

/** Returns why pending texts cannot be embedded. Undefined if they can, or if none are pending. */
async function findObstacle(deps: EmbedderDeps): Promise<string | undefined> {
  const { pending } = await countEmbeddings(deps.store.db, deps.embedder)
  return pending > 0 ? (await probeEmbedder(deps, new AbortController().signal))?.message : undefined
}

const nameOf = ({ provider, model }: Embedder) => (provider === 'builtin' ? 'the built-in model' : `the model ${model}`)

async function isConfirmed(deps: EmbedderDeps, again: RebuildTarget, io: ConsoleIo): Promise<boolean> {
  const texts = await countTextsToRebuild(deps.store, deps.embedder, again)
  io.out.write(
    again === 'everything'
      ? `${texts} texts will be embedded again by ${nameOf(deps.embedder)}, summaries first. Until then, search finds the remaining ones by their words only.\n`
      : `${texts} texts that could not be embedded will be tried again.\n`,
  )
  if (texts === 0) return false
  const asking = createInterface({ input: io.in, output: io.out })
  const answer = await asking.question('Continue? Type yes: ')
  asking.close()
  return /^y(es)?$/i.test(answer.trim())
}

/** Embeds all texts to rebuild or retry. Returns why it ended early, if it did. */
async function embedAll(deps: EmbedderDeps, again: RebuildTarget, io: ConsoleIo): Promise<string | undefined> {
  await resetForRebuild(deps, again)
  const { pending } = await countEmbeddings(deps.store.db, deps.embedder)
  const progress = showProgress(pending, io.err)
  try {
    return (await embedAllPending(deps, new AbortController().signal, progress.reach)).problem
  } finally {
    progress.stop()
  }
}
