import { expect, test } from 'vitest'
import { receive } from '../../../src/conversation/receive/receive.ts'
import type { Invocation, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { Author, Button, InboundMessage, PlaceRef } from '../../../src/core/ports/platform.ts'
import { systemRandom } from '../../../src/core/ports/random.ts'
import { directPlace, sharedPlace } from '../../support/conversation.ts'
import { isFullRun } from '../../support/runs.ts'
import { answers, type Harness, type HarnessOptions, harness } from '../harness.ts'

const hour = 3_600_000
const code = /\*\*([A-HJ-NP-Z2-9]{6})\*\*/

interface Bench extends Harness {
  says(
    name: string,
    text: string,
    options?: { place?: PlaceRef; author?: Partial<Author>; invocation?: string; id?: string },
  ): Promise<void>
  screen(name: string): string[]
  /** What owners are told, with its buttons. */
  told(): Promise<{ text: string; buttons: Button[]; userId: number | null }[]>
}

async function bench(parts: Partial<Pick<Harness['deps'], 'access' | 'allowlist'>> = {}, options: HarnessOptions = {}): Promise<Bench> {
  const h = await harness({ ...options, abilities: { answer: true, maxLength: 2_000 } })
  const all = { ...h.deps, random: systemRandom, ...parts }
  let events = 0
  return {
    ...h,
    deps: all,
    says(name, text, { place = directPlace(name), author, invocation, id } = {}) {
      const event: InboundMessage = {
        ...{ type: 'message', place, text, addressed: true, order: BigInt(++events), sentAt: h.clock.now() },
        id: (id ?? `event-${events}`) as PlatformMessageId,
        author: { id: name, name, isBot: false, ...author },
        ...(invocation && { invocation: invocation as Invocation }),
      }
      return receive(all, event)
    },
    screen: (name) => h.chat.screen(directPlace(name).address),
    async told() {
      const deliveries = await h.store.db.delivery.findMany({ orderBy: { id: 'asc' }, include: { message: { include: { place: true } } } })
      return deliveries.map(({ text, buttons, message }) => ({
        text,
        buttons: (buttons ?? []) as unknown as Button[],
        userId: message.place?.userId ?? null,
      }))
    },
  }
}

/** Somebody who decides, and has written to the bot alone. */
async function owner(b: Bench, name: string) {
  const person = await b.person(name)
  await b.store.db.account.updateMany({ where: { userId: person.userId }, data: { isOwner: true } })
  await person.writes('Hello')
  return person
}

test('a stranger gets a code, owners are asked about it, and nothing of what was said is stored', async () => {
  const b = await bench()
  const [ada, ben] = [await owner(b, 'ada'), await owner(b, 'ben')]
  await b.person('carol')
  await b.says('eve', 'Let me in, the password is swordfish', { author: { name: '**Eve** [x](http://evil.example)' } })
  const [words = ''] = b.screen('eve')
  const given = code.exec(words)?.[1]
  expect(words).toMatch(/^This bot only talks with people it knows\. .*`\/approve [A-Z2-9]{6}`.* 24 hours/)
  const told = await b.told()
  expect(told.map(({ userId }) => userId)).toEqual([ada.userId, ben.userId])
  for (const { text, buttons } of told) {
    expect(text).toMatch(new RegExp(`^\`Eve x http://evil.example\` would like to talk with me on Test\\. .*\\*\\*${given}\\*\\*`))
    expect(buttons.map(({ label, action }) => [label, action])).toEqual([
      ['Approve', `/approve ${given}`],
      ['Deny', `/deny ${given}`],
    ])
  }
  expect(b.jobs('deliver-message')).toHaveLength(2)

  await b.says('eve', 'Hello??')
  expect(b.screen('eve')).toHaveLength(1)
  expect(await b.told()).toHaveLength(2)
  const tables = await Promise.all([
    b.store.db.message.findMany(),
    b.store.db.accessRequest.findMany(),
    b.store.db.unapprovedSender.findMany(),
  ])
  expect(JSON.stringify(tables, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain('swordfish')
  expect(await b.store.db.user.count()).toBe(3)
})

test('an event that comes again ten times at once is one request', async () => {
  const b = await bench()
  await owner(b, 'ada')
  await Promise.all(Array.from({ length: 10 }, () => b.says('eve', 'Hello', { id: 'one' })))
  expect(await b.told()).toHaveLength(1)
  expect(new Set(b.screen('eve').map((text) => code.exec(text)?.[1])).size).toBe(1)
})

test('strangers read in the language of their app, and owners in their own', async () => {
  const b = await bench()
  const ada = await owner(b, 'ada')
  await b.store.db.user.updateMany({ where: { id: ada.userId }, data: { language: 'ja' } })
  await b.says('eve', 'Salut', { author: { name: 'Eve', locale: 'fr-CA' } })
  expect(b.screen('eve')[0]).toMatch(/^Ce bot ne parle qu’avec les personnes qu’il connaît\. /)
  const [notice] = await b.told()
  expect(notice?.text).toMatch(/話したがっています/)
  expect(notice?.buttons.map(({ label }) => label)).toEqual(['承認', '拒否'])
})

test('where others read along there is no code, and a stranger who then writes directly gets one', async () => {
  const b = await bench()
  const club = sharedPlace('club')
  await b.says('eve', 'Hello', { place: club })
  await b.says('eve', '/days', { place: club, invocation: 'token' })
  await b.says('mallory', '/days', { place: club, invocation: 'token' })
  expect(b.chat.screen(club.address)).toEqual([
    'This bot only talks with people it knows. Send it a direct message to find out how to get access.',
  ])
  expect(b.chat.screen(answers)).toEqual(Array(2).fill(expect.stringContaining('Send it a direct message')))
  expect(await b.store.db.accessRequest.count()).toBe(0)
  await b.says('eve', 'Hello')
  expect(b.screen('eve')).toEqual([expect.stringMatching(code)])
})

test('after a day the code is another one, and after a refusal there is no answer for thirty days', async () => {
  const b = await bench()
  await b.says('eve', 'Hello')
  b.clock.advance(25 * hour)
  await b.says('eve', 'Hello')
  const codes = b.screen('eve').map((text) => code.exec(text)?.[1])
  expect([codes.length, new Set(codes).size]).toEqual([2, 2])
  await b.store.db.accessRequest.updateMany({ data: { state: 'denied', expiresAt: new Date(b.clock.now().getTime() + 720 * hour) } })
  b.clock.advance(700 * hour)
  await b.says('eve', 'Hello')
  expect(b.screen('eve')).toHaveLength(2)
  b.clock.advance(21 * hour)
  await b.says('eve', 'Hello')
  expect(b.screen('eve')).toHaveLength(3)
})

test('with an allowlist nobody is asked', async () => {
  const b = await bench({ access: 'allowlist', allowlist: [{ platform: 'test', platformUserId: 'ben' }] })
  await owner(b, 'ada')
  await b.says('eve', 'Hello')
  await b.says('eve', 'Hello?')
  await b.says('ben', 'Hello')
  expect(b.screen('eve')).toEqual([expect.stringContaining('Its owner decides who they are')])
  expect([await b.store.db.accessRequest.count(), (await b.told()).length, b.screen('ben').length]).toEqual([0, 0, 0])
  expect(await b.store.db.account.count({ where: { platformUserId: 'ben' } })).toBe(1)
})

test('members of the workspace are let in as a whole where that is asked for, and others ask', async () => {
  const b = await bench({ access: 'workspace' })
  await b.says('ben', 'Hello', { author: { isMember: true } })
  await b.says('eve', 'Hello', { author: { isMember: false } })
  expect((await b.store.db.account.findMany()).map(({ platformUserId }) => platformUserId)).toEqual(['ben'])
  expect(b.screen('eve')).toEqual([expect.stringMatching(code)])
})

test('a bot gets no answer and no code unless it is on the list', async () => {
  const b = await bench({ access: 'open' })
  await b.says('robot', 'Hello', { author: { isBot: true } })
  await b.says('robot', '/days', { author: { isBot: true }, place: sharedPlace('club'), invocation: 'token' })
  expect(b.chat.calls.map(({ what }) => what)).toEqual(['dismiss'])
  expect([await b.store.db.user.count(), await b.store.db.accessRequest.count(), await b.store.db.unapprovedSender.count()]).toEqual([
    0, 0, 0,
  ])
  const listed = await bench({ allowlist: [{ platform: 'test', platformUserId: 'robot' }] })
  await listed.says('robot', 'Hello', { author: { isBot: true } })
  expect(listed.jobs('answer-thread')).toHaveLength(1)
})

test('hundreds of strangers are ten requests and ten notices, and cost those who are let in nothing', async () => {
  const b = await bench()
  const ada = await owner(b, 'ada')
  const batches = isFullRun ? 20 : 4
  for (let batch = 0; batch < batches; batch++)
    await Promise.all(Array.from({ length: 50 }, (_, index) => b.says(`stranger-${batch}-${index}`, 'Hello')))
  expect(await b.store.db.accessRequest.count()).toBe(10)
  expect(await b.told()).toHaveLength(10)
  const words = b.chat.calls.map(({ text }) => text)
  expect(words.filter((text) => code.test(text))).toHaveLength(10)
  expect(words.filter((text) => text.includes('Too many people are waiting'))).toHaveLength(50 * batches - 10)
  expect([await b.store.db.user.count(), await b.store.db.message.count({ where: { role: 'user' } })]).toEqual([1, 1])
  const message = await ada.writes('What did we decide?')
  expect(message.pending).toBe(true)
})

test('a wrong setup code is said to be wrong, a few times', async () => {
  const b = await bench()
  for (let tries = 0; tries < 3; tries++) await b.says('eve', '/start not-the-code')
  expect(b.screen('eve')).toEqual(Array(3).fill(expect.stringMatching(/^That setup code is wrong, already used, or replaced/)))
  for (let tries = 0; tries < 5; tries++) await b.says('eve', '/start guess')
  expect(b.screen('eve').filter((text) => text.startsWith('That setup code'))).toHaveLength(5)
})

test.each(['pairing', 'allowlist'] as const)(
  'a command of a stranger that the platform waits for is answered each time: %s',
  async (access) => {
    const b = await bench({ access })
    for (let times = 1; times <= 3; times++) await b.says('eve', '/help', { invocation: `token ${times}`, place: sharedPlace('club') })
    expect(b.chat.screen(answers)).toEqual(
      [1, 2, 3].map((times) => expect.stringMatching(new RegExp(`^token ${times}: This bot only talks`))),
    )
  },
)

test('the name of a stranger hides nothing', async () => {
  const b = await bench()
  await owner(b, 'ada')
  await b.says('eve', 'Hello', { author: { name: '\u202Eada\u200B\u2066' } })
  expect((await b.store.db.accessRequest.findFirstOrThrow()).name).toBe('ada')
})
