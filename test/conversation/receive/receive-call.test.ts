import { describe, expect, test } from 'vitest'
import { blockUser } from '../../../src/conversation/receive/block-user.ts'
import { receive } from '../../../src/conversation/receive/receive.ts'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { CallTurn, InboundCall } from '../../../src/core/ports/platform.ts'
import { addLinkedNumber } from '../../../src/people/calls/number-links.ts'
import { setCallPin } from '../../../src/people/calls/pins.ts'
import { createCallLink, redeemCallLink } from '../../../src/people/calls/tokens.ts'
import { defaultSessionSettings } from '../../../src/sessions/settings.ts'
import { updateSessions } from '../../../src/sessions/update-sessions.ts'
import { contextOf } from '../context/conversation.ts'
import { type Harness, harness, rowsOf, saidIn, type Talker } from '../harness.ts'

let calls = 0

const user = (text: string, offset: number): CallTurn => ({ role: 'user', text, offset })
const bot = (text: string, offset: number): CallTurn => ({ role: 'assistant', text, offset })

const call = (event: Partial<InboundCall>): InboundCall => ({
  type: 'call',
  platform: 'voice',
  id: `conv_${++calls}` as PlatformMessageId,
  startedAt: new Date('2026-11-18T09:00:00Z'),
  seconds: 60,
  turns: [bot('Hello.', 0), user('I sent the offer.', 4), bot('Good.', 9)],
  ...event,
})

const number = '+4930123456'

async function tokenOf({ deps }: Harness, { userId, accountId }: Talker): Promise<string> {
  const tokens = { ...deps, tokenKey: deps.voice!.tokenKey }
  const { token } = await createCallLink(tokens, { userId, accountId })
  return (await redeemCallLink(tokens, token))!.token
}

const linkNumber = ({ store, clock }: Harness, { userId, accountId }: Talker) =>
  store.transaction((tx) => addLinkedNumber(tx, { platform: 'voice', number, userId, linkedBy: accountId, now: clock.now() }))

describe('a call with a token', () => {
  test('is stored in the thread with its own times, and nothing is answered', async () => {
    const bench = await harness()
    const ada = await bench.person()
    const token = await tokenOf(bench, ada)
    await receive(bench.deps, call({ token }))
    const rows = await rowsOf(bench, ada.threadId)
    expect(rows.map(({ role, text, sentAt, audience, pending }) => [role, text, sentAt.toISOString(), audience, pending])).toEqual([
      ['assistant', 'Hello.', '2026-11-18T09:00:00.000Z', 'private', false],
      ['user', 'I sent the offer.', '2026-11-18T09:00:04.000Z', 'private', false],
      ['assistant', 'Good.', '2026-11-18T09:00:09.000Z', 'private', false],
    ])
    expect(bench.jobs('answer-thread')).toEqual([])
    expect(bench.jobs('index-thread')).toHaveLength(1)
    const place = await bench.store.db.place.findFirstOrThrow({ where: { platform: 'voice' } })
    expect(place).toMatchObject({ kind: 'direct', userId: ada.userId, lastActiveAt: null })
  })

  test('is stored once, however often and from wherever it is delivered', async () => {
    const bench = await harness()
    const ada = await bench.person()
    const event = call({ token: await tokenOf(bench, ada) })
    await Promise.all([receive(bench.deps, event), receive(bench.another, event), receive(bench.deps, event)])
    await receive(bench.another, event)
    expect(await saidIn(bench, ada.threadId)).toHaveLength(3)
    expect(await bench.store.db.phoneCall.count()).toBe(1)
  })

  test('is one session of its own, beside what is written meanwhile', async () => {
    const bench = await harness()
    const ada = await bench.person()
    const token = await tokenOf(bench, ada)
    const startedAt = bench.clock.now()
    const turns = [bot('Hello.', 0), user('Wait.', 4), user('I am back.', 2_400)]
    bench.clock.advance(60_000)
    await ada.writes('I write while I speak.')
    const [first, second] = [call({ token, startedAt, turns }), call({ token, startedAt })]
    await receive(bench.deps, first)
    await receive(bench.deps, second)
    const deps = { clock: bench.clock, sessionSettings: defaultSessionSettings }
    await bench.store.transaction((tx) => updateSessions(tx, deps, ada.threadId))
    const sessions = await bench.store.db.session.findMany({ include: { _count: { select: { members: true } } }, orderBy: { id: 'asc' } })
    expect(sessions.map((session) => [session.call, session._count.members])).toEqual(
      expect.arrayContaining([
        [null, 1],
        [first.id, 3],
        [second.id, 3],
      ]),
    )
    expect(sessions).toHaveLength(3)
  })

  test('does not count toward the messages a minute', async () => {
    const bench = await harness({ settings: { messagesPerMinute: 2 } })
    const ada = await bench.person()
    const token = await tokenOf(bench, ada)
    const turns = [1, 2, 3, 4, 5].map((offset) => user('Yes.', offset))
    await receive(bench.deps, call({ token, startedAt: bench.clock.now(), turns }))
    bench.clock.advance(10_000)
    await ada.writes('And now in writing.')
    const rows = await rowsOf(bench, ada.threadId)
    expect(rows.filter(({ kind }) => kind === 'notice')).toEqual([])
    expect(rows.at(-1)).toMatchObject({ text: 'And now in writing.', pending: true })
  })

  test('belongs to the days on which it was, and its words after midnight to the next', async () => {
    const bench = await harness()
    const ada = await bench.person()
    // 23:59:50 in Paris.
    const startedAt = new Date('2026-11-18T22:59:50Z')
    bench.clock.set(startedAt)
    const turns = [bot('Hello.', 0), user('Late.', 5), bot('Yes.', 8), user('Early.', 12), bot('Yes, it is.', 15)]
    await receive(bench.deps, call({ token: await tokenOf(bench, ada), startedAt, turns }))
    const rows = await bench.store.db.message.findMany({
      where: { place: { platform: 'voice' } },
      include: { segment: true },
      orderBy: { id: 'asc' },
    })
    expect(rows.map(({ text, segment }) => `${segment.dayLabel} ${text}`)).toEqual([
      '2026-11-18 Hello.',
      '2026-11-18 Late.',
      '2026-11-18 Yes.',
      '2026-11-19 Early.',
      '2026-11-19 Yes, it is.',
    ])
  })

  const midnights: readonly (readonly [timezone: string, midnight: string, before: string, after: string])[] = [
    ['Pacific/Auckland', '2026-11-18T11:00:00Z', '2026-11-18', '2026-11-19'],
    ['Asia/Kolkata', '2026-11-18T18:30:00Z', '2026-11-18', '2026-11-19'],
    ['America/Los_Angeles', '2026-11-18T08:00:00Z', '2026-11-17', '2026-11-18'],
  ]

  test.each(midnights)('in %s stands among what was written, on the days of the user, however late it arrives', async (...given) => {
    const [timezone, midnight, before, after] = given
    const at = (seconds: number) => new Date(Date.parse(midnight) + seconds * 1_000)
    const bench = await harness()
    const ada = await bench.person()
    await bench.store.db.user.update({ where: { id: ada.userId }, data: { timezone } })
    bench.clock.set(at(-120))
    const token = await tokenOf(bench, ada)
    await ada.writes('Written before.', { at: at(-120) })
    bench.clock.set(at(600))
    await ada.writes('Written during.', { at: at(6) })
    await ada.writes('Written after.', { at: at(60) })
    const turns = [bot('Hello.', 0), user('Late.', 5), bot('Yes.', 11), user('Early.', 12), bot('Indeed.', 20)]
    await receive(bench.deps, call({ token, startedAt: at(-10), turns }))
    const rows = await bench.store.db.message.findMany({ include: { segment: true }, orderBy: [{ sentAt: 'asc' }, { id: 'asc' }] })
    expect(rows.map(({ text, segment }) => `${segment.dayLabel} ${text}`)).toEqual([
      `${before} Written before.`,
      `${before} Hello.`,
      `${before} Late.`,
      // It answers what was said before midnight.
      `${before} Yes.`,
      `${after} Early.`,
      `${after} Written during.`,
      `${after} Indeed.`,
      `${after} Written after.`,
    ])
    expect(new Set(rows.map(({ segment }) => segment.timezone))).toEqual(new Set([timezone]))
  })

  test('is in the context of the next message in writing, with what was said on both sides', async () => {
    const bench = await harness()
    const ada = await bench.person()
    await receive(bench.deps, call({ token: await tokenOf(bench, ada) }))
    bench.clock.set('2026-11-18T09:05:00Z')
    const message = await ada.writes('What did I just tell you?')
    const { messages } = await contextOf(bench.store, ada, [message])
    const said = messages.map(({ role, content }) => `${role}: ${content}`)
    const positions = ['assistant: Hello.', 'I sent the offer.', 'Good.', 'What did I just tell you?'].map((text) =>
      said.findIndex((line) => line.includes(text)),
    )
    expect(positions).not.toContain(-1)
    expect(positions).toEqual([...positions].sort((one, other) => one - other))
  })

  test('is nobody’s once its account or its user is gone, or it is forged or older than the call', async () => {
    const bench = await harness()
    const ada = await bench.person()
    const token = await tokenOf(bench, ada)
    await receive(bench.deps, call({ token: `${token.slice(0, -1)}x` }))
    await receive(bench.deps, call({ token, startedAt: new Date('2026-11-18T10:06:00Z') }))
    await receive(bench.deps, call({ token, startedAt: new Date('2026-11-18T08:00:00Z') }))
    expect(await blockUser(bench.deps, ada.userId)).toBe(true)
    await receive(bench.deps, call({ token }))
    expect(await saidIn(bench, ada.threadId)).toEqual([])
    expect(await bench.store.db.phoneCall.count()).toBe(0)
  })
})

describe('a call from a linked number', () => {
  test('is not stored without the PIN, and the user is told once', async () => {
    const bench = await harness()
    const ada = await bench.person()
    await ada.writes('Hello.')
    await linkNumber(bench, ada)
    await receive(bench.deps, call({ number }))
    await receive(bench.deps, call({ number }))
    const said = await saidIn(bench, ada.threadId)
    expect(said).toHaveLength(2)
    expect(said.some((text) => text.includes('I did not hear your PIN'))).toBe(true)
  })

  test('is stored with the PIN, which is nowhere in it', async () => {
    const bench = await harness()
    const ada = await bench.person()
    await linkNumber(bench, ada)
    await setCallPin(bench.deps, { userId: ada.userId, accountId: ada.accountId, pin: '274905' })
    const turns = [user('My PIN is two seven four', 1), bot('Go on.', 3), user('nine zero five. Hi!', 4), bot('274905, thanks. Hello.', 6)]
    await receive(bench.deps, call({ number, turns }))
    expect(await saidIn(bench, ada.threadId)).toEqual([
      'user: My PIN is ***',
      'assistant: Go on.',
      'user: ***. Hi!',
      'assistant: ***, thanks. Hello.',
    ])
  })

  test('is not stored after five wrong PINs within an hour, even with the right one', async () => {
    const bench = await harness()
    const ada = await bench.person()
    await linkNumber(bench, ada)
    await setCallPin(bench.deps, { userId: ada.userId, accountId: ada.accountId, pin: '274905' })
    const guesses = ['111119', '222229', '333339', '444449', '555559', '274905']
    await receive(bench.deps, call({ number, turns: guesses.map((guess, index) => user(`It is ${guess} I think`, index)) }))
    expect(await bench.store.db.phoneCall.count()).toBe(0)
  })
})
