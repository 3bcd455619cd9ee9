import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { assetHref } from '../../adapters/web/server/assets.ts'
import { commandDeclarations } from '../../src/commands/index.ts'
import { messageOf } from '../../src/core/domain/errors.ts'
import type { LoopId, MemoryId, MessageId, UserId } from '../../src/core/domain/ids.ts'
import type { CommandDeclaration } from '../../src/core/ports/commands.ts'
import { addLoop } from '../../src/loops/add-loop.ts'
import { addMemory } from '../../src/memory/items/add-memory.ts'
import { openTestChannel } from '../channels/log/support.ts'
import { handle, message, type TestApp, testApp } from '../support/app.ts'
import { directPlace, sharedPlace, type TestPerson, testPerson } from '../support/conversation.ts'
import { ScriptedModel } from '../support/scripted-model.ts'
import { citingModel } from '../support/summaries.ts'
import { routesOf, signedIn } from './attacks/page-routes.ts'

// Who may do what stands in docs/developers/authorization.md, and nowhere else. Addresses and commands are read from where they are
// declared: one that is not in the tables there fails, and so does one in the tables that is no more.

const roles = ['nobody', 'user', 'another', 'owner'] as const
type Role = (typeof roles)[number]
type Rules = ReadonlyMap<string, Readonly<Record<Role, string>>>

/** The rows of the table under a heading of the document. */
function rulesUnder(heading: string, document: string): Rules {
  const [, section = ''] = document.split(`\n## ${heading}\n`)
  const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `([^`]+)` \|(.+)\|$/gm)]
  return new Map(
    rows.map(([, name = '', cells = '']) => {
      const [nobody = '', user = '', another = '', owner = ''] = cells.split('|').map((cell) => cell.trim())
      return [name, { nobody, user, another, owner }]
    }),
  )
}

/** What the one user has, and everybody tries to reach. */
interface Own {
  readonly message: MessageId
  readonly reply: MessageId
  readonly attachment: number
  readonly memory: MemoryId
  readonly proposal: number
  readonly loop: LoopId
  readonly account: number
  readonly user: UserId
  /** Somebody whom an owner may block. */
  readonly pest: UserId
  readonly forgetting: number
  readonly otherForgetting: number
  /** A request to link accounts, which the user has to answer. */
  readonly link: number
  /** A merge that the user can undo. */
  readonly merge: number
  readonly session: number
  readonly daySession: number
  /** A channel with a log. */
  readonly channel: number
}

let app: TestApp
let own: Own
/** Who is signed in, or writes. */
let people: Readonly<Record<Role, UserId | undefined>>
let pages: Rules
let commands: Rules

beforeAll(async () => {
  const document = await readFile(new URL('../../docs/developers/authorization.md', import.meta.url), 'utf8')
  pages = rulesUnder('Addresses of the page', document)
  commands = rulesUnder('Commands', document)
  app = await testApp({ chat: new ScriptedModel([{ text: 'I see.' }]), summary: citingModel(), env: { ACCESS: 'pairing' } })
  const user = await testPerson(app.store, { name: 'user' })
  const another = await testPerson(app.store, { name: 'another' })
  const owner = await testPerson(app.store, { name: 'owner' })
  await app.store.db.account.updateMany({ where: { userId: owner.userId }, data: { isOwner: true } })
  people = { nobody: undefined, user: user.userId, another: another.userId, owner: owner.userId }
  own = await ownOf(user)
  return async () => {
    await app.page.close()
    await app.close(0)
  }
}, 60_000)

/** Of those who wait to be let in: two for the page, two for the commands. */
const codes = ['AAAAAA', 'BBBBBB', 'CCCCCC', 'DDDDDD'] as const

const tomorrow = new Date('2026-11-19T09:00:00Z')

async function ownOf(user: TestPerson): Promise<Own> {
  const said = await user.say('The spare key is under the pot.', '2026-11-17T09:00:00Z')
  const reply = await user.answer(said, 'Noted.')
  const { db } = app.store
  const attachment = await db.attachment.create({
    data: {
      messageId: said.id,
      position: 0,
      name: 'key.txt',
      mediaType: 'text/plain',
      source: 'file',
      state: 'stored',
      content: Buffer.from('key'),
    },
  })
  const turn = {
    threadId: user.threadId,
    placeId: said.placeId,
    state: 'done',
    replyId: reply.id,
    startedAt: said.sentAt,
  }
  await db.turn.create({ data: { ...turn, model: 'scripted', context: { total: 10, limit: 16_000, parts: [], toolCalls: [] } } })
  const scope = { userId: user.userId, threadId: user.threadId, audience: 'private' as const }
  const { item } = await app.store.transaction((tx) =>
    addMemory(tx, { scope, now: said.sentAt }, { type: 'fact', content: 'The key is under the pot', source: said.id }),
  )
  const { item: outdated } = await app.store.transaction((tx) =>
    addMemory(tx, { scope, now: said.sentAt }, { type: 'fact', content: 'The key was under the mat' }),
  )
  const proposal = await db.memoryProposal.create({
    data: {
      ...{ userId: user.userId, audience: 'private', kind: 'archive' },
      itemIds: [outdated.id],
      text: '',
      reason: 'old',
      createdAt: said.sentAt,
    },
  })
  const context = { scope, now: said.sentAt, timezone: user.timezone }
  const { loop } = await app.store.transaction((tx) => addLoop(tx, context, { owner: 'user', text: 'return the key', origin: 'request' }))
  for (const code of codes)
    await db.accessRequest.create({
      data: {
        platform: 'test',
        platformUserId: code,
        name: code,
        address: `direct:${code}`,
        code,
        requestedAt: said.sentAt,
        expiresAt: tomorrow,
      },
    })
  const listed = { userId: user.userId, placeId: said.placeId, kind: 'memory', requestedAt: said.sentAt, expiresAt: tomorrow }
  const [forgetting, otherForgetting] = [await db.forgetRequest.create({ data: listed }), await db.forgetRequest.create({ data: listed })]
  const entrant = { platform: 'test', tenant: '', platformUserId: 'somebody', name: 'somebody', address: 'direct:somebody' }
  const link = await db.linkCode.create({
    data: {
      hash: 'of-no-code',
      accountId: user.accountId,
      userId: user.userId,
      placeId: said.placeId,
      state: 'entered',
      ...entrant,
      createdAt: said.sentAt,
      expiresAt: tomorrow,
    },
  })
  // A second account, so that one can be unlinked.
  const account = await db.account.create({
    data: { userId: user.userId, platform: 'test', platformUserId: 'user-elsewhere', name: 'user', createdAt: said.sentAt },
  })
  const merged = await db.account.create({
    data: { userId: user.userId, platform: 'test', platformUserId: 'user-merged', name: 'user', createdAt: said.sentAt },
  })
  const merge = await db.userMerge.create({
    data: { userId: user.userId, accountIds: [merged.id], placeIds: [], settings: {}, mergedAt: said.sentAt },
  })
  const session = await db.webSession.create({
    data: { hash: 'of-no-session', userId: user.userId, createdAt: said.sentAt, expiresAt: tomorrow },
  })
  const daySession = await db.session.create({
    data: {
      ...{ threadId: user.threadId, audience: 'private', startedAt: said.sentAt, endedAt: said.sentAt },
      ...{ fingerprint: 'f', state: 'failed', attempts: 3, members: { create: { messageId: said.id } } },
    },
  })
  // Of these, only the user is in it.
  const team = sharedPlace('the team')
  await user.say('The gate is green.', said.sentAt, { place: team })
  const { placeId: channel } = await openTestChannel(app, team, 'user')
  app.places.readers.set(team.address, new Set(['user']))
  app.places.managers.add('user')
  return {
    message: said.id,
    reply: reply.id,
    attachment: attachment.id,
    memory: item.id,
    proposal: proposal.id,
    loop: loop.id,
    account: account.id,
    user: user.userId,
    pest: (await testPerson(app.store, { name: 'pest' })).userId,
    forgetting: forgetting.id,
    otherForgetting: otherForgetting.id,
    link: link.id,
    merge: merge.id,
    session: session.id,
    daySession: daySession.id,
    channel,
  }
}

/** What stands for the parts of an address that vary; all others are as they are declared. */
const paths: Readonly<Record<string, (own: Own) => string>> = {
  'GET /continuous/attachment/:id': ({ attachment }) => `/continuous/attachment/${attachment}`,
  'GET /continuous/messages/:id/context/': ({ reply }) => `/continuous/messages/${reply}/context/`,
  'GET /continuous/messages/:id/text/': ({ message }) => `/continuous/messages/${message}/text/`,
  'GET /continuous/messages/:id/preview/': ({ message }) => `/continuous/messages/${message}/preview/`,
  'GET /continuous/box-subject/': ({ message }) => `/continuous/box-subject/?reply=${message}`,
  'GET /continuous/day/': () => '/continuous/day/?day=2026-11-17',
  'GET /continuous/messages/': () => '/continuous/messages/?since=0',
  'GET /offline/': ({ user }) => `/offline/?account=${user}`,
  'GET /export/': () => '/export/?format=json',
  'GET /continuous/day/:day/': () => '/continuous/day/2026-11-17/',
  'GET /continuous/day/:day/summary/': () => '/continuous/day/2026-11-17/summary/',
  'GET /channels/:id/': ({ channel }) => `/channels/${channel}/`,
  'GET /channels/:id/summaries/': ({ channel }) => `/channels/${channel}/summaries/`,
  'POST /channels/:id/rebuild/': ({ channel }) => `/channels/${channel}/rebuild/`,
  'GET /memory/:id/': ({ memory }) => `/memory/${memory}/`,
  'POST /memory/suggestions/:id/accept/': ({ proposal }) => `/memory/suggestions/${proposal}/accept/`,
  'POST /memory/suggestions/:id/decline/': ({ proposal }) => `/memory/suggestions/${proposal}/decline/`,
  'POST /memory/suggestions/:id/undo/': ({ proposal }) => `/memory/suggestions/${proposal}/undo/`,
  'POST /memory/:id/delete/': ({ memory }) => `/memory/${memory}/delete/`,
  'POST /continuous/sessions/:id/retry/': ({ daySession }) => `/continuous/sessions/${daySession}/retry/`,
  'POST /loops/:id/edit/': ({ loop }) => `/loops/${loop}/edit/`,
  'POST /loops/:id/move/': ({ loop }) => `/loops/${loop}/move/`,
  'POST /loops/:id/done/': ({ loop }) => `/loops/${loop}/done/`,
  'POST /loops/:id/drop/': ({ loop }) => `/loops/${loop}/drop/`,
  'POST /loops/:id/reopen/': ({ loop }) => `/loops/${loop}/reopen/`,
  'GET /settings/forget/:id/': ({ forgetting }) => `/settings/forget/${forgetting}/`,
  'POST /settings/forget/:id/confirm/': ({ forgetting }) => `/settings/forget/${forgetting}/confirm/`,
  'POST /settings/forget/:id/keep/': ({ otherForgetting }) => `/settings/forget/${otherForgetting}/keep/`,
  'POST /settings/accounts/requests/:id/agree/': ({ link }) => `/settings/accounts/requests/${link}/agree/`,
  'POST /settings/accounts/requests/:id/refuse/': ({ link }) => `/settings/accounts/requests/${link}/refuse/`,
  'POST /settings/accounts/merges/:id/undo/': ({ merge }) => `/settings/accounts/merges/${merge}/undo/`,
  'POST /settings/accounts/:id/unlink/': ({ account }) => `/settings/accounts/${account}/unlink/`,
  'POST /settings/sessions/:id/sign-out/': ({ session }) => `/settings/sessions/${session}/sign-out/`,
  'POST /settings/people/:id/block/': ({ pest }) => `/settings/people/${pest}/block/`,
  'POST /settings/people/:id/unblock/': ({ pest }) => `/settings/people/${pest}/unblock/`,
}

/** Where a browser says it is reached: the base point of the curve is as good a key as any. */
const pushTarget = {
  endpoint: 'https://push.example.org/browser',
  p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
  auth: 'AAAAAAAAAAAAAAAAAAAAAA',
}

/** What is posted; where nothing stands here, an empty form. */
const bodies: Readonly<Record<string, (own: Own, role: Role) => object>> = {
  'POST /continuous/add-message/': (_, role) => ({ id: `posted-by-the-${role}`, text: 'Hello.' }),
  'POST /continuous/draft/': () => ({ text: 'Half a thought' }),
  'POST /continuous/search/': () => ({ query: 'key', scope: 'all' }),
  'POST /continuous/seen/': () => ({ seq: 1 }),
  'POST /continuous/timezone/': () => ({ timezone: 'Europe/Paris' }),
  'POST /continuous/regenerate-summary/': () => ({ day: '2026-11-17' }),
  'POST /continuous/sessions/:id/retry/': () => ({ day: '2026-11-17' }),
  'POST /loops/': () => ({ text: 'find the key' }),
  'POST /loops/:id/edit/': () => ({ text: 'return both keys' }),
  'POST /loops/:id/move/': () => ({ when: 'tomorrow' }),
  'POST /settings/push/': () => pushTarget,
  'POST /settings/push/renew/': () => pushTarget,
  'POST /settings/language/': () => ({ language: 'en' }),
  'POST /settings/theme/': () => ({ theme: 'dark' }),
  'POST /settings/forget/': () => ({ everything: '1' }),
  'POST /settings/accounts/:id/unlink/': () => ({ messages: 'move' }),
  'POST /settings/accounts/enter/': () => ({ code: 'AAAA-AAAA' }),
  'POST /settings/people/approve/': () => ({ code: codes[0] }),
  'POST /settings/people/deny/': () => ({ code: codes[1] }),
  'POST /settings/embeddings/': () => ({ use: 'off' }),
  'POST /settings/embeddings/test/': () => ({ use: 'off' }),
}

/** Whoever it belongs to comes last, as some of it is gone then. */
const inTurn: readonly Role[] = ['nobody', 'another', 'owner', 'user']

const outcomes: Readonly<Record<number, string>> = { 401: 'sign in', 404: 'not found', 410: 'no such' }

async function visit(name: string, role: Role): Promise<string> {
  const [method, route = ''] = name.split(' ') as ['GET' | 'POST', string?]
  const url = paths[name]?.(own) ?? route.replace('*', basename(assetHref('page.css'))).replace(':token', 'no-such-link')
  const userId = people[role]
  const headers = userId ? await signedIn(app, userId) : { origin: 'http://localhost', host: 'localhost' }
  if (route === '/continuous/live') return follow(headers)
  const payload = method === 'POST' ? { payload: bodies[name]?.(own, role) ?? {} } : {}
  const { statusCode } = await app.page.inject({ method, url, headers, ...payload })
  return outcomes[statusCode] ?? (statusCode < 400 ? 'yes' : `refused with ${statusCode}`)
}

async function follow(headers: Record<string, string>): Promise<string> {
  try {
    ;(await app.page.injectWS('/continuous/live?since=0', { headers })).terminate()
    return 'yes'
  } catch (error) {
    return /401/.test(messageOf(error)) ? 'sign in' : messageOf(error)
  }
}

test('every address of the page is open to whom the table says', async () => {
  const declared = [
    ...(await routesOf(app.page, 'GET')).map((route) => `GET ${route}`),
    ...(await routesOf(app.page, 'POST')).map((route) => `POST ${route}`),
  ]
  expect([...pages.keys()].sort()).toEqual(declared.sort())
  const found = new Map<string, Record<string, string>>()
  for (const name of declared) {
    const row: Record<string, string> = {}
    for (const role of inTurn) row[role] = await visit(name, role)
    found.set(name, row)
  }
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(pages))
})

/** The command line with which everybody tries to reach what is the user's; all others are given what they need to be understood. */
const lines: Readonly<Record<string, (own: Own) => string>> = {
  open: ({ message: id }) => `/open ${id}`,
  memory: ({ memory }) => `/memory delete ${memory}`,
  loop: ({ loop }) => `/loop drop ${loop}`,
  forget: ({ message }) => `/forget #${message}`,
  forgetting: ({ forgetting }) => `/forgetting keep ${forgetting}`,
  linking: ({ link }) => `/linking refuse ${link}`,
  unlink: ({ account }) => `/unlink ${account}`,
  block: ({ pest }) => `/block ${pest}`,
  approve: () => `/approve ${codes[2]}`,
  deny: () => `/deny ${codes[3]}`,
}

/** A number that names nothing: what is not one's own must look like it. */
const noSuchNumber = 2_000_000_000
const nothingOf = (numbers: Own): Own => Object.fromEntries(Object.keys(numbers).map((name) => [name, noSuchNumber])) as unknown as Own

function lineFor({ name, arguments: declared }: CommandDeclaration, numbers: Own): string {
  const line = lines[name]
  if (line) return line(numbers)
  const words = declared.filter(({ required }) => required).map(({ kind, choices }) => (kind === 'day' ? 'today' : (choices?.[0] ?? 'key')))
  return [`/${name}`, ...words].join(' ')
}

/** What the bot says to somebody for a command line; undefined where nothing of it is even stored. */
async function answerTo(role: Role, line: string): Promise<string | undefined> {
  const event = message(app, role, directPlace(role), line)
  if (role === 'nobody') {
    const said = { where: { role: 'user' } }
    const before = await app.store.db.message.count(said)
    await app.inbox(event)
    return (await app.store.db.message.count(said)) === before ? undefined : 'stored'
  }
  const before = app.sent.length
  await handle(app, event)
  const said = app.sent.slice(before).filter(({ to }) => to === directPlace(role).address)
  return said.map(({ text }) => text).join('\n')
}

const withoutNumbers = (text: string | undefined) => text?.replace(/\d+/g, '0')

async function give(declaration: CommandDeclaration, role: Role): Promise<string> {
  const isOthers = lines[declaration.name] !== undefined && role !== 'user'
  const nothing = isOthers ? await answerTo(role, lineFor(declaration, nothingOf(own))) : undefined
  const answer = await answerTo(role, lineFor(declaration, own))
  if (answer === undefined) return 'nothing'
  if (answer.startsWith('Only an owner')) return 'owners only'
  return isOthers && withoutNumbers(answer) === withoutNumbers(nothing) ? 'no such' : 'yes'
}

test('every command answers whom the table says', async () => {
  expect([...commands.keys()].sort()).toEqual(commandDeclarations.map(({ name }) => `/${name}`).sort())
  const found = new Map<string, Record<string, string>>()
  for (const declaration of commandDeclarations) {
    const row: Record<string, string> = {}
    for (const role of inTurn) row[role] = await give(declaration, role)
    found.set(`/${declaration.name}`, row)
  }
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(commands))
})
