import { expect, test } from 'vitest'
import { retry } from '../../../src/commands/retry.ts'
import type { CommandDeps } from '../../../src/commands/shared/command.ts'
import { deliverPlace } from '../../../src/conversation/deliver/deliver.ts'
import { warnOfUnknownDeliveries } from '../../../src/conversation/deliver/unknown-deliveries.ts'
import type { CommandContext } from '../../../src/conversation/deps.ts'
import { runCommand } from '../../../src/conversation/receive/run-command.ts'
import { answerThread } from '../../../src/conversation/turn/answer.ts'
import type { PlaceId, SegmentId } from '../../../src/core/domain/ids.ts'
import { defaultTranslator } from '../../../src/core/messages/messages.ts'
import { directPlace } from '../../support/conversation.ts'
import { ScriptedModel } from '../../support/scripted-model.ts'
import { failure, type Harness, harness, running, type Talker } from '../harness.ts'

interface Bench extends Harness {
  readonly ada: Talker
  ask(text: string): Promise<void>
  /** The next `count` replies have an unknown outcome: nobody knows that they arrived. */
  lose(count?: number): void
  /** What Ada sees. */
  screen(): string[]
  retry(args?: Record<string, string>): ReturnType<typeof retry.run>
  deliver(): Promise<void>
}

async function bench(): Promise<Bench> {
  const h = await harness({ model: new ScriptedModel((_, call) => ({ text: `Reply ${call}.` })), abilities: { edit: false } })
  const ada = await h.person('ada')
  const context = async () => {
    const place = await h.store.db.place.findFirstOrThrow({ where: { address: directPlace('ada').address } })
    return {
      scope: { userId: ada.userId, threadId: ada.threadId, audience: 'private' },
      place,
      translate: defaultTranslator,
    } as unknown as CommandContext
  }
  const deliver = async () => deliverPlace(h.deps, (await context()).place.id, running())
  return {
    ...h,
    ada,
    deliver,
    async ask(text) {
      h.clock.advance(1_000)
      await ada.writes(text)
      await answerThread(h.deps, ada.threadId, { signal: running() })
    },
    lose(count = 1) {
      let left = count
      h.chat.after = ({ text }) => {
        if (text.startsWith('Reply') && left-- > 0) throw failure('unknown')
      }
    },
    screen: () => h.chat.screen(directPlace('ada').address),
    retry: async (args = {}) => retry.run({ privacy: h.deps, ...h.deps } as unknown as CommandDeps, await context(), args),
  }
}

const lastPart = (b: Bench) => b.chat.calls.filter(({ part }) => part?.buttons).at(-1)?.part

test('the next message in a place is preceded, once, by what may not have arrived', async () => {
  const b = await bench()
  b.lose()
  await b.ask('What is the capital of France?')
  await b.ask('And of Spain?')
  await b.ask('And of Italy?')
  expect(b.screen()).toEqual([
    'Reply 1.',
    'My reply to “What is the capital of France?” may not have been delivered.',
    'Reply 2.',
    'Reply 3.',
  ])
  expect(lastPart(b)?.buttons).toEqual([
    { label: 'Send again', action: expect.stringMatching(/^\/retry \d+$/) },
    { label: 'It arrived', action: expect.stringMatching(/^\/retry \d+ arrived$/) },
  ])
})

test('a long question is quoted by its beginning, on one line', async () => {
  const b = await bench()
  b.lose()
  await b.ask(`First line\nsecond line ${'and more '.repeat(50)}`)
  await b.ask('Next')
  const notice = b.screen()[1] ?? ''
  expect(notice).toMatch(/^My reply to “First line second line and more .*…” may not have been delivered\.$/)
  expect(notice.length).toBeLessThan(130)
})

test('/retry offers every unknown reply, also old ones, until each is resolved', async () => {
  const b = await bench()
  for (const text of ['One?', 'Two?']) {
    b.lose()
    await b.ask(text)
  }
  await b.ask('Three?')
  const offered = await b.retry()
  expect(offered?.text).toBe('1. My reply to “Two?” may not have been delivered.\n2. My reply to “One?” may not have been delivered.')
  const actions = (offered?.buttons ?? []).map(({ action }) => action)
  expect(actions).toHaveLength(4)
  const [again = '', , , arrived = ''] = actions
  // One is sent again, the other had arrived.
  expect(await b.retry({ message: again.split(' ')[1]! })).toEqual({ text: expect.stringMatching(/^Sending it again/) })
  await b.deliver()
  expect(b.screen().filter((text) => text === 'Reply 2.')).toHaveLength(2)
  expect(await b.retry({ message: arrived.split(' ')[1]!, answer: 'arrived' })).toEqual({ text: 'Good. I will not ask about it again.' })
  expect(await b.retry()).toEqual({ text: 'There is nothing to retry: my last reply was sent.' })
  await expect(b.retry({ message: arrived.split(' ')[1]!, answer: 'arrived' })).rejects.toThrow('There is no message with that number')
})

test('what was resent and is unknown again is told of again in the end', async () => {
  const b = await bench()
  b.lose()
  await b.ask('One?')
  await b.ask('Two?')
  const { id } = await b.store.db.message.findFirstOrThrow({ where: { text: 'Reply 1.' } })
  await b.retry({ message: String(id) })
  b.lose()
  await b.deliver()
  await b.ask('Three?')
  expect(b.screen().filter((text) => text.startsWith('My reply to “One?”'))).toHaveLength(2)
})

test('a deleted question is not quoted, and nobody else is offered the reply', async () => {
  const b = await bench()
  b.lose()
  await b.ask('The secret code is 4711.')
  await b.store.db.message.updateMany({ where: { role: 'user' }, data: { deletedAt: b.clock.now(), text: '' } })
  const ben = await b.person('ben')
  await ben.writes('Hello')
  await answerThread(b.deps, ben.threadId, { signal: running() })
  expect(b.chat.screen(directPlace('ben').address)).toEqual(['Reply 2.'])
  await b.ask('Next')
  expect(b.screen().at(1)).toBe('My message “Reply 1.” may not have been delivered.')
})

test('a message whose beginning was rejected is not continued', async () => {
  const b = await harness({ model: new ScriptedModel(() => ({ text: `${'Long. '.repeat(60)}` })), abilities: { edit: false } })
  const ada = await b.person('ada')
  await ada.writes('Tell me everything.')
  let left = 1
  b.chat.before = () => {
    if (left-- > 0) throw failure('rejected')
  }
  await answerThread(b.deps, ada.threadId, { signal: running() })
  expect(b.chat.screen(directPlace('ada').address)).toEqual([])
  const parts = await b.store.db.delivery.findMany({ orderBy: { part: 'asc' }, select: { state: true, error: true } })
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.slice(1).every(({ state, error }) => state === 'failed' && error === 'An earlier part of this message was not sent.')).toBe(
    true,
  )
})

const warning = 'My reply to “One?” may not have been delivered.'

/** A bench where the reply to "One?" may not have arrived, and where something else is said. */
async function lostOne() {
  const b = await bench()
  b.lose()
  await b.ask('One?')
  const asked = await b.store.db.message.findFirstOrThrow({ where: { text: 'One?' } })
  const where = { threadId: b.ada.threadId, placeId: asked.placeId as PlaceId, segmentId: asked.segmentId as SegmentId }
  return { ...b, where }
}

test('a digest, a notice or the answer to a command is preceded by the warning too', async () => {
  for (const kind of ['digest', 'notice'] as const) {
    const b = await lostOne()
    await b.store.transaction((tx) => b.deps.post(tx, { ...b.where, kind, text: 'Yesterday.' }))
    await b.deliver()
    await b.ask('Two?')
    expect(b.screen()).toEqual(['Reply 1.', warning, 'Yesterday.', 'Reply 2.'])
  }
})

test('the answer that the platform shows to a command comes after the warning', async () => {
  const h = await harness({ model: new ScriptedModel(() => ({ text: 'Reply.' })), abilities: { edit: false, answer: true } })
  const ada = await h.person('ada')
  h.chat.after = ({ what }) => {
    if (what === 'send') throw failure('unknown')
  }
  await ada.writes('One?')
  h.clock.advance(2_000)
  await answerThread(h.deps, ada.threadId, { signal: running() })
  h.chat.after = () => {}
  const { id } = await ada.writes('/help', { invocation: 'token' })
  await runCommand(h.deps, id, running())
  expect(h.chat.calls.map(({ what, text }) => `${what}: ${text}`)).toEqual(['send: Reply.', `send: ${warning}`, 'answer: Done.'])
})

test('many are told of in one bounded list, once', async () => {
  const b = await bench()
  for (let number = 1; number <= 7; number++) {
    b.lose()
    await b.ask(`Question ${number}?`)
    // Each loss would be told of before the next reply.
    await b.store.db.delivery.updateMany({ where: { state: 'unknown' }, data: { warnedAt: new Date() } })
  }
  await b.store.db.delivery.updateMany({ where: { state: 'unknown' }, data: { warnedAt: null } })
  await b.ask('And now?')
  await b.ask('Still?')
  // The platform of this test takes 200 characters, so the list is two parts.
  expect(b.screen().slice(7, -2).join('\n').split('\n')).toEqual([
    ...[7, 6, 5, 4, 3].map((number, index) => `${index + 1}. My reply to “Question ${number}?” may not have been delivered.`),
    'The same goes for 2 earlier messages. /retry lists them once these are settled.',
  ])
  expect(b.screen().slice(-2)).toEqual(['Reply 8.', 'Reply 9.'])
})

test('two processes warn once', async () => {
  const b = await lostOne()
  for (let number = 0; number < 3; number++) await b.post(b.where, `Notice ${number}.`)
  const { placeId } = b.where
  await Promise.all([
    deliverPlace(b.deps, placeId, running()),
    deliverPlace(b.another, placeId, running()),
    warnOfUnknownDeliveries(b.deps, b.where),
    warnOfUnknownDeliveries(b.another, b.where),
  ])
  await b.deliver()
  expect(b.screen().filter((text) => text === warning)).toHaveLength(1)
  expect(b.screen().slice(0, 2)).toEqual(['Reply 1.', warning])
})

test('a warning outlives the process that was about to send it, and still comes first', async () => {
  const b = await lostOne()
  b.clock.advance(1_000)
  await b.post(b.where, 'A notice.')
  b.clock.advance(1_000)
  expect(await warnOfUnknownDeliveries(b.deps, b.where)).toBe(true)
  // The process ends here. Another one sends what waits.
  expect(await warnOfUnknownDeliveries(b.another, b.where)).toBe(false)
  await deliverPlace(b.another, b.where.placeId, running())
  expect(b.screen()).toEqual(['Reply 1.', warning, 'A notice.'])
})

test('what /retry has listed is not told of again', async () => {
  const b = await lostOne()
  await b.ask('Two?')
  await b.store.db.delivery.updateMany({ where: { state: 'unknown' }, data: { warnedAt: null } })
  expect((await b.retry())?.text).toBe(warning)
  await b.ask('Three?')
  expect(b.screen().filter((text) => text === warning)).toHaveLength(1)
})
