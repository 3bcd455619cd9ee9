// throughline ask "<question>": answers one question on the terminal, in the local owner's conversation, as if it were typed on the page.
import process from 'node:process'
import type { App } from '../app.ts'
import type { MessageId, PlaceAddress, PlatformMessageId, ThreadId } from '../core/domain/ids.ts'
import type { PlatformAdapter } from '../core/ports/platform-adapter.ts'
import { addAccount, ensureLocalOwner } from '../people/users.ts'
import { hasPendingMessages } from './pending.ts'
import { withApp } from './with-app.ts'

/** Replaces the page. Replies are stored in the database and printed from there. */
const page: PlatformAdapter = {
  name: 'web',
  receiver: { start: async () => {}, stop: async () => {} },
  sender: { maxLength: 100_000, isTimezoneKnown: true, send: async (_to, _part, key) => `ask:${key}` as PlatformMessageId },
}

interface AskOptions {
  readonly id: number
  readonly threadId: number
  readonly placeId: number
  readonly sentAt: Date
}

/** Returns the exit code. It is 1 if the question could not be answered, in which case the reason is printed on standard error. */
async function ask(app: App, text: string): Promise<number> {
  const question = await write(app, text)
  await runPendingWork(app, question)
  const answers = await findAnswers(app, question)
  for (const { text, isFault } of answers) (isFault ? process.stderr : process.stdout).write(`${text}\n`)
  return answers.some(({ isFault }) => isFault) ? 1 : 0
}

async function write(app: App, text: string): Promise<AskOptions> {
  const now = app.clock.now()
  const owner = await ensureLocalOwner(app.store, now)
  const account = { platform: page.name, tenant: '', platformUserId: String(owner.id) }
  await app.store.transaction((tx) => addAccount(tx, owner.id, account, { name: owner.name, isOwner: true, now }))
  const id = `ask:${app.random.token(12)}` as PlatformMessageId
  await app.inbox({
    type: 'message',
    place: { platform: page.name, tenant: '', address: `web:${owner.id}` as PlaceAddress, kind: 'direct' },
    id,
    order: BigInt(now.getTime()),
    author: { id: String(owner.id), name: owner.name, isBot: false },
    text,
    addressed: true,
    sentAt: now,
  })
  return app.store.db.message.findFirstOrThrow({
    where: { platformMessageId: id },
    select: { id: true, threadId: true, placeId: true, sentAt: true },
  })
}

/**
 * Does the pending work: a command, the reply it triggers (as /retry does), and the deliveries. If the worker of a running bot takes the
 * work first, waits until it is done.
 */
async function runPendingWork({ store, clock, handlers }: App, { id, threadId, placeId }: AskOptions): Promise<void> {
  const run = { signal: new AbortController().signal, attempt: 1, last: true }
  const messageId = id as MessageId
  for (;;) {
    await handlers['run-command']({ messageId }, run)
    await handlers['answer-thread']({ threadId: threadId as ThreadId }, run)
    await handlers['deliver-message']({ messageId }, run)
    if (!(await hasPendingMessages(store, { id: placeId }))) return
    await clock.sleep(200)
  }
}

/** Returns the replies to a question: those newer than the question, and older ones that were sent again for it. */
async function findAnswers({ store }: App, { id, placeId, sentAt }: AskOptions): Promise<{ text: string; isFault: boolean }[]> {
  const sent = await store.db.delivery.findMany({
    where: {
      state: 'sent',
      message: { placeId, kind: { in: ['chat', 'notice'] } },
      OR: [{ messageId: { gt: id } }, { updatedAt: { gte: sentAt } }],
    },
    orderBy: [{ messageId: 'asc' }, { part: 'asc' }],
    select: { text: true, message: { select: { replyOf: { select: { state: true } } } } },
  })
  return sent.map(({ text, message }) => ({ text, isFault: message.replyOf.some(({ state }) => state === 'failed') }))
}

export function runAsk(question: string): Promise<void> {
  return withApp(
    (app) => ask(app, question),
    () => [page],
  )
}
