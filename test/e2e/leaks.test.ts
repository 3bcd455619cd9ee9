import { beforeAll, expect, test } from 'vitest'
import { callTool } from '../../src/agent/call-tool.ts'
import type { Tool, ToolContext } from '../../src/agent/tool.ts'
import { commandDeclarations } from '../../src/commands/index.ts'
import { createSuggest } from '../../src/commands/shared/suggest.ts'
import { messageOf } from '../../src/core/domain/errors.ts'
import type { PlatformMessageId, UserId } from '../../src/core/domain/ids.ts'
import { exportJson } from '../../src/privacy/export/export-json.ts'
import { exportMarkdown } from '../../src/privacy/export/export-markdown.ts'
import { handle, message, press } from '../support/app.ts'
import { isFullRun, runs, sample } from '../support/runs.ts'
import { toolCall } from '../support/scripted-model.ts'
import { dates, hostileArguments, hostileLines, namesRow, requiredArguments, type Schema, type Tries, words } from './attacks/hostile.ts'
import { browse, postEverywhere, routesOf, type WatchedQueries, watchQueries } from './attacks/page-routes.ts'
import { columnsForWords, storedRows, tableOfNumber } from './attacks/rows.ts'
import type { Reader } from './attacks/secrets.ts'
import { commandContextOf, nameOf, openWorld, rowsFor, toolContextOf, type Visitor, type World } from './attacks/world.ts'

// What tools, commands, arguments and routes there are is read from where they are declared: a new one is attacked by being
// there. What is private is found by words that were hidden in every column that can hold words.

let world: World
let queries: WatchedQueries

beforeAll(async () => {
  world = await openWorld()
  queries = await watchQueries(world.app.page)
  return async () => {
    queries.end()
    await world.close()
  }
}, 120_000)

/** Columns that hold no words of people: marks, names of our own, and what others find them by. */
const ownWords = new Set(
  `access_requests.address access_requests.code access_requests.platform access_requests.platform_user_id access_requests.state
  access_requests.tenant background_usage.kind background_usage.model accounts.platform accounts.platform_user_id accounts.tenant attachments.media_type attachments.state
  call_pins.hash call_tokens.hash call_tokens.kind calls.platform_call_id number_links.hash number_links.number number_links.state
  channel_summaries.model channel_summaries.source channel_authors.platform_user_id channels.history_next channels.language channels.timezone
  day_segments.day_label day_segments.timezone day_summaries.language day_summaries.mode day_summaries.model
  deliveries.invocation deliveries.platform_message_id deliveries.reply_to deliveries.state digests.state embedding_choice.base_url
  embedding_choice.model embedding_choice.origin embedding_choice.provider embedding_choice.encrypted_key model_choice.base_url model_choice.encrypted_key model_choice.model embeddings.audience embeddings.error embeddings.model embeddings.provider
  embeddings.state exports.from_day exports.state exports.to_day forget_requests.kind forget_requests.state leases.name leases.owner
  link_codes.address link_codes.confirmed_by link_codes.hash link_codes.platform link_codes.platform_user_id link_codes.state link_codes.tenant
  failed_link_attempts.platform failed_link_attempts.platform_user_id failed_link_attempts.tenant installation.id memory_items.audience memory_items.language memory_items.status memory_items.type
  memory_proposals.audience memory_proposals.kind memory_proposals.state
  key_moments.audience open_loops.audience open_loops.closing_origin open_loops.due_day open_loops.due_time open_loops.origin open_loops.owner open_loops.repeat open_loops.state reminders.state
  session_names.audience session_names.kind sessions.audience sessions.call sessions.fingerprint sessions.state
  memory_themes.audience message_index.audience message_index.language message_references.audience
  message_references.author_id message_references.kind message_references.source_id messages.audience messages.invocation messages.kind
  messages.platform_message_id messages.role places.address places.audience places.kind places.platform places.tenant push_keys.encrypted_private_key push_keys.public_key
  push_subscriptions.auth push_subscriptions.endpoint push_subscriptions.p256dh setup_codes.hash
  sign_in_links.hash unapproved_senders.platform unapproved_senders.platform_user_id unapproved_senders.tenant summary_index.language summary_runs.mode summary_runs.state threads.kind
  thread_languages.language transcript_chunks.audience transcript_chunks.hash turns.model turns.state users.digest users.language users.language_source users.timezone web_sessions.hash`.split(
    /\s+/,
  ),
)

test('every column that can hold words of people has a hidden one', async () => {
  const { app, secrets } = world
  const found = new Set(
    (await storedRows(app.store)).flatMap(({ table, columns }) =>
      Object.entries(columns).flatMap(([column, value]) => (secrets.in(value).length > 0 ? `${table}.${column}` : [])),
    ),
  )
  const columns = await columnsForWords(app.store)
  const without = columns.filter((column) => !found.has(column) && !ownWords.has(column))
  expect(
    [...ownWords].filter((column) => !columns.includes(column)),
    'these are no columns any more',
  ).toEqual([])
  expect(without, 'hide a word in each of these in test/e2e/attacks/plant.ts').toEqual([])
})

/** Numbers in rows that a reader must not see, of each table some: their own, and those of what they belong to. */
async function foreignIds(reader: Reader, most: number): Promise<number[]> {
  const byTable = new Map<number, Set<number>>()
  for (const { columns } of await rowsFor(world, reader))
    for (const value of Object.values(columns)) {
      const table = tableOfNumber(value)
      if (table !== undefined) byTable.set(table, (byTable.get(table) ?? new Set()).add(Number(value)))
    }
  return [...byTable.values()].flatMap((ids) => [...ids].sort((a, b) => a - b).filter((_, at) => at % Math.ceil(ids.size / most) === 0))
}

/** The ids of the rows that the reader may read, such as a message in a shared place, whose files are not for the reader. */
async function readableIds(reader: Reader): Promise<Set<number>> {
  const { app, secrets } = world
  const rows = await storedRows(app.store)
  const readable = rows.filter(({ text }) => secrets.in(text).length > 0 && secrets.leaks(text, reader).length === 0)
  return new Set(readable.map(({ columns: { id } }) => Number(id)))
}

/** How many rows of each table an attack names. */
const idsOfEach = isFullRun ? 3 : 1

/** From whom everything is hidden. */
const nobody: Reader = { name: 'nobody', audience: 'private' }

const kindsIn = (shown: unknown) => [...new Set(world.secrets.in(shown).map(({ kind }) => kind))]

/** Calls a tool as a turn does; the model's part is that of somebody who wants what is not theirs. */
async function called(tool: Tool, context: ToolContext, args: unknown): Promise<string> {
  const { app } = world
  const call = toolCall(tool.declaration.name, args)
  const { signal } = new AbortController()
  return (await callTool(app.clock, app.log, { call, tools: app.conversation.tools, context, signal, outputLength: 1_000_000 })).output
}

const schemaOf = ({ declaration }: Tool): Schema => declaration.parameters
const argumentsFor = (tool: Tool, tries: Tries) =>
  hostileArguments(tool.declaration.name, schemaOf(tool), { tries, combinations: runs(12) })

/** What Ana's own calls show her: what others look for can be found by such calls. */
async function anasCalls(tools: readonly Tool[], most?: number): Promise<string[]> {
  const tries: Tries = { ids: await foreignIds(nobody, idsOfEach), texts: [...words, ...dates] }
  const shown: string[] = []
  // The last first, because they only read, and what is closed cannot be postponed.
  for (const tool of tools.toReversed()) {
    // A turn for each: what one message may change is limited.
    const context = await toolContextOf(world, world.ana)
    const outputs: string[] = []
    for (const args of argumentsFor(tool, tries).slice(0, most)) outputs.push(await called(tool, context, args))
    const accepted = outputs.filter((output) => !output.startsWith('{"error"'))
    expect(accepted.length, `calls of ${tool.declaration.name} that were accepted`).toBeGreaterThan(0)
    shown.push(...outputs)
  }
  return shown
}

async function anasCursors(): Promise<string[]> {
  const paged = world.app.conversation.tools.filter((tool) => schemaOf(tool).properties?.['cursor'])
  const cursors = (await anasCalls(paged, 20)).flatMap((output) => /"next_cursor":"([^"]+)"/.exec(output)?.[1] ?? [])
  expect(cursors.length).toBeGreaterThan(2)
  return cursors.slice(0, 3)
}

test('tools show what is private, or of another place, to nobody else, and change nothing of it', async () => {
  const { app, ana, others, secrets } = world
  const { tools } = app.conversation
  const cursors = await anasCursors()
  const leaks: string[] = []
  for (const visitor of others) {
    const context = await toolContextOf(world, visitor)
    const before = await rowsFor(world, visitor)
    const tries: Tries = { ids: await foreignIds(visitor, idsOfEach), texts: [...words, ...dates, ...cursors] }
    for (const tool of tools)
      for (const args of sample(argumentsFor(tool, tries)))
        for (const leak of secrets.leaks(await called(tool, context, args), visitor))
          leaks.push(`${nameOf(visitor)}: ${tool.declaration.name} ${JSON.stringify(args)} shows ${leak}`)
    expect(await rowsFor(world, visitor)).toEqual(before)
  }
  expect(leaks).toEqual([])

  const hers = await anasCalls(tools)
  const ofConversation = ['message', 'reply', 'new wording', 'day summary', 'name of an author', 'title of a place']
  const ofLoops = ['open loop', 'name of who owes']
  const ofMemory = ['active memory', 'archived memory', 'tag of a memory', 'name of a theme', 'slug of a theme']
  expect(kindsIn(hers)).toEqual(expect.arrayContaining([...ofConversation, ...ofMemory, ...ofLoops]))
  expect(secrets.leaks(hers, ana)).toEqual([])
}, 120_000)

test('in a shared place, tools show everybody what all members said there', async () => {
  const { app, secrets, others, garden } = world
  const cleo = others.find(({ name }) => name === 'cleo') as Visitor
  const context = await toolContextOf(world, cleo)
  const tool = (name: string) => app.conversation.tools.find(({ declaration }) => declaration.name === name) as Tool
  const shown = []
  for (const query of ['hides', 'message', 'quotation', 'reply', 'wording'])
    shown.push(await called(tool('conversation_search'), context, { query, limit: 50 }))
  for (const day of ['2026-11-10', '2026-11-17', '2026-11-18'])
    shown.push(await called(tool('conversation_get'), context, { day, messages: true }))
  const said = secrets.in(shown)
  const kinds = ['message', 'reply', 'new wording', 'quotation', 'name of an author', 'message that refers to one deleted later']
  for (const owner of ['ana', 'ben'])
    expect(said.filter(({ owners }) => owners.includes(owner)).map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds))
  expect(secrets.leaks(shown, cleo)).toEqual([])
  expect(
    kindsIn(
      await called(tool('conversation_search'), await toolContextOf(world, { ...cleo, place: garden }), {
        query: 'chunk memory summary tool command',
      }),
    ),
  ).toEqual([])
})

test('nothing is left of what was deleted, neither where it was said nor where it was quoted', async () => {
  const { app, secrets } = world
  const kinds = [
    'message deleted later',
    'name of who deletes later',
    'quotation of who is blocked',
    'forward of who is blocked',
    'deleted message',
    'quotation of a deleted message',
    'name of who deleted',
    'old wording',
  ]
  const left = (await storedRows(app.store)).flatMap(({ table, text }) =>
    secrets.in(text).flatMap(({ kind, word }) => (kinds.includes(kind) ? `${table}: ${kind} ${word}` : [])),
  )
  expect(left).toEqual([])
})

test('tools answer the number of what is not to be seen like one that nothing has', async () => {
  const missing = 1_999_999_999
  const told: string[] = []
  for (const visitor of world.others) {
    const context = await toolContextOf(world, visitor)
    const readable = await readableIds(visitor)
    const tries: Tries = { ids: (await foreignIds(visitor, idsOfEach)).filter((id) => !readable.has(id)), texts: words }
    for (const tool of world.app.conversation.tools) {
      const schema = schemaOf(tool)
      const required = requiredArguments(tool.declaration.name, schema, tries)
      for (const [field] of Object.entries(schema.properties ?? {}).filter(([, one]) => namesRow(one))) {
        const absent = await called(tool, context, { ...required, [field]: missing })
        for (const id of tries.ids) {
          const hidden = await called(tool, context, { ...required, [field]: id })
          if (hidden.replaceAll(String(id), '#') !== absent.replaceAll(String(missing), '#'))
            told.push(`${nameOf(visitor)}: ${tool.declaration.name} ${field} ${id} is ${hidden}, and not ${absent}`)
        }
      }
    }
  }
  expect(told).toEqual([])
})

test('what the model is shown for a reply is what those who read the reply may see', async () => {
  const { app, chat, secrets, ana, others } = world
  const said = await app.store.db.message.findFirstOrThrow({ where: { audience: 'private', platformMessageId: { not: null } } })
  const replyTo = said.platformMessageId as PlatformMessageId
  const shownFor = async ({ name, place }: Visitor) => {
    const before = chat.requests.length
    const asked = 'What do the message, the reply, the tool output, the day summary, the chunk and the memory hide?'
    await handle(app, { ...message(app, name, place, asked), replyTo })
    return chat.requests.slice(before)
  }
  const kinds = ['message', 'reply', 'tool output', 'tool argument', 'new wording', 'day summary', 'slug of a theme', 'title of a place']
  expect(kindsIn(await shownFor(ana))).toEqual(expect.arrayContaining(kinds))
  for (const visitor of others) {
    const requests = await shownFor(visitor)
    expect(kindsIn(requests), nameOf(visitor)).toContain('message')
    expect(secrets.leaks(requests, visitor), nameOf(visitor)).toEqual([])
  }
})

test('the page shows everybody what is theirs, at every address', async () => {
  const { app, secrets, ana } = world
  expect(await routesOf(app.page, 'GET')).toEqual(expect.arrayContaining(['/continuous/', '/continuous/day/:day/summary/']))
  const ben = { name: 'ben', audience: 'private' } as const
  const shownTo = async (platformUserId: string) => {
    const { userId } = await app.store.db.account.findFirstOrThrow({ where: { platform: 'test', platformUserId } })
    const values = [
      ...dates.slice(0, 2),
      ...(await foreignIds(ben, 1)).filter((_, index) => isFullRun || index % 3 === 0).map(String),
      'hides',
    ]
    return browse(app, { userId: userId as UserId, values, queries })
  }
  const hers = await shownTo('ana')
  const kinds = ['message', 'day summary', 'button', 'notice', 'name of a file', 'text of a file', 'title of a place', 'active memory']
  expect(kindsIn(hers)).toEqual(expect.arrayContaining(kinds))
  expect(kindsIn(hers.at(-1))).toContain('message')
  expect(secrets.leaks(hers, ana)).toEqual([])

  const leaks = (await shownTo('ben')).flatMap((shown) => secrets.leaks(shown, ben).map((leak) => `${shown.slice(0, 80)} shows ${leak}`))
  expect(leaks).toEqual([])
}, 120_000)

test('what somebody posts, at any address, shows and changes nothing of others', async () => {
  const { app, secrets } = world
  expect(await routesOf(app.page, 'POST')).toEqual(expect.arrayContaining(['/memory/:id/delete/', '/settings/embeddings/']))
  const ben = { name: 'ben', audience: 'private' } as const
  const { userId } = await app.store.db.account.findFirstOrThrow({ where: { platform: 'test', platformUserId: 'ben' } })
  const before = await rowsFor(world, ben)
  const ids = await foreignIds(ben, 1)
  const id = 'posted-by-somebody-else'
  const bodies = [
    {},
    ...ids.slice(0, 6).map((hers) => ({ id, action: `/memory delete ${hers}` })),
    { id, text: 'What does the message hide?', query: 'hides', scope: 'all', day: dates[0], timezone: 'Europe/Paris' },
    { use: 'off', isConfirmed: true },
    { use: 'server', address: 'http://127.0.0.1:9/v1', model: 'any', key: '', isConfirmed: true },
  ]
  const shown = await postEverywhere(app, { userId: userId as UserId, values: [...ids.map(String), 'hides'], bodies })
  expect(shown.flatMap((one) => secrets.leaks(one, ben).map((leak) => `${one.slice(0, 120)} shows ${leak}`))).toEqual([])
  expect(await rowsFor(world, ben)).toEqual(before)
  expect(await app.store.db.embeddingChoice.count()).toBe(0)
  // What he may do, he did.
  expect(shown.some((one) => one.startsWith('/continuous/add-message/') && one.includes(': 202'))).toBe(true)
}, 120_000)

test('an export holds what is of its person, and nothing that others said', async () => {
  const { app, secrets } = world
  for (const name of ['ana', 'ben', 'cleo']) {
    const { userId } = await app.store.db.account.findFirstOrThrow({ where: { platform: 'test', platformUserId: name } })
    let exported = ''
    for (const write of [exportJson, exportMarkdown])
      for await (const part of write(app.privacy, { userId: userId as UserId })) exported += part
    if (name !== 'cleo') expect(kindsIn(exported)).toEqual(expect.arrayContaining(['message', 'reply', 'day summary', 'active memory']))
    expect(secrets.leaks(exported, { name, audience: 'private' }), name).toEqual([])
  }
})

test('what is suggested while a command is typed is what the person has themselves', async () => {
  const { app, secrets, ana } = world
  const suggest = createSuggest(app, 'Europe/Paris')
  const suggestedTo = async (name: string) => {
    const each = commandDeclarations.flatMap(({ name: command, arguments: declared }) =>
      declared.flatMap(({ name: argument }) => ['', 'hides', 'sesame', '2026'].map((text) => ({ command, argument, text }))),
    )
    const typed = each.map((one) => suggest({ platform: 'test', tenant: '', platformUserId: name, ...one }))
    return Promise.all(typed)
  }
  expect(secrets.in(await suggestedTo('ana')).length).toBeGreaterThan(0)
  expect(secrets.leaks(await suggestedTo('ana'), ana)).toEqual([])
  expect(secrets.leaks(await suggestedTo('ben'), { name: 'ben', audience: 'private' })).toEqual([])
})

test('commands answer nobody with what is not theirs, and change nothing of it', async () => {
  const { app, secrets, others } = world
  const leaks: string[] = []
  for (const visitor of others.filter(({ name }) => name !== 'ana')) {
    // A command answers the person alone, wherever it is given. Some look at the place where they are given.
    const reader = { ...visitor, audience: 'private' as const }
    const readersOf = (line: string) => (/^\/find\b/.test(line) ? [visitor] : [reader, visitor])
    const context = await commandContextOf(world, visitor)
    const before = await rowsFor(world, reader)
    const ids = await foreignIds(reader, Math.min(idsOfEach, 2))
    for (const line of commandDeclarations.flatMap((declaration) => sample(hostileLines(declaration, ids)))) {
      const answer = await app.conversation.runCommand(context, line).catch(messageOf)
      for (const leak of secrets.leaks(answer, ...readersOf(line))) leaks.push(`${nameOf(visitor)}: ${line} shows ${leak}`)
    }
    expect(await rowsFor(world, reader)).toEqual(before)
  }
  expect(leaks).toEqual([])
  // A summary of a channel is made of what all its members said there, any other of what one person may see.
  for (const request of world.summary.requests) {
    const isOfChannel = JSON.stringify(request).includes('Summarize a part of the conversation in a channel.')
    const found = secrets.in(request).map(({ owners, audience }) => (isOfChannel ? audience : owners.join()))
    expect(new Set(found).size).toBeLessThan(2)
    if (isOfChannel) expect(found).not.toContain('private')
  }
}, 120_000)

test('the answer to a command in a shared place is never shown there', async () => {
  const { app, secrets, garden } = world
  const hers = await app.store.db.message.findFirstOrThrow({
    where: { audience: 'private', kind: 'chat', text: { contains: 'The message hides' } },
    orderBy: { id: 'asc' },
  })
  const said = await app.store.db.message.findFirstOrThrow({
    where: { audience: { not: 'private' }, kind: 'chat', text: { contains: 'The message hides' } },
    orderBy: { id: 'asc' },
  })
  const about = { id: said.platformMessageId as PlatformMessageId, sentAt: said.sentAt }
  const before = app.sent.length
  // A few of each: what matters is the way that the answer takes, and for Cleo there is none.
  for (const [name, most] of [
    ['ana', isFullRun ? 3 : 2],
    ['cleo', 1],
  ] as const)
    for (const declaration of commandDeclarations) {
      for (const line of hostileLines(declaration, [hers.id]).slice(0, most)) await handle(app, message(app, name, garden, line))
      const { messageAction } = declaration
      if (messageAction) await handle(app, { ...press(app, name, garden, messageAction.action), about })
    }
  const answers = app.sent.slice(before)
  const answersTo = (start: string) => answers.filter(({ to }) => to.startsWith(start))
  expect(secrets.in(answersTo('shared:'))).toEqual([])
  expect(kindsIn(answersTo('direct:ana'))).toEqual(expect.arrayContaining(['message', 'day summary']))
  const audience = said.audience as Reader['audience']
  expect(secrets.leaks(answersTo('direct:ana'), world.ana, { name: 'ana', audience })).toEqual([])
  expect(secrets.in(answersTo('direct:cleo'))).toEqual([])
}, 120_000)

test('what the bot says by itself, or to answer, is for all who are in the place', async () => {
  const { app, secrets, garden, others } = world
  app.clock.set('2026-11-21T12:00:00Z')
  for (const job of ['finalize-days', 'post-digests', 'recover'] as const)
    await app.handlers[job]({}, { signal: new AbortController().signal, attempt: 1, last: true })
  // All that was sent while this file ran.
  const said = app.sent.filter(({ to }) => to === garden.address)
  const there = others.find(({ place }) => place === garden)?.audience
  expect(said.length).toBeGreaterThan(0)
  expect(secrets.in(said).filter(({ audience }) => audience !== there)).toEqual([])
})
