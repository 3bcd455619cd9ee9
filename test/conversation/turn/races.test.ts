import { describe, expect, test } from 'vitest'
import { separateAccounts } from '../../../src/accounts/separate-accounts.ts'
import { deliverPlace } from '../../../src/conversation/deliver/deliver.ts'
import { findNextPart, updatePart } from '../../../src/conversation/deliver/next-part.ts'
import { addDeliveries } from '../../../src/conversation/deliver/outbox.ts'
import { unlinkPlaces } from '../../../src/conversation/privacy/unlink.ts'
import { blockUser } from '../../../src/conversation/receive/block-user.ts'
import { answerThread } from '../../../src/conversation/turn/answer.ts'
import { beginTurn, claimTurn, type Turn } from '../../../src/conversation/turn/claim-turn.ts'
import { type CommittedTurn, commitTurn } from '../../../src/conversation/turn/commit-turn.ts'
import type { TurnEnding } from '../../../src/conversation/turn/turn-endings.ts'
import type { AttachmentSource, Invocation, PlatformMessageId, SegmentId } from '../../../src/core/domain/ids.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import { findAccountById } from '../../../src/people/accounts.ts'
import { createUser } from '../../../src/people/users.ts'
import type { Store } from '../../../src/store/store.ts'
import { reassignDays } from '../../../src/threads/days/reassign-days.ts'
import { acquireLease, type Lease, type LeaseName, leaseName, releaseLease, revokeLeases } from '../../../src/threads/lease.ts'
import { appendMessage } from '../../../src/threads/messages/append-message.ts'
import { deleteMessage, editMessage } from '../../../src/threads/messages/edit-message.ts'
import { tombstoneMessages } from '../../../src/threads/privacy/tombstones.ts'
import { loadRevision, lockThread } from '../../../src/threads/thread.ts'
import { sharedPlace } from '../../support/conversation.ts'
import { beforeRelease, race } from '../../support/race.ts'
import { deliveriesOf, gate, type Harness, harness, rowsOf, running, saidIn, statesOf, type Talker, turnsOf } from '../harness.ts'

interface Bench extends Harness {
  readonly ada: Talker
  /** What Ada asked, which is not answered yet. */
  readonly question: Message
  /** Returns the lease of the thread, which claiming acquires. */
  readonly lease: () => Lease
  readonly claim: () => Promise<Turn | undefined>
  readonly commit: (turn: Turn, finish?: Partial<TurnEnding>) => Promise<'finished' | 'changed'>
  /** What the last commit did of what follows. */
  readonly delivery: () => CommittedTurn['delivery']
  readonly isWanted: () => CommittedTurn['isWanted']
  /** Delivers what the last commit began to deliver. */
  readonly deliver: (parts?: Harness['deps']) => Promise<void>
}

async function bench(options: Parameters<typeof harness>[0] = {}): Promise<Bench> {
  const h = await harness(options)
  const ada = await h.person()
  const question = await ada.writes('Austria?')
  let lease: Lease | undefined
  let committed: CommittedTurn = {}
  const finish: TurnEnding = { state: 'done', kind: 'chat', text: 'Vienna.', tools: [{ text: 'A map.' }], draftId: null, calls: 1 }
  return {
    ...h,
    ...{ ada, question },
    lease: () => lease!,
    async claim() {
      const begun = await beginTurn(h.deps, ada.threadId)
      if (!begun) return undefined
      lease = begun.lease
      return begun.turn ?? claimTurn(h.deps, lease, ada.threadId)
    },
    async commit(turn, changes) {
      const result = await commitTurn(h.deps, turn, { lease: lease!, finish: { ...finish, ...changes } })
      if (result === 'changed') return result
      committed = result
      return 'finished'
    },
    delivery: () => committed.delivery,
    isWanted: () => committed.isWanted,
    deliver: (parts = h.deps) => deliverPlace(parts, question.placeId, running(), committed.delivery),
  }
}

/** A bench whose question is claimed, and the revision that the reply is based on. */
async function claimed(options?: Parameters<typeof harness>[0]) {
  const b = await bench(options)
  return { ...b, turn: (await b.claim())!, revision: await loadRevision(b.store.db, b.ada.threadId) }
}

const withStore = (b: Bench, store: Store) => ({ ...b.deps, store })

const edit = (b: Bench, store: Store, attachments: { source: AttachmentSource; name: string; mediaType: string }[] = []) =>
  editMessage(withStore(b, store), {
    ...{ place: b.ada.direct, platformMessageId: b.question.platformMessageId!, text: 'Australia?', attachments },
    editedAt: b.clock.now(),
  })

const remove = (b: Bench, store: Store) => deleteMessage(withStore(b, store), b.ada.direct, b.question.platformMessageId!)

const forget = (b: Bench, store: Store) =>
  store.transaction(async (tx) => {
    await lockThread(tx, b.ada.threadId)
    await tombstoneMessages(tx, { threadId: b.ada.threadId, messageIds: [b.question.id], now: b.clock.now(), dropNames: false })
  })

/** Ada's only account leaves her, without its messages. */
const unlink = (b: Bench, store: Store) =>
  store.transaction(async (tx) => {
    await lockThread(tx, b.ada.threadId)
    const accounts = [(await findAccountById(tx, b.ada.accountId))!]
    const toUserId = await createUser(tx, 'Eve', b.clock.now())
    const deps = { ...b.deps, sharedPlaces: new Map() }
    await separateAccounts(tx, deps, { from: b.ada, toUserId, accounts, placeIds: [], takesMessages: false })
  })

/** Stores another message in a transaction, because it replies to the question. */
const writeMore = (b: Bench, store: Store) => {
  const { userId, timezone, accountId, direct } = b.ada
  const { platformMessageId: replyTo } = b.question
  return appendMessage(withStore(b, store), {
    ...{ userId, timezone, accountId, authorName: 'ada', place: direct, platformMessageId: 'more' as PlatformMessageId, platformOrder: 9n },
    ...{ kind: 'chat', text: 'And Chile?', sentAt: b.clock.now(), pending: true, ...(replyTo && { replyTo }) },
  })
}

const revoke = (store: Store, { name }: Lease) => store.transaction((tx) => revokeLeases(tx, [name]))

describe('a claim that waits', () => {
  test('while its message is edited claims the new text, with the file that came along', async () => {
    const b = await bench()
    const file = { source: 'file' as AttachmentSource, name: 'map.txt', mediaType: 'text/plain' }
    const turn = await race(b.store, (held) => edit(b, held, [file]), b.claim)
    expect(turn?.messages.map(({ text }) => text)).toEqual(['Australia?'])
    // The file is fetched first.
    expect(turn?.asClaimed).toBeUndefined()
  })

  test.each([
    ['deleted', remove],
    ['forgotten', forget],
    ['unlinked with its account', unlink],
  ])('while its message is %s claims nothing', async (_how, change) => {
    const b = await bench()
    expect(await race(b.store, (held) => change(b, held), b.claim)).toBeUndefined()
    expect(await turnsOf(b)).toEqual([])
  })

  test('while another message is accepted claims both', async () => {
    const b = await bench()
    const turn = await race(b.store, (held) => writeMore(b, held), b.claim)
    expect(turn?.messages.map(({ text }) => text)).toEqual(['Austria?', 'And Chile?'])
  })

  test('while its lease is revoked claims nothing', async () => {
    const b = await bench()
    const { threadId } = b.ada
    const lease = (await acquireLease(b.deps, leaseName('thread', threadId)))!
    const claiming = race(
      b.store,
      (held) => revoke(held, lease),
      () => claimTurn(b.deps, lease, threadId),
    )
    await expect(claiming).rejects.toThrow('was lost')
    expect(await turnsOf(b)).toEqual([])
    expect(await rowsOf(b, b.ada.threadId)).toMatchObject([{ turnId: null, pending: true }])
  })

  test('for its lease, which another worker releases after claiming the message, claims nothing', async () => {
    const b = await bench()
    const { threadId } = b.ada
    const lease = (await acquireLease(b.another, leaseName('thread', threadId)))!
    const end = (held: Store) =>
      held.transaction(async (tx) => {
        await tx.lease.update({ where: { name: lease.name }, data: { until: new Date(0) } })
        await tx.message.updateMany({ where: { threadId }, data: { pending: false } })
      })
    expect(await race(b.store, end, b.claim)).toBeUndefined()
    expect(await turnsOf(b)).toEqual([])
  })
})

describe('a commit that waits', () => {
  test.each([
    ['edited', edit],
    ['deleted', remove],
    ['forgotten', forget],
  ])('while its message is %s stores nothing but the usage', async (_how, change) => {
    const b = await claimed()
    const { turn, revision } = b
    expect(
      await race(
        b.store,
        (held) => change(b, held),
        () => b.commit(turn, { revision }),
      ),
    ).toBe('changed')
    expect(await rowsOf(b, b.ada.threadId)).toMatchObject([{ turnId: turn.id }])
    expect(await deliveriesOf(b)).toEqual([])
    expect(await turnsOf(b)).toMatchObject([{ state: 'running', calls: 1 }])
  })

  test('while another message is accepted stores the reply once, with change numbers of its own', async () => {
    const b = await claimed()
    const { turn, revision } = b
    expect(
      await race(
        b.store,
        (held) => writeMore(b, held),
        () => b.commit(turn, { revision }),
      ),
    ).toBe('finished')
    const rows = await b.store.db.message.findMany({ orderBy: { changeSeq: 'asc' } })
    expect(rows.map(({ text, changeSeq, pending }) => [text, changeSeq, pending])).toEqual([
      ['Austria?', 1, false],
      ['And Chile?', 2, true],
      ['A map.', 3, false],
      ['Vienna.', 4, false],
    ])
    expect(await turnsOf(b)).toMatchObject([{ state: 'done', calls: 1 }])
  })

  test('while its day moves stores its notice on the day of the question', async () => {
    const b = await claimed()
    const timezone = 'Pacific/Pago_Pago'
    await race(
      b.store,
      (held) => held.transaction((tx) => reassignDays(tx, b.ada.threadId, { timezone, now: b.clock.now() })),
      () => b.commit(b.turn, { kind: 'notice' }),
    )
    const [question, ...others] = await rowsOf(b, b.ada.threadId)
    expect(question?.segmentId).not.toBe(b.question.segmentId)
    expect(others.map(({ segmentId }) => segmentId)).toEqual([question?.segmentId, question?.segmentId])
  })

  test('while its lease is revoked stores nothing', async () => {
    const b = await claimed()
    const { turn, revision } = b
    const committing = race(
      b.store,
      (held) => revoke(held, b.lease()),
      () => b.commit(turn, { revision }),
    )
    await expect(committing).rejects.toThrow('was lost')
    expect(await rowsOf(b, b.ada.threadId)).toMatchObject([{ turnId: turn.id }])
    expect(await deliveriesOf(b)).toEqual([])
    expect(await turnsOf(b)).toMatchObject([{ state: 'running', calls: null }])
  })

  test('for a place that moves, and holds what the place waits for, is run again after the deadlock', async () => {
    const b = await claimed()
    const { turn, revision } = b
    const { placeId } = b.question
    const move = (held: Store, pause: () => Promise<void>) =>
      held.transaction(async (tx) => {
        await tx.place.update({ where: { id: placeId }, data: { address: 'moved' } })
        await pause()
        await tx.message.updateMany({ where: { placeId, role: 'user' }, data: { platformMessageId: 'moved:1' } })
      })
    expect(await race(b.store, move, () => b.commit(turn, { revision }))).toBe('finished')
    expect(await saidIn(b, b.ada.threadId)).toEqual(['user: Austria?', 'tool: A map.', 'assistant: Vienna.'])
  })
})

describe('a commit begins to deliver', () => {
  const isHeld = async (b: Bench, name: LeaseName) => {
    const row = await b.store.db.lease.findUnique({ where: { name } })
    return row !== null && row.until > b.clock.now()
  }
  const ofPlace = (b: Bench) => leaseName('place', b.question.placeId)

  test('and releases its own lease, so that the next message is answered while the reply is sent', async () => {
    const b = await claimed()
    expect(await b.commit(b.turn, { revision: b.revision })).toBe('finished')
    expect(await statesOf(b)).toEqual(['sending'])
    expect([await isHeld(b, ofPlace(b)), await isHeld(b, b.lease().name)]).toEqual([true, false])
    await b.deliver()
    expect(b.chat.screen(b.ada.direct.address)).toEqual(['Vienna.'])
    expect([await statesOf(b), await isHeld(b, ofPlace(b))]).toEqual([['sent'], false])
  })

  test('and what has begun is sent although the process is to end; later parts are left', async () => {
    const b = await claimed({ abilities: { maxLength: 32 } })
    await b.commit(b.turn, { revision: b.revision, text: 'Vienna lies on the Danube.\n\nGraz does not.' })
    await deliverPlace(b.deps, b.question.placeId, AbortSignal.abort(), b.delivery())
    expect(b.chat.screen(b.ada.direct.address)).toEqual(['Vienna lies on the Danube.'])
    expect([await statesOf(b), await isHeld(b, ofPlace(b))]).toEqual([['sent', 'pending'], false])
  })

  test('not before an older part, which is sent first', async () => {
    const b = await claimed()
    await b.post(b.question, 'Hello.')
    await b.commit(b.turn, { revision: b.revision })
    expect(await statesOf(b)).toEqual(['pending', 'pending'])
    await b.deliver()
    expect(b.chat.screen(b.ada.direct.address)).toEqual(['Hello.', 'Vienna.'])
  })

  test('not before a warning of an unknown delivery', async () => {
    const b = await claimed()
    await b.post(b.question, 'Hello.')
    await b.store.db.delivery.updateMany({ data: { state: 'unknown' } })
    await b.commit(b.turn, { revision: b.revision })
    expect(await statesOf(b)).toEqual(['unknown', 'pending'])
    await b.deliver()
    expect(b.chat.screen(b.ada.direct.address)).toEqual([expect.stringContaining('Hello.'), 'Vienna.'])
  })

  test('not in a place that is closed', async () => {
    const b = await claimed()
    const userId = await b.store.transaction((tx) => createUser(tx, 'Eve', b.clock.now()))
    await b.store.db.place.update({ where: { id: b.question.placeId }, data: { userId } })
    await b.commit(b.turn, { revision: b.revision })
    await b.deliver()
    expect([b.chat.calls, await statesOf(b), await isHeld(b, ofPlace(b))]).toEqual([[], ['failed'], false])
  })

  test('not while another worker does, which sends it before it ends', async () => {
    const b = await claimed()
    const lease = (await acquireLease(b.another, ofPlace(b)))!
    await b.commit(b.turn, { revision: b.revision })
    expect([b.delivery(), await statesOf(b)]).toEqual([undefined, ['pending']])
    expect(await releaseLease(b.store.db, lease)).toBe(true)
  })

  test('not if it stores nothing: then the place is free', async () => {
    const b = await claimed()
    await edit(b, b.store)
    expect(await b.commit(b.turn, { revision: b.revision })).toBe('changed')
    expect([await deliveriesOf(b), await isHeld(b, ofPlace(b)), await isHeld(b, b.lease().name)]).toEqual([[], false, true])
  })

  test('after it has waited for another worker that sends an older part: nothing is sent twice, or out of order', async () => {
    const b = await claimed()
    await b.post(b.question, 'Hello.')
    const lease = (await acquireLease(b.another, ofPlace(b)))!
    const end = (held: Store) =>
      held.transaction(async (tx) => {
        await tx.lease.update({ where: { name: lease.name }, data: { until: new Date(0) } })
        await tx.delivery.updateMany({ data: { state: 'sent', platformMessageId: 'sent' } })
      })
    await race(b.store, end, () => b.commit(b.turn, { revision: b.revision }))
    await b.deliver()
    expect(b.chat.calls.map(({ text }) => text)).toEqual(['Vienna.'])
    expect(await statesOf(b)).toEqual(['sent', 'sent'])
  })

  test('not in a shared place, where others must not wait for this thread', async () => {
    const b = await bench()
    await b.ada.writes('Who is here?', { place: sharedPlace('room') })
    await b.store.db.message.updateMany({ where: { id: b.question.id }, data: { pending: false } })
    const turn = (await b.claim())!
    await b.commit(turn, { revision: await loadRevision(b.store.db, b.ada.threadId) })
    expect([b.delivery(), await statesOf(b)]).toEqual([undefined, ['pending']])
    await deliverPlace(b.deps, turn.place.id, running())
    expect(b.chat.screen(turn.place.address)).toEqual(['Vienna.'])
  })

  test('not for a user who is blocked while it waits', async () => {
    const b = await claimed()
    const block = (held: Store) => blockUser(withStore(b, held), b.ada.userId)
    await race(b.store, block, () => b.commit(b.turn, { revision: b.revision }))
    await b.deliver()
    expect([b.chat.calls, await statesOf(b)]).toEqual([[], ['failed']])
  })

  test('and tells whether more is to be answered', async () => {
    const b = await claimed()
    await b.ada.writes('And Chile?')
    await b.commit(b.turn, { revision: await loadRevision(b.store.db, b.ada.threadId) })
    expect(b.isWanted()).toBe(true)
    const turn = (await b.claim())!
    await b.commit(turn, { revision: await loadRevision(b.store.db, b.ada.threadId) })
    expect(b.isWanted()).toBe(false)
  })
})

describe('a delivery', () => {
  test('whose lease is revoked while its outcome is recorded writes nothing', async () => {
    const b = await bench()
    await b.post(b.question, 'Hello.')
    const lease = (await acquireLease(b.deps, leaseName('place', b.question.placeId)))!
    const part = (await findNextPart(b.store.db, b.question.placeId))!
    const updating = race(
      b.store,
      (held) => revoke(held, lease),
      () => updatePart(b.store.db, lease, part, { outcome: { state: 'sent' }, at: b.clock.now() }),
    )
    await expect(updating).rejects.toThrow('was lost')
    expect(await statesOf(b)).toEqual(['pending'])
  })

  test('that waits for its part while its account is unlinked sends nothing', async () => {
    const b = await bench()
    await b.post(b.question, 'Hello.')
    const { placeId } = b.question
    const leave = (held: Store) => held.transaction((tx) => unlinkPlaces(tx, { threadId: b.ada.threadId, placeIds: [placeId] }))
    await race(b.store, leave, () => b.deliver())
    expect(b.chat.calls).toEqual([])
    expect(await statesOf(b)).toEqual(['failed'])
  })

  test('that waits for its lease while another worker sends the part does not send it again', async () => {
    const b = await bench()
    await b.post(b.question, 'Hello.')
    const lease = (await acquireLease(b.another, leaseName('place', b.question.placeId)))!
    const end = (held: Store) =>
      held.transaction(async (tx) => {
        await tx.lease.update({ where: { name: lease.name }, data: { until: new Date(0) } })
        await tx.delivery.updateMany({ data: { state: 'sent', platformMessageId: 'sent' } })
      })
    await race(b.store, end, () => b.deliver())
    expect(b.chat.calls).toEqual([])
    expect(await statesOf(b)).toEqual(['sent'])
  })

  test('whose text is replaced while its outcome is recorded is sent again as an edit', async () => {
    const b = await bench()
    const messageId = await b.post(b.question, 'Old.')
    const [sent, door] = [gate(), gate()]
    b.chat.after = () => {
      sent.open()
      return door.opened
    }
    const delivering = b.deliver()
    await sent.opened
    const { placeId } = b.question
    const replacement = { messageId, placeId, text: 'New.', at: b.clock.now(), isReplacement: true } as const
    await race(
      b.store,
      (held) => held.transaction((tx) => addDeliveries(tx, b.deps.senders, replacement)),
      () => {
        door.open()
        return delivering
      },
    )
    expect(b.chat.calls.map(({ what, text }) => [what, text])).toEqual([
      ['send', 'Old.'],
      ['edit', 'New.'],
    ])
    expect(await statesOf(b)).toEqual(['sent'])
  })
})

describe('work that is added after its worker has looked for the last time', () => {
  /** Another worker finds the lease held, right before its holder releases it. */
  const beforeEnd = (b: Bench, lease: LeaseName, act: () => Promise<unknown>) => withStore(b, beforeRelease(b.store, lease, act))

  test('is sent without the sweep', async () => {
    const b = await bench()
    await b.post(b.question, 'First.')
    await b.deliver(
      beforeEnd(b, leaseName('place', b.question.placeId), async () => {
        await b.post(b.question, 'Second.')
        await b.deliver(b.another)
        expect(b.chat.screen(b.ada.direct.address)).toEqual(['First.'])
      }),
    )
    expect(b.chat.screen(b.ada.direct.address)).toEqual(['First.', 'Second.'])
  })

  test('is sent at once if it goes before a part that waits', async () => {
    const b = await bench({ abilities: { answer: true } })
    const waiting = await b.post(b.question, 'Waiting.')
    await b.store.db.delivery.updateMany({ where: { messageId: waiting }, data: { notBefore: new Date(b.clock.now().getTime() + 60_000) } })
    await b.deliver(
      beforeEnd(b, leaseName('place', b.question.placeId), async () => {
        const { threadId, segmentId, placeId } = b.question
        const answer = { threadId, segmentId: segmentId as SegmentId, placeId, kind: 'notice', text: 'Done.' } as const
        await b.store.transaction((tx) => b.deps.post(tx, { ...answer, invocation: 'token' as Invocation }))
        await b.deliver(b.another)
      }),
    )
    expect(b.chat.calls.map(({ what, text }) => [what, text])).toEqual([['answer', 'Done.']])
    expect(await statesOf(b)).toEqual(['pending', 'sent'])
  })

  test('gets a job if it is a message', async () => {
    const b = await bench()
    await b.store.db.lease.deleteMany()
    const { threadId } = b.ada
    let jobs = 0
    const deps = beforeEnd(b, leaseName('thread', threadId), async () => {
      await b.ada.writes('And Chile?')
      await answerThread(b.another, threadId, { signal: running() })
      jobs = b.jobs('answer-thread').length
    })
    await answerThread(deps, threadId, { signal: running() })
    expect(b.jobs('answer-thread').slice(jobs)).toMatchObject([{ payload: { threadId } }])
    await answerThread(b.deps, threadId, { signal: running() })
    expect((await saidIn(b, threadId)).filter((text) => text.startsWith('user'))).toHaveLength(2)
    expect((await turnsOf(b)).map(({ state }) => state)).toEqual(['done', 'done'])
  })
})
