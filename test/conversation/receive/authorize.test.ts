import { expect, test } from 'vitest'
import { receive } from '../../../src/conversation/receive/receive.ts'
import type { Invocation, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { InboundAction, InboundMessage } from '../../../src/core/ports/platform.ts'
import { createSetupCode } from '../../../src/people/access.ts'
import { directPlace, sharedPlace } from '../../support/conversation.ts'
import { answers, type Harness, harness } from '../harness.ts'

const author = { id: 'ada', name: 'Ada', isBot: false }
const common = { id: 'one' as PlatformMessageId, order: 1n, author, sentAt: new Date('2026-11-18T09:00:00Z') }
const invocation = 'token' as Invocation
const club = sharedPlace('club')

const given = (action: string): InboundAction => ({ type: 'action', ...common, place: club, action, invocation })
const typed = (text: string): InboundMessage => ({ type: 'message', ...common, place: club, text, addressed: true })

const bench = async () => {
  const b = await harness({ abilities: { answer: true } })
  return { ...b, code: await createSetupCode(b.deps) }
}
const textsOf = async ({ store }: Harness) => (await store.db.message.findMany({ orderBy: { id: 'asc' } })).map(({ text }) => text)
const owners = ({ store }: Harness) => store.db.account.count({ where: { platform: 'test', user: { isLocal: true } } })

test('the setup code lets its owner in by a command in a shared place, which nobody else sees', async () => {
  const b = await bench()
  await receive(b.deps, given(`/start ${b.code}`))
  expect(await owners(b)).toBe(1)
  expect(await textsOf(b)).toEqual(['/start'])
  expect(await b.store.db.setupCode.count()).toBe(0)
  expect(b.jobs('run-command')).toHaveLength(1)
})

test('it lets nobody in where it is said to all', async () => {
  const b = await bench()
  await receive(b.deps, typed(`/start ${b.code}`))
  expect(await owners(b)).toBe(0)
  expect(await textsOf(b)).toEqual([])
  expect(b.chat.screen(club.address)).toEqual([expect.stringContaining('talks with people it knows')])
})

test('a wrong one lets nobody in', async () => {
  const b = await bench()
  await receive(b.deps, given('/start abcdef'))
  expect(await owners(b)).toBe(0)
  expect(b.chat.screen(answers)).toEqual([expect.stringContaining('That setup code is wrong')])
  expect(await b.store.db.setupCode.count()).toBe(1)
})

test.each([
  ['said to all', (code: string) => typed(`/start ${code}`), '/start ***'],
  ['with words after it', (code: string) => typed(`/start ${code} please`), '/start ***'],
  ['in capitals', (code: string) => typed(`/START ${code}`), '/start ***'],
  ['alone with the bot', (code: string) => ({ ...typed(`/start ${code}`), place: directPlace('ada') }), '/start unused'],
  ['by a command', (code: string) => given(`/start ${code}`), '/start unused'],
])('a code of somebody who is known already is not stored: %s', async (_, saidWith, stored) => {
  const b = await bench()
  await b.person('ada')
  await receive(b.deps, saidWith(b.code))
  expect(await textsOf(b)).toEqual([stored])
})

test('neither is one that comes by an edit', async () => {
  const b = await bench()
  const ada = await b.person('ada')
  await ada.edits(await ada.writes('Hello'), `/start ${b.code}`)
  expect(await textsOf(b)).toEqual(['/start ***'])
})
