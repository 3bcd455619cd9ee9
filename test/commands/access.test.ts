import { expect, test } from 'vitest'
import { commandDeclarations } from '../../src/commands/index.ts'
import type { PlaceAddress } from '../../src/core/domain/ids.ts'
import { systemRandom } from '../../src/core/ports/random.ts'
import { requestAccess } from '../../src/people/access-requests.ts'
import { findUserByAccount } from '../../src/people/users.ts'
import { type TestPerson, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { actionsOf, type CommandBench, commandBench } from './bench.ts'

interface Bench extends CommandBench {
  readonly owner: TestPerson
  /** Somebody writes to the bot, and gets this code. */
  asks(id: string, name?: string): Promise<string>
}

async function bench(): Promise<Bench> {
  const store = await testStore()
  const b = commandBench(store, { webUrl: new URL('https://chat.example.org') })
  const owner = await testPerson(store, { name: 'owner' })
  await store.db.account.updateMany({ where: { userId: owner.userId }, data: { isOwner: true } })
  return {
    ...b,
    owner,
    async asks(id, name = id) {
      const key = { platform: 'test', tenant: '', platformUserId: id }
      const asked = await requestAccess({ ...b, random: systemRandom }, key, { name, address: `direct:${id}` as PlaceAddress })
      if (!('request' in asked)) throw new Error(asked.state)
      return asked.request.code
    },
  }
}

const keyOf = (id: string) => ({ platform: 'test', tenant: '', platformUserId: id })

test('an owner lets somebody in, who is told so in their own place', async () => {
  const b = await bench()
  const code = await b.asks('eve', 'Eve [x](y)')
  const answer = await b.give(b.owner, `/approve ${code.toLowerCase()}`)
  const person = await findUserByAccount(b.store.db, keyOf('eve'))
  expect(answer.text).toBe(`\`Eve x y\` is approved and has been notified. Their number in /users is ${person?.user.id}.`)
  expect(actionsOf(answer)).toEqual([`/block ${person?.user.id}`])
  const [told] = await b.store.db.delivery.findMany({ include: { message: { include: { place: true } } } })
  expect(told).toMatchObject({
    text: '**You now have access.** Just write to me. /start shows how to begin.',
    message: { kind: 'notice', place: { address: 'direct:eve', userId: person?.user.id } },
  })
  expect(b.queued.filter(({ name }) => name === 'deliver-message').map(({ payload }) => payload)).toEqual([{ messageId: told?.messageId }])
})

test('what is answered already is answered', async () => {
  const b = await bench()
  const [first, second] = [await b.asks('eve'), await b.asks('mallory')]
  const other = await testPerson(b.store, { name: 'other' })
  await b.store.db.account.updateMany({ where: { userId: other.userId }, data: { isOwner: true } })
  await b.give(b.owner, `/approve ${first}`)
  expect((await b.give(b.owner, `/deny ${second}`)).text).toContain('`mallory` is denied')
  for (const line of [`/approve ${first}`, `/deny ${first}`, `/approve ${second}`, `/deny ${second}`, '/approve ABC'])
    expect(await b.refusal(other, line)).toMatch(/^No pending access request has the code "[A-Z2-9]+": it was answered already/)
  expect(await findUserByAccount(b.store.db, keyOf('mallory'))).toBeUndefined()
})

test('nobody but an owner can do any of it, nor learn whether a code or a number is one', async () => {
  const b = await bench()
  const code = await b.asks('eve')
  const ada = await testPerson(b.store, { name: 'ada' })
  const lines = ['/users', '/approve', '/block x y z', '/block 999999', `/block ${b.owner.userId}`, `/block ${ada.userId} off`]
  for (const line of [...lines, `/approve ${code}`, '/approve ABCDEF', `/deny ${code}`])
    expect(await b.refusal(ada, line)).toBe('Only an owner of this bot can do that.')
  expect(await b.store.db.accessRequest.count({ where: { state: 'pending' } })).toBe(1)
  const [theirs, owners] = [(await b.give(ada, '/help')).text, (await b.give(b.owner, '/help')).text]
  for (const { name } of commandDeclarations.filter(({ forOwners }) => forOwners)) {
    expect(theirs).not.toContain(`/${name}`)
    expect(owners).toContain(`/${name}`)
  }
})

test('an owner sees who talks with the bot and who would like to, with nothing of what they say', async () => {
  const b = await bench()
  const ada = await testPerson(b.store, { name: 'ada' })
  await ada.say('The key is under the pot.', '2026-11-17T09:00:00Z')
  await b.give(b.owner, `/block ${ada.userId}`)
  const code = await b.asks('eve')
  const answer = await b.give(b.owner, '/users')
  expect(answer.text).toContain(`**1 person requested access**\n- **${code}** – \`eve\`, on test`)
  expect(answer.text).toContain('**2 people**\n')
  expect(answer.text).toContain(`- ${ada.userId} – ada (**blocked**): test; last wrote on Tuesday 17 November 2026 (yesterday)`)
  expect(answer.text).toContain(`- ${b.owner.userId} – owner (owner): test; last wrote on Wednesday 18 November 2026 (today)`)
  expect(answer.text).toContain('(https://chat.example.org/settings/)')
  expect(answer.text).not.toContain('under the pot')
  expect(actionsOf(answer)).toEqual([`/approve ${code}`, `/deny ${code}`])
})

test('of many people one screen is shown, those who wrote last', async () => {
  const b = await bench()
  await b.store.db.user.createMany({ data: Array.from({ length: 300 }, (_, index) => ({ name: `n${index}`, createdAt: b.clock.now() })) })
  const { text } = await b.give(b.owner, '/users')
  expect(text).toContain('**301 people** The 20 most recently active:')
  expect(text.match(/^- /gm)).toHaveLength(20)
  expect(text.indexOf('owner (owner)')).toBeLessThan(text.indexOf('n299'))
})

test('somebody is blocked and let in again', async () => {
  const b = await bench()
  const ada = await testPerson(b.store, { name: 'ada' })
  const blocked = () => b.store.db.user.count({ where: { id: ada.userId, blockedAt: { not: null } } })
  const answer = await b.give(b.owner, `/block #${ada.userId}`)
  expect(answer.text).toMatch(/^\*\*ada\*\* is blocked\. /)
  expect(actionsOf(answer)).toEqual([`/block ${ada.userId} off`])
  expect(await blocked()).toBe(1)
  expect((await b.give(b.owner, `/block ${ada.userId} off`)).text).toContain('no longer blocked')
  expect((await b.give(b.owner, `/block ${ada.userId} off`)).text).toContain('is not blocked')
  expect(await blocked()).toBe(0)
})

test('an owner blocks neither owners nor nobody', async () => {
  const b = await bench()
  expect(await b.refusal(b.owner, `/block ${b.owner.userId}`)).toBe('An owner cannot be blocked.')
  for (const number of ['999999', '0', '-1', 'ada', '99999999999999999999'])
    expect(await b.refusal(b.owner, `/block ${number}`)).toMatch(/^No user has the number ".+"\. Write it as \/users shows it/)
  expect(await b.store.db.user.count({ where: { blockedAt: { not: null } } })).toBe(0)
})
