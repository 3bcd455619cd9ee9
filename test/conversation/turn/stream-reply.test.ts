import { describe, expect, test } from 'vitest'
import { deliverPlace } from '../../../src/conversation/deliver/deliver.ts'
import { answerThread } from '../../../src/conversation/turn/answer.ts'
import { watchCancellation } from '../../../src/conversation/turn/cancel.ts'
import { claimTurn, type Turn } from '../../../src/conversation/turn/claim-turn.ts'
import { type ReplyStream, streamReply } from '../../../src/conversation/turn/stream-reply.ts'
import { acquireLease } from '../../../src/threads/lease.ts'
import { loadRevision } from '../../../src/threads/thread.ts'
import { sharedPlace } from '../../support/conversation.ts'
import { ScriptedModel } from '../../support/scripted-model.ts'
import {
  type Abilities,
  deliveriesOf,
  failure,
  type Harness,
  harness,
  running,
  settled,
  statesOf,
  type Talker,
  takeOver,
  until,
} from '../harness.ts'

interface Bench extends Harness {
  readonly ada: Talker
  readonly turn: Turn
  readonly stream: ReplyStream
}

/** A turn that was begun, and the stream of its reply. */
async function bench(abilities: Abilities = {}, place: 'direct' | 'shared' = 'direct'): Promise<Bench> {
  const h = await harness({ abilities })
  const ada = await h.person()
  await ada.writes('What is new?', place === 'shared' ? { place: sharedPlace('team') } : {})
  const lease = (await acquireLease(h.deps, `thread:${ada.threadId}`))!
  const turn = (await claimTurn(h.deps, lease, ada.threadId))!
  return { ...h, ada, turn, stream: streamReply(h.deps, turn, { lease, revision: await loadRevision(h.deps.store.db, turn.threadId) }) }
}

const whats = (h: Harness) => h.chat.calls.map(({ what }) => what)
const texts = (h: Harness) => h.chat.calls.map(({ text }) => text)

/** The stream has shown something and waits until it may show more. */
const waits = (h: Harness, ms: number, times = 1) => until(() => h.clock.sleeps.filter((slept) => slept === ms).length === times)

describe('a reply that is shown by edits', () => {
  test('the row of its part is stored before its first byte goes out', async () => {
    const b = await bench({ everyMs: 700 })
    let before: string[] | undefined
    b.chat.before = async () => {
      before ??= (await deliveriesOf(b)).map(({ state, text }) => `${state}: ${text}`)
    }
    b.stream.show('So')
    await waits(b, 700)
    expect(before).toEqual(['sending: So'])
    expect(await deliveriesOf(b)).toMatchObject([{ state: 'sent', platformMessageId: 'sent-1' }])
    const { draftId } = await b.stream.end()
    expect(await b.store.db.message.findUnique({ where: { id: draftId! } })).toMatchObject({ kind: 'draft', turnId: b.turn.id })
  })

  test('is edited as often as the platform wants it, with the newest text', async () => {
    const b = await bench({ everyMs: 700 })
    b.stream.show('So')
    await waits(b, 700)
    b.stream.show('So far')
    b.stream.show('So far, so good')
    b.clock.advance(699)
    await settled()
    expect(texts(b)).toEqual(['So'])
    b.clock.advance(1)
    await waits(b, 700, 2)
    expect(b.chat.calls.map(({ what, text }) => `${what}: ${text}`)).toEqual(['send: So', 'edit: So far, so good'])
    await b.stream.end()
  })

  test('is edited once a second where the platform says nothing about it', async () => {
    const b = await bench()
    b.stream.show('So')
    await waits(b, 1_000)
    b.stream.show('So far')
    b.clock.advance(1_000)
    await waits(b, 1_000, 2)
    expect(texts(b)).toEqual(['So', 'So far'])
    await b.stream.end()
  })

  test('comes after the warning of what may not have arrived there', async () => {
    const b = await bench()
    const { threadId, place, messages } = b.turn
    const { segmentId } = messages[0]
    await b.store.transaction((tx) => b.deps.post(tx, { threadId, segmentId, placeId: place.id, kind: 'notice', text: 'Earlier.' }))
    await b.store.db.delivery.updateMany({ data: { state: 'unknown' } })
    b.stream.show('So')
    await waits(b, 1_000)
    expect(texts(b)).toEqual(['My message “Earlier.” may not have been delivered.', 'So'])
    await b.stream.end()
  })

  test('shows nothing more once it has ended', async () => {
    const b = await bench()
    b.stream.show('So')
    await waits(b, 1_000)
    await b.stream.end()
    b.stream.show('So far')
    b.clock.advance(10_000)
    await settled()
    expect(texts(b)).toEqual(['So'])
  })

  test('shows no more than one message of the platform holds', async () => {
    const b = await bench({ maxLength: 40 })
    b.stream.show('The first part of a reply.\n\nThe second part of a reply.')
    await waits(b, 1_000)
    expect(texts(b)).toEqual(['The first part of a reply.'])
    await b.stream.end()
  })

  test('says in a shared place what it answers', async () => {
    const b = await bench({}, 'shared')
    b.stream.show('So')
    await waits(b, 1_000)
    expect(b.chat.calls[0]?.part?.replyTo).toBe('ada:1')
    await b.stream.end()
  })

  test.each([
    { kind: 'unknown', state: 'unknown', counted: 1 },
    { kind: 'transient', state: 'pending', counted: 0 },
    { kind: 'rejected', state: 'failed', counted: 1 },
    { kind: 'unreachable', state: 'failed', counted: 1 },
  ] as const)('whose first message was $kind is not shown again; its part is left $state, which is counted if it stays so', async (row) => {
    const { kind, state, counted } = row
    const b = await bench()
    b.chat.before = () => {
      throw failure(kind)
    }
    b.stream.show('So')
    await waits(b, 1_000)
    b.stream.show('So far')
    b.clock.advance(1_000)
    await waits(b, 1_000, 2)
    expect(texts(b)).toEqual(['So'])
    expect(await statesOf(b)).toEqual([state])
    expect((await b.stream.end()).draftId).not.toBeNull()
    const metrics = await b.deps.metrics.text()
    expect(metrics.match(new RegExp(`deliveries\\S*outcome="${state}"\\S* 1$`, 'gm')) ?? []).toHaveLength(counted)
  })

  test('leaves the platform alone for as long as it asks', async () => {
    const b = await bench()
    b.stream.show('So')
    await waits(b, 1_000)
    b.chat.before = () => {
      throw failure('rate_limited', 9_000)
    }
    b.stream.show('So far')
    b.clock.advance(1_000)
    await waits(b, 9_000)
    b.stream.show('So far, so')
    b.clock.advance(8_999)
    await settled()
    expect(texts(b)).toEqual(['So', 'So far'])
    await b.stream.end()
    expect(await deliveriesOf(b)).toMatchObject([{ state: 'sent', text: 'So' }])
  })

  test('a call that our own limits held back does not delay the final text', async () => {
    const notBefore = async (kind: 'deferred' | 'rate_limited') => {
      const b = await bench()
      b.stream.show('So')
      await waits(b, 1_000)
      b.chat.before = () => {
        throw failure(kind, 9_000)
      }
      b.stream.show('So far')
      b.clock.advance(1_000)
      await waits(b, 9_000)
      await b.stream.end()
      const [delivery] = await deliveriesOf(b)
      return delivery?.notBefore ?? null
    }
    expect(await notBefore('deferred')).toBeNull()
    expect(await notBefore('rate_limited')).not.toBeNull()
  })

  test('notes nothing once the thread is another worker’s', async () => {
    const b = await bench()
    b.stream.show('So')
    await waits(b, 1_000)
    await takeOver(b, `thread:${b.turn.threadId}`)
    b.stream.show('So far')
    b.clock.advance(1_000)
    await until(() => b.chat.calls.length === 2)
    await expect(b.stream.end()).rejects.toThrow('was lost')
    expect(await deliveriesOf(b)).toMatchObject([{ text: 'So' }])
  })
})

describe('a reply that is shown in other ways', () => {
  test('a preview leaves no draft', async () => {
    const b = await bench({ preview: true, everyMs: 300 })
    b.stream.show('So')
    await waits(b, 300)
    b.stream.show('So far')
    b.clock.advance(300)
    await waits(b, 300, 2)
    expect(whats(b)).toEqual(['preview', 'preview'])
    expect(await b.stream.end()).toEqual({ draftId: null })
    expect(await deliveriesOf(b)).toEqual([])
  })

  test('where a place has no previews, it is sent and edited', async () => {
    const b = await bench({ preview: true, canPreview: false })
    b.stream.show('So')
    await waits(b, 1_000)
    expect(whats(b)).toEqual(['send'])
    await b.stream.end()
  })

  test('where nothing can be edited, nothing is sent before the end', async () => {
    const b = await bench({ edit: false })
    b.stream.show('So')
    await settled()
    b.clock.advance(1_000)
    await settled()
    expect(await b.stream.end()).toEqual({ draftId: null })
    expect(b.chat.calls).toEqual([])
  })

  test('the bot is shown at work every few seconds until there is something to read, and its failures are no matter', async () => {
    const b = await bench({ typing: true, edit: false })
    b.chat.before = () => {
      throw failure('transient')
    }
    await waits(b, 4_000)
    b.clock.advance(4_000)
    await waits(b, 4_000, 2)
    expect(whats(b)).toEqual(['typing', 'typing'])
    b.stream.show('So')
    b.clock.advance(4_000)
    await settled()
    expect(whats(b)).toEqual(['typing', 'typing'])
    await b.stream.end()
  })
})

describe('a first message whose answer got lost, where the platform knows a repeat', () => {
  /** The bot has shown "So", was told of it by nobody, and is gone. */
  async function lost() {
    const b = await bench({ repeatSafeMs: 120_000 })
    b.chat.after = () => {
      b.chat.after = () => {}
      throw failure('unknown')
    }
    b.stream.show('So')
    await waits(b, 1_000)
    const { draftId } = await b.stream.end()
    return { ...b, draftId: draftId! }
  }

  test('is left to be sent again, as what may be out', async () => {
    const b = await lost()
    expect(await deliveriesOf(b)).toMatchObject([{ state: 'pending', sendStartedAt: expect.any(Date), platformMessageId: null }])
  })

  test('is whole when the reply is, and there once', async () => {
    const b = await lost()
    await b.store.db.lease.deleteMany()
    await answerThread(b.deps, b.turn.threadId, { signal: running() })
    expect(b.chat.screen(b.turn.place.address)).toEqual(['A reply.'])
    expect(await statesOf(b)).toEqual(['sent'])
  })

  test('says that the question was deleted, and nothing twice', async () => {
    const b = await lost()
    await b.store.db.delivery.updateMany({ data: { state: 'sending' } })
    await b.ada.deletes(b.turn.messages[0])
    await b.store.db.lease.deleteMany()
    await answerThread(b.deps, b.turn.threadId, { signal: running() })
    await deliverPlace(b.deps, b.turn.place.id, running())
    expect(b.chat.screen(b.turn.place.address)).toEqual(['The message was deleted, so there is no reply.'])
  })
})

test('of a reply to a question that was deleted, what may be out is not said again where no repeat is known', async () => {
  const b = await bench()
  b.chat.after = () => {
    throw failure('unknown')
  }
  b.stream.show('So')
  await waits(b, 1_000)
  await b.stream.end()
  await b.store.db.delivery.updateMany({ data: { state: 'sending' } })
  await b.ada.deletes(b.turn.messages[0])
  await b.store.db.lease.deleteMany()
  await answerThread(b.deps, b.turn.threadId, { signal: running() })
  await deliverPlace(b.deps, b.turn.place.id, running())
  expect(b.chat.screen(b.turn.place.address)).toEqual(['So'])
  expect(await statesOf(b)).toEqual(['unknown'])
})

test('a reply whose first message was rejected is not followed by another send, however long it is', async () => {
  const h = await harness({ model: new ScriptedModel([{ text: 'Long. '.repeat(100) }]) })
  const ada = await h.person()
  h.chat.before = () => {
    throw failure('rejected')
  }
  await ada.writes('Tell me everything.')
  h.clock.advance(2_000)
  await answerThread(h.deps, ada.threadId, { signal: running() })
  expect(whats(h)).toEqual(['send'])
  const states = await statesOf(h)
  expect(states.length).toBeGreaterThan(1)
  expect(new Set(states)).toEqual(new Set(['failed']))
})

test('a wait for a day that the platform asks for while a reply is shown delays the whole reply by a minute at most', async () => {
  const b = await bench()
  b.stream.show('So')
  await waits(b, 1_000)
  b.chat.before = () => {
    throw failure('rate_limited', 86_400_000)
  }
  b.stream.show('So far')
  b.clock.advance(1_000)
  await waits(b, 86_400_000)
  await b.stream.end()
  const [{ notBefore } = { notBefore: null }] = await deliveriesOf(b)
  expect(notBefore!.getTime() - b.clock.now().getTime()).toBe(60_000)
})

describe('whether the turn is cancelled', () => {
  /** A stream whose database cannot tell, and the number of times it was asked. */
  async function unanswered(isOurPage: boolean) {
    const h = await harness({ abilities: { preview: true, typing: true } })
    const ada = await h.person()
    await ada.writes('What is new?')
    const lease = (await acquireLease(h.deps, `thread:${ada.threadId}`))!
    const turn = (await claimTurn(h.deps, lease, ada.threadId))!
    const revision = await loadRevision(h.deps.store.db, turn.threadId)
    const asked: unknown[] = []
    const findUnique = async (query: unknown) => {
      asked.push(query)
      throw new Error('The database is away.')
    }
    const store = { ...h.store, db: { turn: { findUnique } } } as unknown as Harness['store']
    const senders = new Map(h.deps.senders)
    if (isOurPage) senders.set(turn.place.platform, { ...senders.get(turn.place.platform)!, accountsAreOurs: true })
    const stop = watchCancellation({ ...h.deps, store }, turn.id)
    const stream = streamReply({ ...h.deps, senders }, turn, { lease, revision, stop })
    stream.show('So')
    await settled()
    return { ...h, stop, stream, asked }
  }

  test('is unknown while the database is away: nothing is shown then, and the reply itself is not lost', async () => {
    const b = await unanswered(false)
    expect(b.chat.calls).toEqual([])
    expect(await b.stream.end()).toEqual({ draftId: null })
    expect(b.stop.signal.aborted).toBe(false)
    b.stop.end()
  })

  test('is not asked for each text that our own page shows', async () => {
    const b = await unanswered(true)
    await until(() => texts(b).includes('So'))
    // The poll that runs anyway.
    expect(b.asked).toHaveLength(1)
    await b.stream.end()
    b.stop.end()
  })
})

describe('what the bot is doing', () => {
  const search = { progress: 'progress.search' } as const
  const memory = { progress: 'progress.memory' } as const
  const line = 'Searching your days…'

  /** A tool runs long enough to be shown. */
  async function runs(b: Bench, tool: typeof search | typeof memory): Promise<void> {
    b.stream.showTool(tool)
    b.clock.advance(300)
    await settled()
  }
  const calls = (h: Harness) => h.chat.calls.filter(({ what }) => what !== 'typing').map(({ what, text }) => `${what}: ${text}`)

  test('is shown where the platform has a place for it, until there is text', async () => {
    const b = await bench({ progress: true, typing: true, everyMs: 700 })
    await until(() => b.chat.calls.length === 1)
    await runs(b, search)
    await until(() => calls(b).length === 1)
    b.stream.showTool(undefined)
    await runs(b, memory)
    await until(() => calls(b).length === 2)
    b.stream.show('So')
    await until(() => calls(b).length === 4)
    expect(calls(b).sort()).toEqual(['progress: ', 'progress: Looking in my memory…', `progress: ${line}`, 'send: So'].sort())
    await b.stream.end()
    expect(calls(b)).toHaveLength(4)
  })

  test('is renewed while the tool runs, in place of the typing indicator, and removed at the end', async () => {
    const b = await bench({ progress: true, typing: true })
    await runs(b, search)
    await until(() => calls(b).length === 1)
    const typed = b.chat.calls.length
    b.clock.advance(4_000)
    await until(() => calls(b).length === 2)
    await b.stream.end()
    expect(b.chat.calls.slice(typed).map(({ what, text }) => `${what}: ${text}`)).toEqual([`progress: ${line}`, 'progress: '])
  })

  test('is shown in a preview where there is one', async () => {
    const b = await bench({ preview: true, everyMs: 700 })
    await runs(b, search)
    await waits(b, 700)
    b.stream.show('So')
    b.clock.advance(700)
    await waits(b, 700, 2)
    expect(calls(b)).toEqual([`preview: ${line}`, 'preview: So'])
    await b.stream.end()
  })

  test('is otherwise shown in the message that becomes the reply, of which it is never the text', async () => {
    const b = await bench({ everyMs: 700 }, 'shared')
    await runs(b, search)
    await waits(b, 700)
    expect(b.chat.calls[0]).toMatchObject({ what: 'send', text: line, part: { unfinished: true, replyTo: 'ada:1' } })
    const [draft] = await b.store.db.message.findMany({ where: { kind: 'draft' } })
    expect(draft!.text).toBe('')
    b.stream.show('So')
    b.clock.advance(700)
    await waits(b, 700, 2)
    expect(calls(b)).toEqual([`send: ${line}`, 'edit: So'])
    expect(await b.stream.end()).toEqual({ draftId: draft!.id })
  })

  test('changes in one line, no faster than the platform wants it', async () => {
    const b = await bench({ everyMs: 3_000 })
    await runs(b, search)
    await waits(b, 3_000)
    await runs(b, memory)
    expect(calls(b)).toEqual([`send: ${line}`])
    b.clock.advance(3_000)
    await waits(b, 3_000, 2)
    expect(calls(b)).toEqual([`send: ${line}`, 'edit: Looking in my memory…'])
    await b.stream.end()
  })

  test('is not said of a tool that ends at once, nor of one that says nothing', async () => {
    const b = await bench({ progress: true })
    b.stream.showTool(search)
    b.clock.advance(299)
    await settled()
    b.stream.showTool(undefined)
    b.clock.advance(1_000)
    b.stream.showTool({})
    b.clock.advance(1_000)
    await settled()
    expect(calls(b)).toEqual([])
    await b.stream.end()
  })

  test('follows a text that was not the reply', async () => {
    const b = await bench({ everyMs: 700 })
    b.stream.show('Let me look.')
    await waits(b, 700)
    await runs(b, search)
    b.clock.advance(700)
    await waits(b, 700, 2)
    b.stream.show('Let me look.')
    b.clock.advance(700)
    await waits(b, 700, 3)
    expect(calls(b)).toEqual(['send: Let me look.', `edit: ${line}`, 'edit: Let me look.'])
    await b.stream.end()
  })

  test('is said in the language of the user', async () => {
    const b = await bench({ progress: true })
    const stream = streamReply(
      b.deps,
      { ...b.turn, user: { ...b.turn.user, language: 'de' } },
      { lease: (await acquireLease(b.deps, 'place:1' as never))!, revision: 0 },
    )
    stream.showTool(search)
    b.clock.advance(300)
    await until(() => calls(b).length === 1)
    expect(calls(b)).toEqual(['progress: Ich durchsuche deine Tage …'])
    await stream.end()
    await b.stream.end()
  })

  test('does not keep the reply from coming where it cannot be shown', async () => {
    const b = await bench({ progress: true })
    b.chat.before = ({ what }) => {
      if (what === 'progress') throw failure('transient')
    }
    await runs(b, search)
    await until(() => calls(b).length === 1)
    b.stream.show('So')
    await until(() => texts(b).includes('So'))
    await b.stream.end()
  })
})
