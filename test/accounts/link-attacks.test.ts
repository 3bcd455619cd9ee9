import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, inject, test } from 'vitest'
import { formatLinkCode } from '../../src/people/link-codes.ts'
import { storedRows } from '../e2e/attacks/rows.ts'
import { directPlace, sharedPlace } from '../support/conversation.ts'
import { closeLinking, type Linking, linking } from './linking.ts'

afterAll(closeLinking)

const minute = 60_000
const notGood = /^That code does not work/
const run = { signal: new AbortController().signal, attempt: 1, last: true }

/** Nobody is one with anybody. */
async function nothingLinked({ app }: Linking, people: number): Promise<void> {
  expect(await app.store.db.user.count()).toBe(people)
  expect(await app.store.db.account.count({ where: { platform: 'test' } })).toBe(people)
}

async function two(): Promise<Linking> {
  const bench = await linking()
  await bench.person('ada')
  await bench.person('bob')
  return bench
}

test('a code links a known person once the account that made it says yes, and both are told', async () => {
  const bench = await two()
  await bench.write('bob', 'The key is under the pot.')
  const code = await bench.codeOf('ada')
  const [asked] = await bench.write('bob', `/link ${code.toLowerCase().replace('-', ' ')}`)
  expect(asked).toMatch(/^This code was created by \*\*ada\*\* on Test, known to me since .+\. \*\*Is that you\?\*\*/)
  expect(await bench.told('ada')).toEqual([
    expect.stringMatching(/^\*\*bob\*\* on Test, known to me since .+, entered your code\. I have asked/),
  ])
  expect(await bench.press('bob', bench.buttons('bob')['Yes, that’s me']!)).toEqual([expect.stringMatching(/^Confirmed\./)])
  expect(await bench.userOf('bob')).not.toBe(await bench.userOf('ada'))
  expect(await bench.told('ada')).toEqual([expect.stringMatching(/^\*\*bob\*\* on Test, known to me since .+ \*\*Is that you\?\*\*/)])
  const [answer] = await bench.press('ada', bench.buttons('ada')['Yes, that’s me']!)
  expect(answer).toContain('**Linked with bob on Test.**')
  expect(await bench.told('bob')).toEqual([expect.stringContaining('**Linked with ada on Test.**')])
  expect(await bench.userOf('bob')).toBe(await bench.userOf('ada'))
  expect(await bench.app.store.db.thread.count()).toBe(1)
})

test('a code links a stranger, of whom nothing was stored before', async () => {
  const bench = await linking()
  await bench.person('ada')
  const code = await bench.codeOf('ada')
  expect(await bench.write('eve', `/link ${code}`)).toEqual([expect.stringContaining('**ada** on Test')])
  await bench.press('eve', bench.buttons('eve')['Yes, that’s me']!)
  expect(await bench.app.store.db.account.count()).toBe(1)
  expect(await bench.told('ada')).toEqual([expect.any(String), expect.stringContaining('**eve** on Test, new to me, entered your code')])
  await bench.press('ada', bench.buttons('ada')['Yes, that’s me']!)
  expect(await bench.told('eve')).toEqual([expect.stringContaining('**Linked with ada on Test.**')])
  expect(await bench.userOf('eve')).toBe(await bench.userOf('ada'))
  expect(await bench.write('eve', 'Hello')).toContain('I see.')
})

test('a link of the platform enters the code of a stranger, and only asks a known person to', async () => {
  const bench = await two()
  const code = (await bench.codeOf('ada')).replace('-', '')
  const [warning] = await bench.write('bob', `/start link-${code}`)
  expect(warning).toContain('both accounts can read all of it')
  expect(await bench.told('ada')).toEqual([])
  await bench.press('bob', bench.buttons('bob')['Link']!)
  expect(await bench.told('ada')).toHaveLength(1)
  const another = (await bench.codeOf('ada')).replace('-', '')
  expect(await bench.write('eve', `/start link-${another}`)).toEqual([expect.stringContaining('**ada** on Test')])
})

test('guesses are counted: after five within an hour no code of that account is looked at', async () => {
  const bench = await two()
  const code = await bench.codeOf('ada')
  for (let guess = 0; guess < 5; guess++)
    expect(await bench.write('bob', `/link ${formatLinkCode(`2222222${guess + 2}`)}`)).toEqual([expect.stringMatching(notGood)])
  expect(await bench.write('bob', `/link ${code}`)).toEqual(['You have entered too many wrong codes. Try again in an hour.'])
  expect(await bench.told('ada')).toEqual([])
  // A stranger who guesses is then as any stranger is.
  for (let guess = 0; guess < 5; guess++)
    expect(await bench.write('eve', `/link 2222-222${guess + 2}`)).toEqual([expect.stringMatching(notGood)])
  expect(await bench.write('eve', `/link ${code}`)).toEqual([expect.not.stringMatching(/code does not work|This code was created/)])
  expect(await bench.write('eve', `/link ${code}`)).toEqual([])
  bench.app.clock.advance(61 * minute)
  const later = await bench.codeOf('ada')
  expect(await bench.write('bob', `/link ${later}`)).toEqual([expect.stringContaining('**ada** on Test')])
})

test('guesses that come all at once are counted one after the other', async () => {
  const bench = await two()
  const guesses = Array.from({ length: 12 }, (_, guess) => `/link 2222-22${'23456789BCDF'[guess]}2`)
  await Promise.all(guesses.map((line) => bench.write('eve', line)))
  expect(await bench.app.store.db.failedLinkAttempt.count()).toBe(5)
})

test('a replayed, an expired and an unknown code get the same answer, and who made it is told of each try', async () => {
  const bench = await two()
  await bench.person('carl')
  const code = await bench.codeOf('ada')
  await bench.write('bob', `/link ${code}`)
  await bench.told('ada')
  const [replayed] = await bench.write('carl', `/link ${code}`)
  expect(await bench.told('ada')).toEqual([expect.stringMatching(/^carl on Test entered a code of yours/)])
  const { id } = await bench.app.store.db.linkCode.findFirstOrThrow()
  for (const by of ['bob', 'ada']) await bench.press(by, `/linking agree ${id}`)
  const [spent] = await bench.write('carl', `/link ${code}`)
  const old = await bench.codeOf('ada')
  bench.app.clock.advance(10 * minute)
  const [expired] = await bench.write('carl', `/link ${old}`)
  expect(await bench.told('ada')).toEqual([expect.stringMatching(/^carl on Test entered/)])
  const [unknown] = await bench.write('carl', '/link 2222-2222')
  expect(new Set([replayed, spent, expired, unknown])).toEqual(new Set([expect.stringMatching(notGood)]))
  expect(await bench.userOf('carl')).not.toBe(await bench.userOf('ada'))
})

test('a newer code makes the older one worthless', async () => {
  const bench = await two()
  const first = await bench.codeOf('ada')
  const second = await bench.codeOf('ada')
  expect(await bench.write('bob', `/link ${first}`)).toEqual([expect.stringMatching(notGood)])
  expect(await bench.write('bob', `/link ${second}`)).toEqual([expect.stringContaining('**ada** on Test')])
})

test('of two who enter a code at once, one is asked about', async () => {
  const bench = await two()
  const code = await bench.codeOf('ada')
  const names = ['bob', 'eve', 'mallory', 'trent']
  await Promise.all(names.map((name) => bench.app.inbox(eventOf(bench, name, `/link ${code}`))))
  for (const { id } of await bench.app.store.db.message.findMany({ where: { pending: true } }))
    await bench.app.handlers['run-command']({ messageId: id as never }, run)
  const told = await bench.told('ada')
  expect(told.filter((text) => text.includes('entered your code'))).toHaveLength(1)
  expect(told.filter((text) => text.includes('entered a code of yours'))).toHaveLength(3)
})

let events = 0
function eventOf({ app }: Linking, by: string, text: string) {
  const number = ++events
  const author = { id: by, name: by, isBot: false }
  return {
    type: 'message',
    place: directPlace(by),
    id: `at-once-${number}` as never,
    order: BigInt(number),
    author,
    text,
    addressed: true,
    sentAt: app.clock.now(),
  } as const
}

test('a code that a third person enters links nothing when it is refused, and both are told', async () => {
  const bench = await two()
  const code = await bench.codeOf('ada')
  await bench.write('mallory', `/link ${code}`)
  await bench.told('ada')
  expect(await bench.press('ada', bench.buttons('ada')['That’s not me']!)).toEqual([
    expect.stringContaining('mallory on Test was not linked'),
  ])
  expect(await bench.told('mallory')).toEqual(['ada on Test declined. Nothing was linked.'])
  expect(await bench.press('ada', `/linking agree 1`)).toEqual([expect.stringMatching(/^This request is no longer pending/)])
  await nothingLinked(bench, 2)
})

test('who entered a code can take it back, and both are told', async () => {
  const bench = await two()
  await bench.write('bob', `/link ${await bench.codeOf('ada')}`)
  const takeBack = bench.buttons('bob')['No']!
  await bench.told('ada')
  expect(await bench.press('bob', takeBack)).toEqual([expect.stringMatching(/^ada on Test was not linked/)])
  expect(await bench.told('ada')).toEqual(['bob on Test declined. Nothing was linked.'])
  expect(await bench.press('ada', '/linking agree 1')).toEqual([expect.stringMatching(/^This request is no longer pending/)])
  await nothingLinked(bench, 2)
})

test('what is not agreed to within ten minutes is over, and both are told', async () => {
  const bench = await two()
  await bench.write('eve', `/link ${await bench.codeOf('ada')}`)
  await bench.told('ada')
  bench.app.clock.advance(10 * minute)
  expect(await bench.press('ada', '/linking agree 1')).toEqual([expect.stringMatching(/^This request is no longer pending/)])
  await bench.app.handlers['recover']({}, run)
  expect(await bench.told('ada')).toEqual([expect.stringContaining('The request to link eve on Test was not confirmed')])
  expect(await bench.told('eve')).toEqual([expect.stringContaining('The request to link ada on Test was not confirmed')])
  await nothingLinked(bench, 2)
})

test('only the account that made the code can agree: not another one of the same person, nor anybody else', async () => {
  const bench = await two()
  const ada = await bench.userOf('ada')
  await bench.app.store.db.account.create({
    data: { userId: ada!, platform: 'test', tenant: '', platformUserId: 'ada-2', name: 'ada-2', createdAt: new Date(0) },
  })
  await bench.write('eve', `/link ${await bench.codeOf('ada')}`)
  const unknown = await bench.press('ada-2', '/linking agree 999')
  for (const by of ['ada-2', 'bob'])
    for (const answer of ['agree', 'refuse']) expect(await bench.press(by, `/linking ${answer} 1`)).toEqual(unknown)
  // Not its turn yet.
  expect(await bench.press('ada', '/linking agree 1')).toEqual(unknown)
  expect(await bench.app.store.db.linkCode.findMany({ select: { state: true } })).toEqual([{ state: 'entered' }])
  await bench.press('eve', '/linking agree 1')
  expect(await bench.press('ada', '/linking agree 1')).toEqual([expect.stringContaining('**Linked with eve on Test.**')])
})

test('one cannot link an account with itself', async () => {
  const bench = await two()
  const code = await bench.codeOf('ada')
  expect(await bench.write('ada', `/link ${code}`)).toEqual([expect.stringMatching(/^That code is for this conversation/)])
  expect(await bench.write('bob', `/link ${code}`)).toEqual([expect.stringContaining('**ada** on Test')])
})

test('in front of others no code is made or taken, and one that others have seen is worthless', async () => {
  const bench = await two()
  for (const by of ['ada', 'bob']) await bench.write(by, '/days')
  expect(await bench.write('ada', '/link', sharedPlace('club'))).toEqual([expect.stringMatching(/^Accounts are linked in private only/)])
  const code = await bench.codeOf('ada')
  expect(await bench.write('bob', `/link ${code}`, sharedPlace('club'))).toEqual([
    expect.stringMatching(/^Accounts are linked in private only/),
  ])
  expect(await bench.told('ada')).toEqual([expect.stringMatching(/^bob on Test posted your code where others can read it/)])
  expect(await bench.write('bob', `/link ${code}`)).toEqual([expect.stringMatching(notGood)])
  const another = await bench.codeOf('ada')
  await bench.write('eve', `/link ${another}`, sharedPlace('club'))
  expect(await bench.told('ada')).toEqual([expect.stringMatching(/^eve on Test posted your code/)])
  await nothingLinked(bench, 2)
})

test('who is blocked cannot be linked', async () => {
  const bench = await two()
  const code = await bench.codeOf('ada')
  const bob = await bench.userOf('bob')
  await bench.write('bob', 'Hello')
  await bench.app.store.db.user.update({ where: { id: bob! }, data: { blockedAt: new Date() } })
  await bench.app.inbox(eventOf(bench, 'bob', `/link ${code}`))
  expect(await bench.app.store.db.linkCode.findFirstOrThrow()).toMatchObject({ state: 'open' })

  await bench.app.store.db.user.update({ where: { id: bob! }, data: { blockedAt: null } })
  await bench.write('bob', `/link ${code}`)
  await bench.press('bob', '/linking agree 1')
  await bench.app.store.db.user.update({ where: { id: bob! }, data: { blockedAt: new Date() } })
  expect(await bench.press('ada', '/linking agree 1')).toEqual([expect.stringMatching(/^This request is no longer pending/)])
  await nothingLinked(bench, 2)
})

test('a code stands nowhere once it is entered or too old', async () => {
  const bench = await two()
  const traces = async (code: string) => {
    await bench.app.handlers['recover']({}, run)
    return (await storedRows(bench.app.store)).filter(({ text }) => text.includes(code) || text.includes(code.replace('-', '')))
  }
  const entered = await bench.codeOf('ada')
  expect((await traces(entered)).map(({ table }) => table)).toEqual(['deliveries', 'messages'])
  await bench.write('bob', `/start link-${entered.replace('-', '')}`)
  await bench.write('bob', `/link ${entered}`)
  expect(await traces(entered)).toEqual([])
  const old = await bench.codeOf('ada')
  bench.app.clock.advance(10 * minute)
  expect(await traces(old)).toEqual([])
  const edited = await bench.codeOf('ada')
  await bench.write('bob', 'Hello')
  const event = eventOf(bench, 'bob', 'Hello again')
  await bench.app.inbox(event)
  await bench.app.inbox({ ...event, type: 'edit', text: `/link ${edited}`, editedAt: bench.app.clock.now() })
  bench.app.clock.advance(10 * minute)
  expect(await traces(edited)).toEqual([])
})

test('of two processes that enter a code at once, one gets it', async (context) => {
  const databases = inject('databases')
  if ('folder' in databases) return context.skip('two processes need PostgreSQL: set TEST_DATABASE_URL')
  const bench = await two()
  const [{ url } = { url: '' }] = await bench.app.store.db.$queryRaw<{ url: string }[]>`SELECT current_database() AS url`
  const databaseUrl = new URL(databases.url)
  databaseUrl.pathname = `/${url}`
  const script = fileURLToPath(new URL('./link-child.ts', import.meta.url))
  const children = ['bob', 'eve'].map((name) => {
    const child = spawn(process.execPath, ['--import', 'tsx', script, databaseUrl.href, name, bench.app.clock.now().toISOString()], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    return { stdin: child.stdin, lines: createInterface(child.stdout)[Symbol.asyncIterator](), closed: once(child, 'close') }
  })
  const nextLines = () => Promise.all(children.map(async ({ lines }) => (await lines.next()).value))
  expect(await nextLines()).toEqual(['ready', 'ready'])
  for (let round = 0; round < 4; round++) {
    const code = (await bench.codeOf('ada')).replace('-', '')
    for (const { stdin } of children) stdin.write(`${code}\n`)
    expect((await nextLines()).sort()).toEqual(['pending', 'wrong'])
    await bench.app.store.db.failedLinkAttempt.deleteMany()
  }
  for (const { stdin } of children) stdin.end()
  expect((await Promise.all(children.map(({ closed }) => closed))).map(([code]) => code)).toEqual([0, 0])
}, 180_000)
