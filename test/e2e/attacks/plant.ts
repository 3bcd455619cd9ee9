import { switchChannelOn } from '../../../src/channels/manage/switch-channel.ts'
import { startOfWindow } from '../../../src/channels/pyramid.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import type { InboundMessage, PlaceRef, ReferencedMessage } from '../../../src/core/ports/platform.ts'
import { updateIndex } from '../../../src/search/index/update-index.ts'
import { insertMessages } from '../../../src/threads/messages/insert-messages.ts'
import { upsertPlace } from '../../../src/threads/places.ts'
import { message, storedAs, type TestApp } from '../../support/app.ts'
import type { TestPerson } from '../../support/conversation.ts'
import { insertMemory } from './memory-rows.ts'
import type { Reader, Secrets } from './secrets.ts'

export interface Planting {
  readonly app: TestApp
  readonly secrets: Secrets
  readonly person: TestPerson
  readonly name: string
  readonly place: PlaceRef
}

/** What else is of one person in front of one audience. */
interface Row extends Planting {
  readonly reader: Reader
}

/** By the clock of the tests, the last of them today. */
const days = ['2026-11-10', '2026-11-17', '2026-11-18'] as const

/** Hides a word in each kind of row that a person may have in a place, and says who may read it. */
export async function plant(planting: Planting): Promise<Reader> {
  const { app, person, name, place } = planting
  const { audience } = await upsertPlace(app.store.db, place, person.userId)
  const reader: Reader = { name, audience }
  const row: Row = { ...planting, reader }
  for (const day of days) {
    app.clock.set(`${day}T08:00:00Z`)
    const said = await plantConversation(row)
    if (audience === 'private') await plantSummary(row, said)
    else await plantChannelSummary(row, said)
    await plantSession(row, said)
    if (day === days[2]) await plantToday(row, said)
  }
  await plantMemory(row)
  await plantLoops(row)
  await plantChunks(row)
  await plantEntrants(row)
  return reader
}

const word = ({ secrets, reader: { name, audience } }: Row, kind: string) => secrets.hide({ kind, owners: [name], audience })

/** Names of those who would like to be one with the person, and of those who would like to be let in, which only owners see; and a browser. */
async function plantEntrants(row: Row): Promise<void> {
  const { app, person, name, place, reader } = row
  if (reader.audience !== 'private') return
  const { db } = app.store
  const { id: placeId } = await upsertPlace(db, place, person.userId)
  const times = { createdAt: app.clock.now(), expiresAt: new Date('2027-01-01T00:00:00Z') }
  await db.webSession.create({ data: { ...times, hash: `session of ${name}`, userId: person.userId, browser: word(row, 'browser') } })
  await db.draft.upsert({
    where: { userId: person.userId },
    create: { userId: person.userId, text: word(row, 'draft'), updatedAt: times.createdAt },
    update: {},
  })
  await db.account.update({ where: { id: person.accountId }, data: { handle: word(row, 'handle') } })
  await db.userMerge.create({
    data: {
      userId: person.userId,
      accountIds: [],
      placeIds: [],
      settings: { name: hidden(row, 'name before a merge') },
      mergedAt: times.createdAt,
    },
  })
  const entrant = { platform: 'test', tenant: '', platformUserId: `entrant-${name}`, address: `direct:entrant-${name}` }
  await db.linkCode.create({
    data: {
      ...times,
      ...entrant,
      hash: `code of ${name}`,
      accountId: person.accountId,
      userId: person.userId,
      placeId,
      state: 'confirmed',
      confirmedBy: 'claimant',
      name: hidden(row, 'name of who links'),
      handle: hidden(row, 'handle of who links'),
    },
  })
  await db.accessRequest.create({
    data: {
      ...entrant,
      name: gone(row, 'name of who asks'),
      code: `code-${name}`,
      requestedAt: times.createdAt,
      expiresAt: times.expiresAt,
    },
  })
}

/** "The tool output hides sesame0001." */
const hidden = (row: Row, kind: string) => `The ${kind} hides ${word(row, kind)}.`

/** What is no more is for nobody. */
const gone = ({ secrets, reader: { audience } }: Row, kind: string) => `The ${kind} hides ${secrets.hide({ kind, owners: [], audience })}.`

type Said = { readonly event: InboundMessage; readonly stored: Message }

/** Stores what somebody says, as if it had been answered already. */
async function say(row: Row, text: string, refersTo?: readonly ReferencedMessage[]): Promise<Said> {
  const { app, name, place } = row
  const author = { id: name, name: `Author ${word(row, 'name of an author')}`, isBot: false }
  const event = { ...message(app, name, place, text), author, ...(refersTo && { refersTo }) }
  await app.inbox(event)
  const stored = await storedAs(app, event)
  await app.store.db.message.update({ where: { id: stored.id }, data: { pending: false } })
  return { event, stored }
}

/** What is like `to` in all that its thread and its place decide. */
const beside = ({ segmentId, placeId, audience, sentAt }: Message) => ({ segmentId, placeId, audience, sentAt })

/** What is said every day: a message, and an answer with what a tool gave for it. */
async function plantConversation(row: Row): Promise<Said> {
  const said = await say(row, hidden(row, 'message'))
  const tool = { id: 'call', name: 'conversation_search', arguments: JSON.stringify({ query: hidden(row, 'tool argument') }) }
  const output = JSON.stringify({ results: [{ snippet: hidden(row, 'tool output') }] })
  await row.app.store.transaction((tx) =>
    insertMessages(tx, row.person.threadId, [
      { ...beside(said.stored), role: 'tool', kind: 'chat', text: output, tool },
      { ...beside(said.stored), role: 'assistant', kind: 'chat', text: hidden(row, 'reply') },
    ]),
  )
  return said
}

async function plantSummary(row: Row, { stored: { segmentId, changeSeq, sentAt } }: Said): Promise<void> {
  const { db } = row.app.store
  const markdown = `## Summary\n${hidden(row, 'day summary')}\n\n## Decisions\n- None`
  await db.daySummary.create({ data: { segmentId, markdown, mode: 'manual', model: 'test', language: 'en', updatedAt: sentAt } })
  await db.daySegment.update({ where: { id: segmentId }, data: { coveredSeq: changeSeq } })
  const failed = { state: 'failed', mode: 'manual', fromRevision: 0, toSeq: 0, startedAt: sentAt }
  await db.summaryRun.create({ data: { segmentId, ...failed, error: hidden(row, 'error of a summary') } })
}

/** All that a day may have besides. */
async function plantToday(row: Row, first: Said): Promise<void> {
  const { app, place } = row
  const at = app.clock.now()
  const { id, author } = first.event
  await app.inbox({ type: 'reaction', place, id, author, emoji: word(row, 'reaction'), present: true, at })
  const edited = await say(row, gone(row, 'old wording'))
  await app.inbox({ ...edited.event, type: 'edit', text: hidden(row, 'new wording'), editedAt: at })
  const deleted = await say(row, gone(row, 'deleted message'))
  await app.inbox({ type: 'deletion', place, id: deleted.event.id })
  await say(row, `/find ${hidden(row, 'command')}`)
  await plantFiles(row, await say(row, hidden(row, 'message with files')))
  const quoted = { author: { id: 'somebody', name: hidden(row, 'name of who is quoted') }, text: hidden(row, 'quotation') }
  await say(row, hidden(row, 'message that quotes'), [{ kind: 'quote', ...quoted }])
  // Nobody may see what was deleted, and neither what is quoted of it.
  const removed = {
    kind: 'reply' as const,
    id: deleted.event.id,
    author: { name: gone(row, 'name of who deleted') },
    text: gone(row, 'quotation of a deleted message'),
  }
  await say(row, hidden(row, 'reply to a deleted message'), [removed])
  await plantPosts(row, first.stored)
  await plantTurn(row, first.stored)
}

async function plantFiles(row: Row, { stored }: Said): Promise<void> {
  const files = [
    { name: hidden(row, 'name of a file'), state: 'stored', mediaType: 'text/plain', content: Buffer.from(hidden(row, 'text of a file')) },
    { name: 'note.ogg', state: 'stored', mediaType: 'audio/ogg', content: Buffer.from('sound'), transcript: hidden(row, 'transcript') },
    { name: 'lost.pdf', state: 'failed', mediaType: 'application/pdf', error: hidden(row, 'error of a file') },
  ]
  const { db } = row.app.store
  await db.attachment.createMany({
    data: files.map((file, position) => ({ ...file, messageId: stored.id, position, source: hidden(row, 'source of a file') })),
  })
}

/** What the bot says outside of turns, with what became of its sending. */
async function plantPosts(row: Row, to: Message): Promise<void> {
  const isPrivate = row.reader.audience === 'private'
  const posts = await row.app.store.transaction((tx) =>
    insertMessages(tx, row.person.threadId, [
      { ...beside(to), role: 'system', kind: 'notice', text: hidden(row, 'notice') },
      { ...beside(to), role: 'assistant', kind: 'draft', text: hidden(row, 'draft') },
      ...(isPrivate ? [{ ...beside(to), role: 'system', kind: 'digest', text: hidden(row, 'posted summary') } as const] : []),
    ]),
  )
  await row.app.store.db.delivery.createMany({
    data: posts.map(({ id }) => ({
      messageId: id,
      part: 0,
      text: hidden(row, 'delivery'),
      buttons: [{ label: hidden(row, 'button'), action: `/open ${to.id}` }],
      error: hidden(row, 'error of a delivery'),
      state: 'unknown',
      updatedAt: to.sentAt,
    })),
  })
}

/** What is kept of what a reply was made from. */
async function plantTurn(row: Row, { threadId, placeId, sentAt }: Message): Promise<void> {
  const omitted = [{ what: hidden(row, 'part of a context'), why: 'there is no room' }]
  const toolCalls = [{ name: 'conversation_search', arguments: hidden(row, 'argument that a turn keeps'), ms: 1 }]
  const parts = [{ name: '9 raw window', tokens: 1, limit: 1, items: 1, omitted }]
  const context = { total: 1, limit: 1, model: 'scripted', parts, toolCalls }
  const turn = { threadId, placeId, state: 'failed', startedAt: sentAt, finishedAt: sentAt }
  await row.app.store.db.turn.create({ data: { ...turn, context, error: hidden(row, 'error of a turn') } })
}

async function plantMemory(row: Row): Promise<void> {
  const { app, person, reader } = row
  for (const slug of ['travel', `travel-${word(row, 'slug of a theme')}`]) {
    const itemIds = await insertMemory(app.store, {
      ...{ userId: person.userId, audience: reader.audience, at: app.clock.now(), slug, theme: hidden(row, 'name of a theme') },
      items: [
        { content: hidden(row, 'active memory'), tag: word(row, 'tag of a memory') },
        { content: hidden(row, 'archived memory'), tag: word(row, 'tag of a memory'), archived: true },
      ],
    })
    const texts = { text: hidden(row, 'proposed memory'), reason: hidden(row, 'reason of a proposal') }
    const proposal = { userId: person.userId, audience: reader.audience, kind: 'merge', createdAt: app.clock.now() }
    await app.store.db.memoryProposal.create({ data: { ...proposal, ...texts, itemIds } })
  }
}

/** What is open, and what was closed, with a reminder. */
async function plantLoops(row: Row): Promise<void> {
  const { app, person, reader } = row
  const { db } = app.store
  const common = { userId: person.userId, audience: reader.audience, owner: 'other', origin: 'request', createdAt: app.clock.now() }
  const named = () => ({ ownerName: hidden(row, 'name of who owes'), gist: word(row, 'gist of a loop') })
  const first = { ...common, ...named(), text: hidden(row, 'open loop'), state: 'open' }
  const { id: loopId } = await db.openLoop.create({ data: { ...first, dueDay: '2026-12-24', dueTime: '18:00' } })
  const at = new Date('2026-12-24T17:00:00Z')
  await db.reminder.create({ data: { loopId, dueAt: at, postAt: at, isTimed: true, state: 'waiting' } })
  for (let more = 0; more < 2; more++) await db.openLoop.create({ data: { ...first, ...named(), text: hidden(row, 'open loop') } })
  const closed = { text: hidden(row, 'closed loop'), state: 'done', closedAt: app.clock.now(), closingOrigin: 'request' }
  await db.openLoop.create({ data: { ...first, ...named(), ...closed } })
}

/** What was made of a half hour of a channel. */
async function plantChannelSummary(row: Row, { stored: { id, placeId, sentAt } }: Said): Promise<void> {
  const { store, clock } = row.app
  const place = { placeId, managerId: row.person.userId, timezone: 'Etc/UTC', language: 'en', now: clock.now() } as const
  await store.transaction((tx) => switchChannelOn(tx, place))
  const logged = message(row.app, row.name, row.place, hidden(row, 'logged message'))
  await row.app.inbox({ ...logged, addressed: false })
  const window = startOfWindow(sentAt)
  await store.db.channelSummary.create({
    data: {
      ...{ placeId, source: String(id), level: 1, ordinal: 0, isUsed: true, firstWindow: window, lastWindow: window },
      ...{ startsAt: sentAt, endsAt: sentAt, messageCount: 1, imageCount: 0, fileCount: 0, model: 'test', createdAt: clock.now() },
      topics: [word(row, 'topic of a channel')],
      text: hidden(row, 'summary of a channel'),
    },
  })
  await store.db.$executeRaw`UPDATE channel_summaries SET terms = to_tsvector('simple', text) WHERE source = ${String(id)}`
}

/** What was made of a session. */
async function plantSession(row: Row, { stored: { id: messageId, threadId, sentAt } }: Said): Promise<void> {
  const { audience } = row.reader
  const name = word(row, 'name in a session')
  await row.app.store.db.session.create({
    data: {
      ...{ threadId, audience, startedAt: sentAt, endedAt: sentAt, fingerprint: 'x', state: 'processed', processedAt: sentAt },
      ...{ summary: hidden(row, 'summary of a session'), tone: word(row, 'tone of a session') },
      moments: { create: { messageId, audience, text: hidden(row, 'key moment') } },
      names: { create: { messageId, audience, kind: 'person', name } },
    },
  })
}

/** Chunks say what their messages say; these say something else besides, so that it shows where it comes from. */
async function plantChunks(row: Row): Promise<void> {
  const { app, person, reader } = row
  await updateIndex(app, person.threadId)
  await app.store.db.$executeRaw`
    UPDATE transcript_chunks SET text = text || ${` ${hidden(row, 'chunk')}`}
    WHERE thread_id = ${person.threadId} AND audience = ${reader.audience}`
}
