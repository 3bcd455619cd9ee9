import { type App, openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { systemClock } from '../../src/core/clock.ts'
import type { PlaceAddress, PlatformMessageId, ThreadId, UserId } from '../../src/core/ids.ts'
import { silentLog } from '../../src/core/log.ts'
import type { InboundMessage, PlatformAdapter } from '../../src/core/platform.ts'
import { systemRandom } from '../../src/core/random.ts'
import { addUser } from '../../src/people/users.ts'
import { append } from '../../src/threads/append.ts'
import { ownDatabase } from '../support/own-database.ts'
import { ScriptedModel } from '../support/scripted-model.ts'

/** The bot without its platforms: what it sends arrives at once, and its model answers at once. */
export interface World {
  readonly app: App
  readonly engine: string
  /** A person with a thread of so many messages over the days before today. */
  person(messages: number): Promise<Person>
  /** Resolves when the next part goes out. */
  sent(): Promise<void>
  close(): Promise<void>
}

export interface Person {
  readonly userId: UserId
  readonly threadId: ThreadId
  /** Something they write now. */
  event(text: string): InboundMessage
}

export async function openWorld(): Promise<World> {
  const database = await ownDatabase('bench')
  const config = readConfig({
    ...database.env,
    ACCESS: 'open',
    DEBOUNCE_MS: '0',
    DEFAULT_TIMEZONE: 'Europe/Paris',
    MODEL_DISCOVERY: 'off',
  })
  let arrived = () => {}
  const adapter: PlatformAdapter = {
    name: 'bench',
    receiver: { start: async () => {}, stop: async () => {} },
    sender: {
      maxLength: 4_000,
      async send(_, __, key) {
        arrived()
        return key as string as PlatformMessageId
      },
    },
  }
  const model = new ScriptedModel(() => ({ text: 'An answer at once.' }), 128_000)
  const ports = { clock: systemClock, random: systemRandom, log: silentLog, models: { chat: model, summary: model } }
  const app = await openApp(config, ports, () => [adapter])
  await app.jobs.start(app.handlers)
  let people = 0
  return {
    app,
    engine: database.engine,
    person: (messages) => makePerson(app, `bench-${++people}`, messages),
    sent: () => new Promise((resolve) => (arrived = resolve)),
    async close() {
      await app.close(2_000)
      await database.remove()
    },
  }
}

const words =
  'garden train letter Sunday bridge kitchen budget passport museum violin recipe winter harbour bicycle lantern contract'.split(' ')

async function makePerson(app: App, name: string, messages: number): Promise<Person> {
  const { user, accountId } = await addUser(
    app.store,
    { platform: 'bench', tenant: '', platformUserId: name },
    { id: name, name, isBot: false },
    new Date(),
  )
  const place = { platform: 'bench', tenant: '', address: name as PlaceAddress, kind: 'direct' as const }
  const first = new Date(Date.now() - 200 * 86_400_000)
  const { message } = await append(app, {
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
    owed: false,
  })
  await fill(app, message, messages)
  let said = 0
  return {
    userId: user.id,
    threadId: message.threadId,
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

/** Rows in one statement, over the 199 days before today: what is measured is not how they came in. */
async function fill(
  app: App,
  { threadId, placeId, audience }: { threadId: ThreadId; placeId: number; audience: string },
  messages: number,
): Promise<void> {
  const { db } = app.store
  await db.$executeRaw`
    INSERT INTO day_segments (thread_id, day_label, timezone, opened_at, finalized_at, covered_seq)
    SELECT ${threadId}, to_char(now() - n * interval '1 day', 'YYYY-MM-DD'), 'Europe/Paris', now(), now(), 2000000000
    FROM generate_series(1, 199) n ON CONFLICT DO NOTHING`
  await db.$executeRaw`
    WITH days AS (SELECT id, row_number() OVER (ORDER BY day_label) AS n FROM day_segments WHERE thread_id = ${threadId} AND finalized_at IS NOT NULL)
    INSERT INTO messages (thread_id, segment_id, place_id, audience, role, kind, text, sent_at, change_seq)
    SELECT ${threadId}, days.id, ${placeId}, ${audience}, CASE WHEN g % 2 = 0 THEN 'user' ELSE 'assistant' END, 'chat',
      (SELECT string_agg((${[...words]}::text[])[1 + (g * 7 + w * w * 13 + w * (g / 16)) % ${words.length}], ' ') FROM generate_series(1, 12) w) || ' ' || g,
      now() - (200 - days.n) * interval '1 day' + (g % 800) * interval '1 second', 1 + g
    FROM generate_series(1, ${messages}) g JOIN days ON days.n = 1 + g * 198 / ${messages + 1}`
  await db.$executeRaw`UPDATE threads SET change_seq = ${messages + 1} WHERE id = ${threadId}`
  await db.$executeRaw`INSERT INTO day_summaries (segment_id, markdown, mode, model, language, updated_at, revision)
    SELECT id, E'## Summary\nA day.\n\n## Decisions\n- None', 'nightly', 'bench', 'english', now(), revision FROM day_segments WHERE thread_id = ${threadId} AND covered_seq > 0
    ON CONFLICT DO NOTHING`
  await db.$executeRawUnsafe('ANALYZE messages')
}
