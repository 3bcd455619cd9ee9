import type { DayLabel, PlaceAddress, TurnId } from '../../src/core/domain/ids.ts'
import type { Message } from '../../src/core/domain/messages.ts'
import { addLoop } from '../../src/loops/add-loop.ts'
import { addMemory, type MemoryWriteContext } from '../../src/memory/items/add-memory.ts'
import type { Store } from '../../src/store/store.ts'
import { insertMessages } from '../../src/threads/messages/insert-messages.ts'
import { directPlace, sharedPlace, type TestPerson, testPerson } from '../support/conversation.ts'

export interface Said {
  readonly text: string
  readonly answer: string
  readonly at: Date
  readonly place: 'direct' | 'shared' | 'other'
  readonly fate: 'kept' | 'edited' | 'deleted'
  readonly file?: { readonly name: string; readonly content: Uint8Array; readonly transcript?: string }
  readonly remembered?: { readonly content: string; readonly theme: string }
  readonly emoji?: string
  readonly tool?: string
  readonly summary?: string
}

const placesOf = (name: string) => ({
  direct: directPlace(name),
  shared: sharedPlace('the office'),
  other: { ...directPlace(name), platform: 'another', tenant: 'T1', address: `other:${name}` as PlaceAddress },
})

/** Somebody with something in every table that can be about a person. */
export async function plant(store: Store, name: string, history: readonly Said[]): Promise<TestPerson> {
  const person = await testPerson(store, { name, timezone: 'Europe/Paris' })
  const places = placesOf(name)
  for (const said of history) await plantOne(store, person, { said, place: places[said.place] })
  const { userId, accountId, threadId } = person
  const placeId = (await store.db.place.findFirst({ where: { userId }, select: { id: true }, orderBy: { id: 'asc' } }))?.id
  const [at, later] = [new Date('2026-02-01T10:00:00.123Z'), new Date('2026-02-01T11:00:00Z')]
  await store.db.signInLink.create({ data: { hash: `hash of a link of ${name}`, userId, expiresAt: later, usedAt: at } })
  for (const browser of ['one', 'two']) {
    const session = { hash: `hash of session ${browser} of ${name}`, userId, createdAt: at, expiresAt: later }
    const reached = { endpoint: `https://push.example.org/${browser}/${name}`, p256dh: 'a key', auth: 'a secret', pushedSeq: 0 }
    await store.db.webSession.create({ data: { ...session, push: { create: { ...reached, createdAt: at, checkedAt: at, nextAt: at } } } })
  }
  await store.db.draft.create({ data: { userId, text: `half a thought of ${name}`, updatedAt: at } })
  await store.db.userMerge.create({ data: { userId, accountIds: [], placeIds: [], settings: { name: `former ${name}` }, mergedAt: at } })
  if (placeId === undefined) return person
  await store.db.$executeRaw`
    INSERT INTO link_codes (hash, account_id, user_id, place_id, state, confirmed_by, platform, tenant, platform_user_id, name, address, created_at, expires_at)
    VALUES (${`hash of a code of ${name}`}, ${accountId}, ${userId}, ${placeId}, 'confirmed', 'requester', 'test', '', ${`claimer of ${name}`}, ${`claimer of ${name}`}, ${`claimer of ${name}`}, ${at}, ${later})`
  await store.db
    .$executeRaw`INSERT INTO failed_link_attempts (platform, tenant, platform_user_id, attempted_at) VALUES ('test', '', ${name}, ${at})`
  await store.db
    .$executeRaw`INSERT INTO unapproved_senders (platform, tenant, platform_user_id, notified_at) VALUES ('test', '', ${name}, ${at})`
  await store.db.$executeRaw`
    INSERT INTO access_requests (platform, tenant, platform_user_id, name, address, code, requested_at, expires_at)
    VALUES ('test', '', ${name}, ${name}, ${`direct:${name}`}, ${`code of ${name}`}, ${at}, ${later})`
  await store.db.$executeRaw`
    INSERT INTO forget_requests (user_id, place_id, kind, message_ids, memory_ids, state, forgotten_count, requested_at, expires_at, done_at)
    VALUES (${userId}, ${placeId}, 'topic', ARRAY[7, 8], ARRAY[]::int[], 'done', 2, ${at}, ${later}, ${later})`
  await store.db.$executeRaw`
    INSERT INTO exports (user_id, place_id, from_day, state, files_sent, requested_at) VALUES (${userId}, ${placeId}, '2026-01-02', 'sent', 2, ${at})`
  await store.db.$executeRaw`UPDATE threads SET fresh_seq = 2, revision = 3 WHERE id = ${threadId}`
  await store.db.phoneCall.create({ data: { placeId, platformCallId: `call of ${name}`, startedAt: at, seconds: 60 } })
  const ofAccount = { userId, accountId, hash: `hash for calls of ${name}` }
  await store.db.callToken.create({ data: { ...ofAccount, kind: 'call', createdAt: at, expiresAt: later } })
  await store.db.callPin.create({ data: { ...ofAccount, setAt: at } })
  await store.db.numberLink.create({
    data: { ...ofAccount, placeId, state: 'spoken', number: `number of ${name}`, createdAt: at, expiresAt: later },
  })
  await store.db.$executeRaw`
    INSERT INTO background_usage (user_id, kind, model, input_tokens, output_tokens, is_estimated, started_at)
    VALUES (${userId}, 'session', 'a model', 40, 4, FALSE, ${at})`
  await plantProposals(store, person, at)
  return person
}

/** What was proposed about what is remembered: it is open, or was decided. */
async function plantProposals({ db }: Store, { userId }: TestPerson, at: Date): Promise<void> {
  const items = await db.memoryItem.findMany({ where: { userId }, select: { id: true }, orderBy: { id: 'asc' } })
  const [first, second] = items.map(({ id }) => id)
  if (first === undefined) return
  const common = { userId, audience: 'private', createdAt: at }
  await db.memoryProposal.create({ data: { ...common, kind: 'archive', itemIds: [first], text: '', reason: `reason about ${first}` } })
  if (second === undefined) return
  const decided = { state: 'accepted', decidedAt: at, resultId: items.at(-1)?.id ?? null }
  await db.memoryProposal.create({ data: { ...common, ...decided, kind: 'merge', itemIds: [first, second], text: '', reason: '' } })
}

interface Planting {
  readonly said: Said
  readonly place: ReturnType<typeof directPlace>
}

async function plantOne(store: Store, person: TestPerson, { said, place }: Planting): Promise<void> {
  const { db } = store
  const message = await person.say(said.text, said.at, { place })
  const { id: turnId } = await db.turn.create({
    data: {
      ...{ threadId: person.threadId, placeId: message.placeId, state: 'done', model: 'a model' },
      ...{ inputTokens: 12, outputTokens: 3, cachedTokens: 8, calls: 1, startedAt: said.at, finishedAt: said.at },
      ...(said.tool && { context: { total: 12, parts: [{ name: said.tool, tokens: 1.5 }] } }),
    },
  })
  const { segmentId, placeId, audience, platformOrder } = message
  const common = { segmentId, placeId, audience, platformOrder, kind: 'chat' as const, sentAt: said.at, turnId: turnId as TurnId }
  const reply = { ...common, role: 'assistant' as const, text: said.answer, replyToId: message.id }
  const call = { ...common, role: 'tool' as const, text: said.answer, tool: { id: 'call', name: 'tool', arguments: said.tool ?? '' } }
  const [answered] = await store.transaction((tx) => insertMessages(tx, person.threadId, said.tool === undefined ? [reply] : [reply, call]))
  if (!answered) throw new Error('Nothing was planted.')
  await db.turn.update({ where: { id: turnId }, data: { replyId: answered.id } })
  await db.delivery.create({
    data: {
      ...{
        messageId: answered.id,
        part: 0,
        text: said.answer,
        state: 'sent',
        platformMessageId: `sent ${answered.id}`,
        updatedAt: said.at,
      },
    },
  })
  await db.message.update({ where: { id: message.id }, data: { turnId } })
  if (said.fate === 'edited') await db.message.update({ where: { id: message.id }, data: { editedAt: said.at } })
  if (said.fate === 'deleted') await db.message.update({ where: { id: message.id }, data: { text: '', deletedAt: said.at } })
  await db.messageReference.create({
    data: {
      ...{ messageId: message.id, position: 0, placeId, audience, kind: 'quote', sourceId: `source of ${message.id}` },
      ...{ authorId: 'somebody', authorName: 'Somebody', text: `what ${said.text} is about`, sentAt: said.at },
    },
  })
  if (said.file) await plantFile(store, message, said.file)
  if (said.emoji) {
    const { accountId } = person
    await db.$executeRaw`
      INSERT INTO reactions (message_id, account_id, emoji, present, at) VALUES (${answered.id}, ${accountId}, ${said.emoji}, TRUE, ${said.at})`
  }
  if (said.remembered) {
    await remember(store, person, { ...said.remembered, message, at: said.at })
    await noteLoop(store, person, { ...said.remembered, message, at: said.at })
  }
  if (said.summary !== undefined) await summarize(store, message, said.summary)
  if (said.summary !== undefined) await plantSession(store, message, said.summary)
}

async function plantFile(
  store: Store,
  { id }: Message,
  { name, content, transcript = null }: { name: string; content: Uint8Array; transcript?: string | null },
): Promise<void> {
  const base64 = Buffer.from(content).toString('base64')
  await store.db.$executeRaw`
    INSERT INTO attachments (message_id, position, name, media_type, bytes, source, state, content, transcript)
    VALUES (${id}, 0, ${name}, 'audio/ogg', ${content.length}, 'where it is', 'stored', decode(${base64}, 'base64'), ${transcript})`
}

interface Remembering {
  readonly content: string
  readonly theme: string
  readonly message: Message
  readonly at: Date
}

async function remember(store: Store, { userId, threadId }: TestPerson, { content, theme, message, at }: Remembering): Promise<void> {
  const by: MemoryWriteContext = { scope: { userId, threadId, audience: 'private' }, now: at }
  const { item } = await store.transaction((tx) => addMemory(tx, by, { type: 'fact', content, theme, tags: [theme], source: message.id }))
  // Every second one is replaced by another.
  if (item.id % 2 === 0)
    await store.transaction((tx) => addMemory(tx, by, { type: 'fact', content: `${content} 2`, theme, supersedes: item.id }))
}

/** Notes what the message asks for: due with a time, or without one. */
async function noteLoop(store: Store, { userId, threadId }: TestPerson, { content, message, at }: Remembering): Promise<void> {
  const by = { scope: { userId, threadId, audience: 'private' as const }, now: at, timezone: 'Europe/Paris' }
  const due = { day: '2099-01-05' as DayLabel, ...(message.id % 2 === 0 && { time: '09:00' }) }
  const loop = {
    owner: 'other' as const,
    ownerName: 'Somebody',
    text: `do ${content}`,
    due,
    source: message.id,
    origin: 'request' as const,
  }
  await store.transaction((tx) => addLoop(tx, by, loop))
}

async function summarize({ db }: Store, { segmentId, id }: Message, markdown: string): Promise<void> {
  const at = new Date('2026-02-01T10:00:00Z')
  await db.$executeRaw`
    INSERT INTO day_summaries (segment_id, markdown, mode, model, language, revision, updated_at)
    VALUES (${segmentId}, ${`${markdown} [#${id}]`}, 'manual', 'a model', 'en', 1, ${at}) ON CONFLICT (segment_id) DO NOTHING`
  await db.$executeRaw`UPDATE day_segments SET covered_seq = GREATEST(covered_seq, 1), revision = 1 WHERE id = ${segmentId}`
  await db.$executeRaw`
    INSERT INTO summary_runs (segment_id, mode, state, from_revision, to_seq, error, started_at) VALUES (${segmentId}, 'manual', 'failed', 0, 1, 'no answer', ${at})`
  await db.$executeRaw`
    INSERT INTO digests (segment_id, state, due_at, message_id) VALUES (${segmentId}, 'posted', ${at}, NULL) ON CONFLICT DO NOTHING`
}

/** What was made of a session that consists of one message. It is not derived yet that it does. */
async function plantSession({ db }: Store, { id, threadId, audience, sentAt }: Message, summary: string): Promise<void> {
  const { id: sessionId } = await db.session.create({
    data: {
      ...{ threadId, audience, startedAt: sentAt, endedAt: sentAt, fingerprint: `that of ${id}`, state: 'processed', attempts: 1 },
      ...{ summary: `A session: ${summary}`, tone: 'calm', processedAt: sentAt },
    },
  })
  await db.keyMoment.create({ data: { sessionId, messageId: id, audience, text: `A moment: ${summary}` } })
  await db.sessionName.create({
    data: { sessionId, messageId: id, audience, kind: 'thing', name: `Thing: ${summary}` },
  })
}
