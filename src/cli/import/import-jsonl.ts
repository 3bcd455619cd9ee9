import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { InputError, messageOf } from '../../core/domain/errors.ts'
import { formatCount } from '../../core/domain/text.ts'
import { ensureLocalOwner, findUserById, resolveTimezone, type User } from '../../people/users.ts'
import type { Store } from '../../store/store.ts'
import type { ThreadDeps } from '../../threads/deps.ts'
import { type ImportedMessage, importMessages } from '../../threads/messages/import-messages.ts'
import { findContinuousThread } from '../../threads/thread.ts'
import { showProgress } from '../progress.ts'
import { createJsonlReader, type LineProblem } from './jsonl-reader.ts'

export interface JsonlImport {
  readonly file: string
  /** The name of the user whose conversation receives the messages. The local owner if absent. */
  readonly user?: string | undefined
}

/** Where progress and results are printed. */
export interface TerminalIo {
  readonly out: NodeJS.WriteStream
  readonly err: NodeJS.WriteStream
}

/** EX_DATAERR of sysexits.h: some lines were refused. */
const exitBadLines = 65
/** The minimum number of messages per transaction. A transaction extends up to the next user message. */
const batchSize = 500
const longestBatch = 2_000
const mostProblemsShown = 20

/**
 * throughline import: imports a JSONL file into a user's thread, as past days. Idempotent, even after an interruption. Returns the exit code,
 * which is not 0 if lines were refused. The other lines are imported. Throws InputError.
 */
export async function runImport(deps: ThreadDeps, { file, user: name }: JsonlImport, { out, err }: TerminalIo): Promise<number> {
  const size = await readSize(file)
  const user = name === undefined ? await ensureLocalOwner(deps.store, deps.clock.now()) : await findUserByName(deps.store, name)
  const counts = { stored: 0, already: 0 }
  const problems: LineProblem[] = []
  let refused = 0
  const progress = showProgress(size, err)
  try {
    for await (const batch of readBatches(file, deps.clock.now(), {
      refuse(problem) {
        refused++
        if (problems.length < mostProblemsShown) problems.push(problem)
      },
    })) {
      const timezone = resolveTimezone(user, deps.defaultTimezone)
      const done = await importMessages(deps, { userId: user.id, timezone, messages: batch.messages })
      counts.stored += done.stored
      counts.already += done.duplicates
      progress.reach(batch.bytesRead)
    }
  } finally {
    progress.stop()
  }
  await enqueueIndexing(deps, user)
  for (const { line, problem } of problems) err.write(`${file}, line ${line}: ${problem}.\n`)
  if (refused > problems.length) err.write(`… and ${refused - problems.length} more lines.\n`)
  out.write(
    `${formatCount(counts.stored, 'message')} imported, ${counts.already} already present${refused > 0 ? `, ${formatCount(refused, 'line')} skipped` : ''}.\n`,
  )
  return refused > 0 ? exitBadLines : 0
}

/** Returns the size of a file in bytes. Throws InputError if it is not a file. */
export async function readSize(file: string): Promise<number> {
  const found = await stat(file).catch((error) => {
    throw new InputError(`The file ${file} cannot be read: ${messageOf(error)}`)
  })
  if (!found.isFile()) throw new InputError(`${file} is not a file.`)
  return found.size
}

async function findUserByName(store: Store, name: string): Promise<User> {
  const users = await store.db.user.findMany({ select: { id: true, name: true }, orderBy: { id: 'asc' }, take: 200 })
  const [found, second] = users.filter((user) => user.name.toLowerCase() === name.toLowerCase())
  if (second) throw new InputError(`Several users are called "${name}". Rename one of them first.`)
  const user = found && (await findUserById(store.db, found.id as User['id']))
  if (user) return user
  const known = users.length > 0 ? `The users are: ${users.map((other) => other.name).join(', ')}.` : 'There are no users yet.'
  throw new InputError(
    `There is no user called "${name}". ${known} Without --user, messages are imported for you, the owner at this machine.`,
  )
}

interface ImportBatch {
  readonly messages: readonly ImportedMessage[]
  readonly bytesRead: number
}

/** Yields the messages of a file in batches. */
async function* readBatches(file: string, now: Date, { refuse }: { refuse: (problem: LineProblem) => void }): AsyncGenerator<ImportBatch> {
  const input = createReadStream(file)
  const read = createJsonlReader(now)
  let messages: ImportedMessage[] = []
  let number = 0
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const message = read(line, ++number)
    if (!message) continue
    if ('problem' in message) {
      refuse(message)
      continue
    }
    // A reply belongs to the day of its question, so both stay in one batch.
    if ((messages.length >= batchSize && message.role === 'user') || messages.length >= longestBatch) {
      yield { messages, bytesRead: input.bytesRead }
      messages = []
    }
    messages.push(message)
  }
  if (messages.length > 0) yield { messages, bytesRead: input.bytesRead }
}

async function enqueueIndexing({ store, jobs }: ThreadDeps, user: User): Promise<void> {
  const threadId = await findContinuousThread(store.db, user.id)
  if (threadId) await jobs.add('index-thread', { threadId })
}
