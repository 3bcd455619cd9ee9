import { setTimeout as wait } from 'node:timers/promises'
import { type App, openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { PlaceAddress, PlatformMessageId, ThreadId, UserId } from '../../src/core/domain/ids.ts'
import { systemClock } from '../../src/core/ports/clock.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import type { InboundMessage } from '../../src/core/ports/platform.ts'
import type { PlatformAdapter } from '../../src/core/ports/platform-adapter.ts'
import { systemRandom } from '../../src/core/ports/random.ts'
import { addUser } from '../../src/people/users.ts'
import type { Store } from '../../src/store/store.ts'
import { appendMessage } from '../../src/threads/messages/append-message.ts'
import { ownDatabase } from '../support/own-database.ts'
import { ScriptedModel } from '../support/scripted-model.ts'
import { daysFor, writeHistory } from './history.ts'

/**
 * The bot without its platforms: what it sends arrives at once, and its model answers at once. Its jobs run once they are
 * started: what they do on the side to so much history is in the way of whoever measures something else.
 */
export interface World {
  readonly app: App
  /** The bot again, as further processes are that work on the same database. */
  readonly others: readonly App[]
  readonly engine: string
  /** A person with a thread of so many messages over the days before today. */
  person(messages: number): Promise<Person>
  /** Resolves when the next part goes out, to one person or to anybody. */
  sent(to?: Person): Promise<void>
  /** When the last part went out to a person, in ms as of `performance.now()`. Undefined if none did. */
  lastSent(to: Person): number | undefined
  close(): Promise<void>
}

export interface Person {
  readonly userId: UserId
  readonly threadId: ThreadId
  /** Their direct place. */
  readonly address: PlaceAddress
  /** Something they write now. */
  event(text: string): InboundMessage
}

interface WorldOptions {
  /** Configures a real model. */
  readonly server?: NodeJS.ProcessEnv
  /** How long the model thinks, in ms. Read for each reply. */
  readonly thinkingMs?: () => number
  /** How many processes work on the database. More than one needs PostgreSQL. */
  readonly workers?: number
}

/** Worlds that are open at the same time need names of their own. */
export async function openWorld(name = 'bench', { server, thinkingMs = () => 0, workers = 1 }: WorldOptions = {}): Promise<World> {
  const database = await ownDatabase(name)
  const config = readConfig({
    ...database.env,
    ...server,
    ACCESS: 'open',
    MESSAGES_PER_MINUTE: '0',
    TOKENS_PER_DAY: '999999999',
    DEBOUNCE_MS: '0',
    DEFAULT_TIMEZONE: 'Europe/Paris',
    MODEL_DISCOVERY: 'off',
    EMBEDDINGS: 'off',
  })
  const anybody = 'anybody' as PlaceAddress
  const awaited = new Map<PlaceAddress, () => void>()
  const lastSent = new Map<PlaceAddress, number>()
  const adapter: PlatformAdapter = {
    name: 'bench',
    receiver: { start: async () => {}, stop: async () => {} },
    sender: {
      maxLength: 4_000,
      async send(address, _, key) {
        lastSent.set(address, performance.now())
        for (const awaiting of [address, anybody]) awaited.get(awaiting)?.()
        return key as string as PlatformMessageId
      },
    },
  }
  const answer = () => ({ text: 'An answer at once.', ...(thinkingMs() > 0 && { after: wait(thinkingMs()) }) })
  const model = new ScriptedModel(answer, 128_000)
  const ports = { clock: systemClock, random: systemRandom, log: silentLog, ...(!server && { models: { chat: model, summary: model } }) }
  const app = await openApp(config, ports, () => [adapter])
  const others: App[] = []
  while (others.length < workers - 1) others.push(await openApp(config, ports, () => [adapter]))
  let people = 0
  return {
    app,
    others,
    engine: database.engine,
    person: (messages) => makePerson(app, ++people, messages),
    sent: (to) => new Promise((resolve) => awaited.set(to?.address ?? anybody, resolve)),
    lastSent: (to) => lastSent.get(to.address),
    async close() {
      for (const one of [...others, app]) await one.close(2_000)
      await database.remove()
    },
  }
}

/** What autovacuum does within minutes; the embedded database has none. */
export async function tidied({ db, engine }: Store): Promise<void> {
  await db.$executeRawUnsafe(engine === 'postgres' ? 'VACUUM ANALYZE' : 'ANALYZE')
}

async function makePerson(app: App, number: number, messages: number): Promise<Person> {
  const name = `bench-${number}`
  const { user, accountId } = await addUser(app.store, { platform: 'bench', tenant: '', platformUserId: name }, { name, now: new Date() })
  const place = { platform: 'bench', tenant: '', address: name as PlaceAddress, kind: 'direct' as const }
  const first = new Date(Date.now() - (daysFor(messages) + 1) * 86_400_000)
  const { message } = await appendMessage(app, {
    userId: user.id,
    timezone: 'Europe/Paris',
    accountId,
    authorName: name,
    place,
    platformMessageId: 'first' as PlatformMessageId,
    platformOrder: 0n,
    kind: 'chat',
    text: 'The first message.',
    sentAt: first,
    pending: false,
  })
  await writeHistory(app, { first: message, messages, seed: number })
  let said = 0
  return {
    userId: user.id,
    threadId: message.threadId,
    address: place.address,
    event: (text) => ({
      type: 'message',
      place,
      id: `${name}-${++said}` as PlatformMessageId,
      order: BigInt(said),
      author: { id: name, name, isBot: false },
      text,
      addressed: true,
      sentAt: new Date(),
    }),
  }
}
