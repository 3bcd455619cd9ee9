import { describe, expect, test } from 'vitest'
import { deliverMessage, deliverPlace } from '../../../src/conversation/deliver/deliver.ts'
import { retryReply } from '../../../src/conversation/turn/retry.ts'
import type { PlatformErrorKind } from '../../../src/core/domain/errors.ts'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import {
  type Abilities,
  deliveriesOf,
  failure,
  gate,
  type Harness,
  harness,
  running,
  settled,
  statesOf,
  takeOver,
  until,
} from '../harness.ts'

const minute = 60_000
const hour = 60 * minute

interface Bench extends Harness {
  readonly message: Message
  readonly screen: () => string[]
  readonly deliver: (parts?: Harness['deps'], signal?: AbortSignal) => Promise<void>
  readonly say: (text: string) => Promise<unknown>
}

/** A person's direct place, in which the bot has something to say. */
async function bench(abilities: Abilities = {}): Promise<Bench> {
  const h = await harness({ abilities })
  const ada = await h.person()
  const message = await ada.say('Hello', h.clock.now())
  return {
    ...h,
    message,
    screen: () => h.chat.screen(ada.direct.address),
    deliver: (parts = h.deps, signal = running()) => deliverPlace(parts, message.placeId, signal),
    say: (text) => h.post(message, text),
  }
}

/** Fails so many times with the same, and then no more. */
function fails(h: Harness, kind: PlatformErrorKind, { times = 1, retryAfterMs }: { times?: number; retryAfterMs?: number } = {}) {
  let left = times
  h.chat.before = () => {
    if (left-- > 0) throw failure(kind, retryAfterMs)
  }
}

const nextTry = (h: Harness) => h.jobs('deliver-message').at(-1)?.delayMs

describe('the order of a place', () => {
  test('what was said first is sent first, part by part', async () => {
    const b = await bench({ maxLength: 40 })
    await b.say('The first part of a reply.\n\nThe second part of a reply.')
    await b.say('Afterwards.')
    await b.deliver()
    expect(b.screen()).toEqual(['The first part of a reply.', 'The second part of a reply.', 'Afterwards.'])
    expect(await statesOf(b)).toEqual(['sent', 'sent', 'sent'])
  })

  test('a part behind one that waits also waits, and a job comes back for them', async () => {
    const b = await bench()
    await b.say('First.')
    await b.say('Second.')
    fails(b, 'rate_limited', { retryAfterMs: 30_000 })
    await b.deliver()
    expect(b.screen()).toEqual([])
    expect(nextTry(b)).toBe(30_000)
    b.clock.advance(29_999)
    await b.deliver()
    expect(b.chat.calls).toHaveLength(1)
    b.clock.advance(1)
    await b.deliver()
    expect(b.screen()).toEqual(['First.', 'Second.'])
  })

  test('a place does not wait for another one', async () => {
    const b = await bench()
    await b.say('To the first person.')
    fails(b, 'rate_limited', { retryAfterMs: hour })
    await b.deliver()
    const bob = await b.person('bob')
    const id = await b.post(await bob.say('Hello', b.clock.now()), 'To the second.')
    await deliverMessage(b.deps, id, running())
    expect(b.chat.screen(bob.direct.address)).toEqual(['To the second.'])
  })

  test('a reply that is still being written is not sent, and holds nothing up', async () => {
    const b = await bench()
    const draft = await b.post(b.message, 'Half a')
    await b.store.db.message.update({ where: { id: draft }, data: { kind: 'draft', role: 'assistant' } })
    await b.say('A notice.')
    await b.deliver()
    expect(b.screen()).toEqual(['A notice.'])
  })
})

describe('a platform that does not take a part', () => {
  test('one that asks to wait is obeyed for as long as it asks', async () => {
    const b = await bench()
    await b.say('Patience.')
    fails(b, 'rate_limited', { times: 30, retryAfterMs: hour })
    for (let asked = 1; asked <= 30; asked++) {
      await b.deliver()
      expect(b.chat.calls).toHaveLength(asked)
      expect(nextTry(b)).toBe(hour)
      b.clock.advance(hour)
    }
    await b.deliver()
    expect(await statesOf(b)).toEqual(['sent'])
  })

  test('what was certainly not sent is tried again after waits that double up to a minute', async () => {
    const b = await bench()
    await b.say('Again.')
    fails(b, 'transient', { times: 9 })
    const waits: number[] = []
    for (let tries = 0; tries < 9; tries++) {
      await b.deliver()
      waits.push(nextTry(b) ?? 0)
      b.clock.advance(nextTry(b) ?? 0)
    }
    expect(waits.map((ms) => ms / 1_000)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
    await b.deliver()
    expect(b.screen()).toEqual(['Again.'])
  })

  test('what was certainly not sent is given up a day after it was written, and not before', async () => {
    const b = await bench()
    await b.say('Too late.')
    fails(b, 'transient', { times: 3 })
    await b.deliver()
    b.clock.advance(24 * hour - 1)
    await b.deliver()
    expect(await statesOf(b)).toEqual(['pending'])
    b.clock.advance(minute)
    await b.deliver()
    expect(await deliveriesOf(b)).toMatchObject([{ state: 'failed', error: 'It was transient.' }])
    await b.deliver()
    expect(b.chat.calls).toHaveLength(3)
  })

  test.each(['unknown', 'unreachable', 'rejected'] as const)('what was %s is not sent again, and the next one is', async (kind) => {
    const b = await bench()
    await b.say('Once.')
    await b.say('Next.')
    fails(b, kind)
    await b.deliver()
    b.clock.advance(hour)
    await b.deliver()
    const isUnknown = kind === 'unknown'
    expect(await statesOf(b)).toEqual(isUnknown ? ['unknown', 'sent', 'sent'] : ['failed', 'sent'])
    const warning = 'My message “Once.” may not have been delivered.'
    expect(b.chat.calls.map(({ text }) => text)).toEqual(['Once.', ...(isUnknown ? [warning] : []), 'Next.'])
  })
})

describe('a part that was begun', () => {
  test('without an id of the platform nobody knows whether it arrived, so it is not sent again', async () => {
    const b = await bench()
    await b.say('Perhaps.')
    await b.store.db.delivery.updateMany({ data: { state: 'sending' } })
    await b.say('Certainly.')
    await b.deliver()
    expect(await statesOf(b)).toEqual(['unknown', 'sent', 'sent'])
    expect(b.screen()).toEqual(['My message “Perhaps.” may not have been delivered.', 'Certainly.'])
  })

  /** A message of the bot that people see already, and that is to read differently. */
  async function shown(b: Bench, state: 'sending' | 'pending' = 'sending'): Promise<PlatformMessageId> {
    await b.say('Half')
    await b.deliver()
    const [{ platformMessageId } = { platformMessageId: null }] = await deliveriesOf(b)
    await b.store.db.delivery.updateMany({ data: { state, text: 'The whole.' } })
    return platformMessageId as PlatformMessageId
  }

  test('with an id of the platform it is completed by an edit', async () => {
    const b = await bench()
    await shown(b)
    await b.deliver()
    expect(b.screen()).toEqual(['The whole.'])
    expect(await statesOf(b)).toEqual(['sent'])
  })

  test('it is sent whole when what was to be edited is gone', async () => {
    const b = await bench()
    b.chat.remove(await shown(b))
    await b.deliver()
    expect(b.screen()).toEqual(['The whole.'])
    expect(await deliveriesOf(b)).toMatchObject([{ state: 'sent', platformMessageId: 'sent-2' }])
  })

  test('an edit with an unknown outcome is repeated', async () => {
    const b = await bench()
    await shown(b, 'pending')
    fails(b, 'unknown')
    await b.deliver()
    expect(nextTry(b)).toBe(1_000)
    b.clock.advance(1_000)
    await b.deliver()
    expect(b.chat.calls.map(({ what }) => what)).toEqual(['send', 'edit', 'edit'])
    expect(b.screen()).toEqual(['The whole.'])
  })

  test('sent whole with an unknown outcome, because what was to be edited is gone, it is not sent again', async () => {
    const b = await bench()
    b.chat.remove(await shown(b, 'pending'))
    b.chat.before = ({ what }) => {
      if (what === 'send') throw failure('unknown')
    }
    await b.deliver()
    b.clock.advance(minute)
    await b.deliver()
    expect(b.chat.calls.map(({ what }) => what)).toEqual(['send', 'edit', 'send'])
    expect(await statesOf(b)).toEqual(['unknown'])
  })
})

describe('workers', () => {
  /** The platform takes its time over the first call. */
  function slow(b: Bench) {
    const door = gate()
    b.chat.before = () => door.opened
    return { ...door, begun: () => until(() => b.chat.calls.length > 0) }
  }

  test('two of them deliver a place once, with what came meanwhile', async () => {
    const b = await bench()
    await b.say('First.')
    const platform = slow(b)
    const first = b.deliver()
    await platform.begun()
    await b.say('Came meanwhile.')
    await b.deliver(b.another)
    expect(b.chat.calls).toHaveLength(1)
    platform.open()
    await first
    expect(b.screen()).toEqual(['First.', 'Came meanwhile.'])
  })

  test('no part is begun after the signal is aborted, and the one that was begun is settled', async () => {
    const b = await bench()
    await b.say('First.')
    await b.say('Second.')
    const platform = slow(b)
    const stop = new AbortController()
    const delivered = b.deliver(b.deps, stop.signal)
    await platform.begun()
    stop.abort()
    platform.open()
    await delivered
    expect(await statesOf(b)).toEqual(['sent', 'pending'])
    await b.deliver()
    expect(b.screen()).toEqual(['First.', 'Second.'])
  })

  test('one that lost the place in the middle writes nothing more and begins nothing more', async () => {
    const b = await bench()
    await b.say('First.')
    await b.say('Second.')
    const platform = slow(b)
    const delivered = b.deliver()
    await platform.begun()
    await takeOver(b, `place:${b.message.placeId}`)
    platform.open()
    await delivered
    await settled()
    expect(await statesOf(b)).toEqual(['sending', 'pending'])
    expect(b.screen()).toEqual(['First.'])
  })
})

describe('where the platform knows a repeat', () => {
  const repeatSafeMs = 2 * minute

  /** So many sends arrive, and the answers to them get lost. */
  function losesAnswers(b: Bench, times: number) {
    let left = times
    b.chat.after = () => {
      if (left-- > 0) throw failure('unknown')
    }
  }

  test('a send whose answer is lost is repeated under its key, and seen once', async () => {
    const b = await bench({ repeatSafeMs })
    losesAnswers(b, 1)
    await b.say('Hello')
    await b.deliver()
    expect(await statesOf(b)).toEqual(['pending'])
    b.clock.advance(nextTry(b) ?? 0)
    await b.deliver()
    expect(await statesOf(b)).toEqual(['sent'])
    expect(b.screen()).toEqual(['Hello'])
  })

  test('no longer than it knows it: however late the next try comes, it is unknown then', async () => {
    const b = await bench({ repeatSafeMs })
    losesAnswers(b, 1)
    await b.say('Hello')
    await b.deliver()
    b.clock.advance(10 * minute)
    await b.deliver()
    expect(await statesOf(b)).toEqual(['unknown'])
    expect(b.screen()).toEqual(['Hello'])
    expect(b.chat.calls).toHaveLength(1)
  })

  test('what is refused for the time being afterwards does not make it certain that nothing was sent', async () => {
    const b = await bench({ repeatSafeMs })
    losesAnswers(b, 1)
    await b.say('Hello')
    await b.deliver()
    fails(b, 'rate_limited', { times: 1, retryAfterMs: 10 * minute })
    b.clock.advance(nextTry(b) ?? 0)
    await b.deliver()
    b.clock.advance(10 * minute)
    await b.deliver()
    expect(await statesOf(b)).toEqual(['unknown'])
    expect(b.screen()).toEqual(['Hello'])
  })

  test('one that was interrupted is repeated as well; after that time it is unknown, and sent again when that is asked for', async () => {
    const b = await bench({ repeatSafeMs })
    await b.say('One')
    await b.store.db.delivery.updateMany({ data: { state: 'sending', sendStartedAt: b.clock.now() } })
    b.clock.advance(minute)
    await b.deliver()
    expect(await statesOf(b)).toEqual(['sent'])
    await b.say('Two')
    await b.store.db.delivery.updateMany({ where: { state: 'pending' }, data: { state: 'sending', sendStartedAt: b.clock.now() } })
    b.clock.advance(repeatSafeMs)
    await b.deliver()
    expect(await statesOf(b)).toEqual(['sent', 'unknown'])
    await retryReply(b.deps, { threadId: b.message.threadId, placeId: b.message.placeId })
    await b.deliver()
    expect(await statesOf(b)).toEqual(['sent', 'sent'])
    expect(b.screen()).toEqual(['One', 'Two'])
  })

  test('what waited before its first send is not counted', async () => {
    const b = await bench({ repeatSafeMs })
    fails(b, 'rate_limited', { times: 1, retryAfterMs: 10 * minute })
    await b.say('Hello')
    await b.deliver()
    b.clock.advance(10 * minute)
    losesAnswers(b, 1)
    await b.deliver()
    expect(await statesOf(b)).toEqual(['pending'])
  })

  test('what was shown half before is whole in the end', async () => {
    const b = await bench({ repeatSafeMs })
    losesAnswers(b, 1)
    await b.say('The answer is forty-two.')
    await b.deliver()
    // What the platform has under this key is an older text.
    await b.store.db.delivery.updateMany({ data: { text: 'The answer is forty-two, of course.' } })
    b.clock.advance(nextTry(b) ?? 0)
    await b.deliver()
    expect(b.screen()).toEqual(['The answer is forty-two, of course.'])
  })

  test('one that somebody removed is sent anew, and is no repeat', async () => {
    const b = await bench({ repeatSafeMs })
    await b.say('Half')
    await b.deliver()
    const { platformMessageId } = await b.store.db.delivery.findFirstOrThrow()
    b.chat.remove(platformMessageId as PlatformMessageId)
    await b.store.db.delivery.updateMany({ data: { state: 'pending', text: 'Whole' } })
    await b.deliver()
    expect(b.screen()).toEqual(['Whole'])
  })
})
