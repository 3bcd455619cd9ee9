// npm run ask -- "<question>": one answer on the terminal, in the local owner's conversation, as if typed on the page.
import process from 'node:process'
import type { App } from '../app.ts'
import { InputError } from '../core/errors.ts'
import type { MessageId, PlaceAddress, PlatformMessageId, ThreadId } from '../core/ids.ts'
import type { PlatformAdapter } from '../core/platform.ts'
import { addAccount, localOwner } from '../people/users.ts'
import { withApp } from './with-app.ts'

/** Stands in for the page: what is sent there is printed. */
function terminal(print: (text: string) => void): PlatformAdapter {
  return {
    name: 'web',
    receiver: { start: async () => {}, stop: async () => {} },
    sender: {
      maxLength: 100_000,
      async send(_, part, key) {
        print(`${part.text}\n`)
        return `terminal:${key}` as PlatformMessageId
      },
    },
  }
}

async function ask(app: App, args: readonly string[], printed: () => boolean): Promise<number> {
  const text = args.join(' ').trim()
  if (!text) throw new InputError('There is no question. Write it after two dashes: npm run ask -- "What did we decide last week?"')
  const now = app.clock.now()
  const owner = await localOwner(app.store, now)
  const account = { platform: 'web', tenant: '', platformUserId: String(owner.id) }
  await app.store.transaction((tx) => addAccount(tx, owner.id, account, { name: owner.name, now }))
  const id = `ask:${app.random.token(12)}` as PlatformMessageId
  await app.inbox({
    type: 'message',
    place: { platform: 'web', tenant: '', address: `web:${owner.id}` as PlaceAddress, kind: 'direct' },
    id,
    order: BigInt(now.getTime()),
    author: { id: String(owner.id), name: owner.name, isBot: false },
    text,
    addressed: true,
    sentAt: now,
  })
  await workOff(app, id, printed)
  return 0
}

/**
 * Does here what the queue would have done, and waits for a worker of a running bot where that was quicker: it has then
 * sent the answer to the page, and it is printed from the database.
 */
async function workOff(app: App, asked: PlatformMessageId, printed: () => boolean): Promise<void> {
  const { db } = app.store
  const run = { signal: new AbortController().signal, attempt: 1, last: true }
  const find = () => db.message.findFirstOrThrow({ where: { platformMessageId: asked }, include: { turn: { include: { reply: true } } } })
  const { id, kind, threadId } = await find()
  if (kind === 'command') await app.handlers['run-command']({ messageId: id as MessageId }, run)
  else await app.handlers['answer-thread']({ threadId: threadId as ThreadId }, run)
  if (printed()) return
  let question = await find()
  while (question.owed) {
    await app.clock.sleep(200)
    question = await find()
  }
  process.stdout.write(`${question.turn?.reply?.text ?? 'It was answered by the running bot; see the page.'}\n`)
}

let hasPrinted = false
const print = (text: string) => {
  hasPrinted = true
  process.stdout.write(text)
}
await withApp(
  (app, args) => ask(app, args, () => hasPrinted),
  () => [terminal(print)],
)
