// npm run ask -- "<question>": one answer on the terminal, in the local owner's conversation, as if typed on the page.
import process from 'node:process'
import type { App } from '../app.ts'
import { InputError } from '../core/errors.ts'
import type { PlaceAddress, PlatformMessageId } from '../core/ids.ts'
import type { PlatformAdapter } from '../core/platform.ts'
import { addAccount, localOwner } from '../people/users.ts'
import { findContinuousThread } from '../threads/thread.ts'
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

async function ask(app: App, args: readonly string[]): Promise<number> {
  const text = args.join(' ').trim()
  if (!text) throw new InputError('There is no question. Write it after two dashes: npm run ask -- "What did we decide last week?"')
  const now = app.clock.now()
  const owner = await localOwner(app.store, now)
  const account = { platform: 'web', tenant: '', platformUserId: String(owner.id) }
  await app.store.transaction((tx) => addAccount(tx, owner.id, account, { name: owner.name, now }))
  await app.inbox({
    type: 'message',
    place: { platform: 'web', tenant: '', address: `web:${owner.id}` as PlaceAddress, kind: 'direct' },
    id: `ask:${app.random.token(12)}` as PlatformMessageId,
    order: BigInt(now.getTime()),
    author: { id: String(owner.id), name: owner.name, isBot: false },
    text,
    addressed: true,
    sentAt: now,
  })
  await workOff(app, owner.id)
  return 0
}

/** Does here what the queue would have done: the process ends when the answer is there. */
async function workOff(app: App, ownerId: Parameters<typeof findContinuousThread>[1]): Promise<void> {
  const run = { signal: new AbortController().signal, attempt: 1, last: true }
  const threadId = await findContinuousThread(app.store.db, ownerId)
  if (!threadId) return
  const commands = await app.store.db.message.findMany({ where: { threadId, kind: 'command', owed: true }, select: { id: true } })
  for (const { id } of commands)
    await app.handlers['run-command']({ messageId: id as Parameters<App['handlers']['run-command']>[0]['messageId'] }, run)
  await app.handlers['answer-thread']({ threadId }, run)
}

await withApp(ask, () => [terminal((text) => process.stdout.write(text))])
